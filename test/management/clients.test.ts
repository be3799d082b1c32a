/** A: clients, with their inline location and contact. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { newBody, openManagementApp } from "../kit/management.ts";
import { openShared } from "../kit/shared.ts";

test("A: a client is created with its location and contact, which become resources of their own", async (t) => {
  const { harbor, ids } = await openShared(t, openManagementApp);
  const uniqueId = crypto.randomUUID();
  const location = newBody.location({ notes: "", postalCode: "21202", uniqueId });
  const contact = newBody.contact({ userRole: "Client User" });
  const wish = newBody.client(
    { id: ids["harbor"] },
    { mid: "M-1", billingId: "B-1", location, contact },
  );
  const id = await harbor.post("/clients", wish);
  const client = await harbor.get(`/clients/${id}`);
  const named = { id: ids["harbor"], name: "Harbor Payments" };
  const { created, modified, clientNumber, ...members } = client;
  assert.match(clientNumber, /^\d{6,}$/);
  for (const time of [created, modified])
    assert.match(time, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  assert.deepEqual(members, {
    id,
    name: wish.name,
    mid: "M-1",
    billingId: "B-1",
    isActive: true,
    version: 0,
    partner: named,
    directPartner: named,
    location: { id: client.location.id, name: location.name },
    contact: { id: client.contact.id },
  });
  const place = await harbor.get(`/locations/${client.location.id}`);
  assert.deepEqual(
    [place.client, place.uniqueId, place.country, place.notes],
    [{ id, name: wish.name }, uniqueId, { code: "US" }, undefined],
  );
  const person = await harbor.get(`/users/${client.contact.id}`);
  assert.deepEqual(
    [person.userName, person.userRole, person.client],
    [contact.userName, "Client User", { id, name: wish.name }],
  );
});

test("A: a list item has the members of the single resource without created and modified", async (t) => {
  const { harbor } = await openManagementApp(t);
  const { total, data } = await harbor.get("/clients");
  assert.equal(total, 1);
  const { created, modified, ...client } = await harbor.get(`/clients/${data[0].id}`);
  assert.deepEqual(data, [client]);
});

test("A: a reference has an id or a name; a name that matches several records is a 409", async (t) => {
  const { harbor, ids } = await openShared(t, openManagementApp);
  const id = await harbor.post("/clients", newBody.client({ name: "Harbor Retail" }));
  assert.equal((await harbor.get(`/clients/${id}`)).directPartner.id, ids["harbor-retail"]);
  const [name] = [`Twins`];
  for (const directPartner of [{ id: ids["harbor"] }, { id: ids["harbor-retail"] }]) {
    await harbor.post("/clients", newBody.client(directPartner, { name }));
  }
  const where = { client: { name }, ...newBody.location() };
  assert.deepEqual(await harbor.errors("POST", "/locations", where), ["client 1004"]);
});

test("A: all invalid attributes are named at once, also in inline objects, and nothing is stored", async (t) => {
  const { harbor, summit, ids, database } = await openShared(t, openManagementApp);
  const before = await database.owner.rows`
    select (select count(*) from clients) c, (select count(*) from locations) l,
      (select count(*) from contacts) u, (select count(*) from audit_entries) a`;
  const errors = await harbor.errors("POST", "/clients", {
    mid: "x".repeat(51),
    isActive: "maybe",
    directPartner: { id: ids["summit"] },
    location: newBody.location({
      city: " ",
      country: { code: "ZZZ" },
      locationType: "Moon",
      uniqueId: "no",
      postalCode: "12345678901",
    }),
    contact: newBody.contact({
      userName: "quayside-admin",
      email: "nobody",
      userRole: "System Admin",
      phone: 5,
      firstName: "x".repeat(256),
    }),
  });
  assert.deepEqual(
    new Set(errors),
    new Set([
      "name 1000",
      "mid 1002",
      "isActive 1001",
      "directPartner 1005",
      "location.city 1000",
      "location.country.code 1001",
      "location.locationType 1003",
      "location.uniqueId 1001",
      "location.postalCode 1002",
      "contact.userName 1004",
      "contact.email 1001",
      "contact.userRole 1003",
      "contact.phone 1001",
      "contact.firstName 1002",
    ]),
  );
  assert.deepEqual(
    await database.owner.rows`
    select (select count(*) from clients) c, (select count(*) from locations) l,
      (select count(*) from contacts) u, (select count(*) from audit_entries) a`,
    before,
  );
  assert.deepEqual(await summit.errors("POST", "/clients", {}), [
    "name 1000",
    "directPartner 1000",
    "location 1000",
    "contact 1000",
  ]);
  for (const body of [[], "x", 5, null]) {
    assert.equal((await summit.errors("POST", "/clients", body))[0], "body 1001");
  }
});

test("A: PATCH changes only the members sent and increments the version; null removes a value", async (t) => {
  const { harbor, ids } = await openShared(t, openManagementApp);
  const id = await harbor.post("/clients", newBody.client({ id: ids["harbor"] }, { mid: "M-1" }));
  const before = await harbor.get(`/clients/${id}`);
  await harbor.patch(`/clients/${id}`, { name: "Renamed" });
  const { modified, ...after } = await harbor.get(`/clients/${id}`);
  const { modified: earlier, ...expected } = { ...before, name: "Renamed", version: 1 };
  assert.deepEqual(after, expected);
  await harbor.patch(`/clients/${id}`, { mid: null, isActive: "0" });
  const last = await harbor.get(`/clients/${id}`);
  assert.deepEqual([last.mid, last.isActive, last.version], [undefined, false, 2]);
  // An update that changes nothing does not count.
  await harbor.patch(`/clients/${id}`, { name: "Renamed", version: 2 });
  assert.equal((await harbor.get(`/clients/${id}`)).version, 2);
  assert.deepEqual(await harbor.errors("PATCH", `/clients/${id}`, { name: null, isActive: null }), [
    "name 1000",
    "isActive 1000",
  ]);
});

test("A: a PATCH with another version than the current one is a 409 and changes nothing", async (t) => {
  const { harbor } = await openShared(t, openManagementApp);
  const [{ id }] = (await harbor.get("/clients")).data;
  const stale = { version: 3, name: "Other" };
  assert.deepEqual(await harbor.errors("PATCH", `/clients/${id}`, stale), ["version 1006"]);
  assert.deepEqual(await harbor.errors("PATCH", `/clients/${id}`, { version: "0" }), [
    "version 1001",
  ]);
  assert.equal((await harbor.get(`/clients/${id}`)).name, "Quayside Stores");
});

test("A: of many concurrent PATCHes with the same version one succeeds and the others get 409", async (t) => {
  const { harbor, database } = await openManagementApp(t);
  const [{ id }] = (await harbor.get("/clients")).data;
  for (let version = 0; version < 5; version++) {
    const names = Array.from({ length: 8 }, (_, n) => `Try ${version}.${n}`);
    const replies = await Promise.all(
      names.map((name) => harbor.call("PATCH", `/clients/${id}`, { version, name })),
    );
    const statuses = replies.map(({ status }) => status);
    assert.deepEqual(statuses.toSorted(), [200, ...Array(7).fill(409)]);
    const client = await harbor.get(`/clients/${id}`);
    assert.deepEqual([client.name, client.version], [names[statuses.indexOf(200)], version + 1]);
  }
  const acts = await database.owner.rows`
    select from audit_entries where action = 'client.update'`;
  assert.equal(acts.length, 5);
});

test("A: a client moves to another direct partner with everything that belongs to it", async (t) => {
  const { harbor, retail, summit, ids } = await openManagementApp(t);
  const id = await harbor.post("/clients", newBody.client({ id: ids["harbor"] }));
  const device = await harbor.post("/devices", newBody.device({ client: { id } }));
  assert.equal((await retail.call("GET", `/devices/${device}`)).status, 404);
  assert.deepEqual(
    await harbor.errors("PATCH", `/clients/${id}`, { directPartner: { id: ids["summit"] } }),
    ["directPartner 1005"],
  );
  await harbor.patch(`/clients/${id}`, { directPartner: { name: "Harbor Retail" } });
  const client = await retail.get(`/clients/${id}`);
  // Retail cannot see the root partner.
  assert.deepEqual(
    [client.partner, client.directPartner],
    [
      { id: ids["harbor-retail"], name: "Harbor Retail" },
      { id: ids["harbor-retail"], name: "Harbor Retail" },
    ],
  );
  assert.equal((await retail.get(`/devices/${device}`)).partner.id, ids["harbor-retail"]);
  assert.equal((await retail.get(`/users/${client.contact.id}`)).partner.id, ids["harbor-retail"]);
  assert.deepEqual(
    [(await retail.get("/clients")).total, (await retail.get("/devices")).total],
    [1, 1],
  );
  assert.equal((await harbor.get("/clients")).total, 2);
  assert.equal((await summit.get("/clients")).total, 1);
});

test("A: a client's location and contact can be replaced by others of the client", async (t) => {
  const { harbor, ids } = await openShared(t, openManagementApp);
  const id = await harbor.post("/clients", newBody.client({ id: ids["harbor"] }));
  const other = await harbor.post("/clients", newBody.client({ id: ids["harbor"] }));
  const location = await harbor.post("/locations", newBody.location({ client: { id } }));
  const contact = await harbor.post("/users", newBody.contact({ client: { id } }));
  await harbor.patch(`/clients/${id}`, { location: { id: location }, contact: { id: contact } });
  const client = await harbor.get(`/clients/${id}`);
  assert.deepEqual([client.location.id, client.contact.id], [location, contact]);
  assert.deepEqual(
    await harbor.errors("PATCH", `/clients/${other}`, {
      location: { id: location },
      contact: { id: contact },
    }),
    ["location 1005", "contact 1005"],
  );
});

test("A: deleting a client deletes the location and contact that were created with it", async (t) => {
  const { harbor, ids } = await openShared(t, openManagementApp);
  const id = await harbor.post("/clients", newBody.client({ id: ids["harbor"] }));
  const { location, contact } = await harbor.get(`/clients/${id}`);
  await harbor.delete(`/clients/${id}`);
  for (const path of [`/clients/${id}`, `/locations/${location.id}`, `/users/${contact.id}`]) {
    assert.equal((await harbor.call("GET", path)).status, 404, path);
  }
  assert.equal((await harbor.call("DELETE", `/clients/${id}`)).status, 404);
});

test("A: a client with devices, attestations, journal entries or further locations or users is not deleted", async (t) => {
  const { harbor, ids, database } = await openShared(t, openManagementApp);
  const keepers: Record<string, (id: string) => Promise<unknown>> = {
    device: (id) => harbor.post("/devices", newBody.device({ client: { id } })),
    location: (id) => harbor.post("/locations", newBody.location({ client: { id } })),
    user: (id) => harbor.post("/users", newBody.contact({ client: { id } })),
    journal: (id) => database.owner.rows`
      insert into parser_journal (message_id, called_at, partner_id, client_id, is_success, took_ms)
      values ('1', now(), ${ids["harbor"]}, ${id}, true, 1)`,
  };
  for (const [what, keep] of Object.entries(keepers)) {
    const id = await harbor.post("/clients", newBody.client({ id: ids["harbor"] }));
    await keep(id);
    assert.deepEqual(await harbor.errors("DELETE", `/clients/${id}`), ["id 1007"], what);
    assert.equal((await harbor.get(`/clients/${id}`)).location !== undefined, true, what);
    await harbor.patch(`/clients/${id}`, { isActive: false });
  }
});
