/** A: sub-partners and their parser credentials. */
import assert from "node:assert/strict";
import { generateKeyPairSync } from "node:crypto";
import { test } from "node:test";
import { newBody, openManagementApp } from "../kit/management.ts";
import { openShared } from "../kit/shared.ts";

const KEY = "a-partner-key-of-at-least-24";
const pem = (bits: number) =>
  String(
    generateKeyPairSync("rsa", { modulusLength: bits }).publicKey.export({
      type: "spki",
      format: "pem",
    }),
  );

test("A: a sub-partner is created with its location and user, at any depth", async (t) => {
  const { harbor, retail, ids } = await openShared(t, openManagementApp);
  const wish = newBody.partner(
    { name: "Harbor Retail" },
    { billingId: "B", verificationPhrase: "blue" },
  );
  const id = await harbor.post("/partners", wish);
  const below = await retail.post("/partners", newBody.partner({ id }));
  const { created, modified, location, contact, ...partner } = await retail.get(`/partners/${id}`);
  assert.deepEqual(partner, {
    id,
    name: wish.name,
    reference: wish.reference,
    billingId: "B",
    partnerId: wish.reference,
    verificationPhrase: "blue",
    clientCanOrderEquipment: false,
    isActive: true,
    parent: { id: ids["harbor-retail"], name: "Harbor Retail" },
    allowList: [],
    version: 0,
  });
  assert.equal((await harbor.get(`/locations/${location.id}`)).locationType, "Partner Location");
  assert.equal((await harbor.get(`/users/${contact.id}`)).userRole, "Partner User");
  const list = await harbor.get(`/partners?partner=${ids["harbor-retail"]}`);
  assert.deepEqual(
    list.data.map((one: { id: string }) => one.id),
    [ids["harbor-retail"], id, below],
  );
});

test("A: name, reference, parent, location and contact are required; the parent must be visible", async (t) => {
  const { retail, ids } = await openShared(t, openManagementApp);
  const missing = await retail.errors("POST", "/partners", {});
  assert.deepEqual(missing, [
    "name 1000",
    "reference 1000",
    "location 1000",
    "contact 1000",
    "parent 1000",
  ]);
  for (const parent of [
    { id: ids["harbor"] },
    { id: ids["summit"] },
    { name: "Harbor Payments" },
    { id: "x" },
  ]) {
    assert.deepEqual(await retail.errors("POST", "/partners", newBody.partner(parent)), [
      "parent 1005",
    ]);
  }
  for (const parent of ["5", 5, [], {}, { id: "" }, { id: true }]) {
    const errors = await retail.errors("POST", "/partners", { ...newBody.partner({}), parent });
    assert.equal(
      errors.length > 0 && errors.every((error) => error.startsWith("parent")),
      true,
      String(errors),
    );
  }
});

test("A: reference is unique among all partners, also if the caller cannot see the other one", async (t) => {
  const { retail, summit, ids } = await openShared(t, openManagementApp);
  const parent = { id: ids["harbor-retail"] };
  assert.deepEqual(
    await retail.errors("POST", "/partners", newBody.partner(parent, { reference: "summit" })),
    ["reference 1004"],
  );
  const reference = "at-once";
  const replies = await Promise.all([
    retail.call("POST", "/partners", newBody.partner(parent, { reference })),
    summit.call("POST", "/partners", newBody.partner({ id: ids["summit"] }, { reference })),
  ]);
  assert.deepEqual(replies.map(({ status }) => status).toSorted(), [200, 409]);
});

test("A: partnerId is the reference unless it is set, and follows changes of the reference", async (t) => {
  const { harbor, ids } = await openShared(t, openManagementApp);
  const path = `/partners/${await harbor.post("/partners", newBody.partner({ id: ids["harbor"] }))}`;
  const told = async () => {
    const { reference, partnerId } = await harbor.get(path);
    return [reference, partnerId];
  };
  await harbor.patch(path, { reference: "second" });
  assert.deepEqual(await told(), ["second", "second"]);
  await harbor.patch(path, { partnerId: "parser-name" });
  await harbor.patch(path, { reference: "third" });
  assert.deepEqual(await told(), ["third", "parser-name"]);
  await harbor.patch(path, { partnerId: null });
  assert.deepEqual(await told(), ["third", "third"]);
  assert.deepEqual(
    await harbor.errors("PATCH", path, { partnerId: "summit", reference: "harbor" }),
    ["reference 1004", "partnerId 1004"],
  );
  // A parser name that follows the reference is not reported again.
  for (const follows of [{}, { partnerId: null }, { partnerId: "" }]) {
    const taken = { reference: "harbor", ...follows };
    assert.deepEqual(await harbor.errors("PATCH", path, taken), ["reference 1004"]);
  }
});

test("A: a replaced partner key works for the overlap that was sent, and without one not at all", async (t) => {
  const { harbor, server, ids, clock } = await openManagementApp(t, {}, { rememberForMs: 0 });
  const path = `/partners/${ids["harbor"]}`;
  const isValid = async (partnerKey: string) => {
    const payload = { partnerId: "harbor", partnerKey };
    const reply = await server.inject({ method: "POST", url: "/api/decrypt/parser", payload });
    return reply.json().errCode !== 1003;
  };
  const [first, second, third] = [1, 2, 3].map((number) => `${KEY}-${number}`) as [
    string,
    string,
    string,
  ];
  const listValid = async () => Promise.all([first, second, third].map(isValid));
  await harbor.patch(path, { partnerKey: first });
  await harbor.patch(path, { partnerKey: second, overlapHours: 2 });
  // Repeating the call replaces nothing, however often.
  for (let again = 0; again < 5; again++) {
    await harbor.patch(path, { partnerKey: second, overlapHours: 2 });
  }
  assert.deepEqual(await listValid(), [true, true, false]);
  clock.advance({ hours: 2 });
  assert.deepEqual(await listValid(), [false, true, false]);
  await harbor.patch(path, { partnerKey: third });
  assert.deepEqual(await listValid(), [false, false, true]);
});

test("A: parser credentials are write only; the allow list can be read", async (t) => {
  const { harbor, server, ids, database } = await openManagementApp(t);
  const id = await harbor.post("/partners", newBody.partner({ id: ids["harbor"] }));
  const [path, allowList] = [
    `/partners/${id}`,
    ["127.0.0.1", "10.1.2.3/8", "::1", "2001:db8::/32"],
  ];
  await harbor.patch(path, { partnerKey: KEY, publicKey: pem(2048), allowList });
  const partner = await harbor.get(path);
  assert.deepEqual(partner.allowList, ["127.0.0.1", "10.0.0.0/8", "::1", "2001:db8::/32"]);
  assert.deepEqual(
    [partner.version, "partnerKey" in partner, "publicKey" in partner],
    [1, false, false],
  );
  const call = async (partnerKey: string) => {
    const payload = { partnerId: partner.partnerId, partnerKey };
    const reply = await server.inject({ method: "POST", url: "/api/decrypt/parser", payload });
    return reply.json().errCode;
  };
  // A partner who is logged in gets the error of a missing device type.
  assert.deepEqual([await call(KEY), await call(`${KEY}x`)], [2000, 1003]);
  const acts = await database.owner.rows<{ before: object; after: object }>`
    select before, after from audit_entries where action = 'partner.update'`;
  assert.equal(acts.length, 1);
  assert.doesNotMatch(JSON.stringify(acts), new RegExp(KEY));
  await harbor.patch(path, { allowList: [] });
  const startMs = performance.now();
  while ((await call(KEY)) !== 3003) assert.ok(performance.now() - startMs < 2_000);
});

test("A: limits of partner key, public key and allow list", async (t) => {
  const { harbor, ids } = await openShared(t, openManagementApp);
  const path = `/partners/${ids["harbor"]}`;
  const ec = generateKeyPairSync("ec", { namedCurve: "P-256" }).publicKey;
  const rsa = generateKeyPairSync("rsa", { modulusLength: 2048 }).privateKey;
  const wrong: [object, string[]][] = [
    [{ partnerKey: "x".repeat(23) }, ["partnerKey 1002"]],
    [{ partnerKey: null }, ["partnerKey 1000"]],
    [{ overlapHours: 24 }, ["overlapHours 1003"]],
    ...[-1, 721, 1.5, "24", null].map((overlapHours): [object, string[]] => [
      { partnerKey: KEY, overlapHours },
      ["overlapHours 1003"],
    ]),
    [{ partnerKey: 5, publicKey: "x" }, ["partnerKey 1001", "publicKey 1001"]],
    [{ publicKey: pem(1024) }, ["publicKey 1002"]],
    [{ publicKey: ec.export({ type: "spki", format: "pem" }) }, ["publicKey 1001"]],
    [{ publicKey: rsa.export({ type: "pkcs8", format: "pem" }) }, ["publicKey 1001"]],
    [{ allowList: "10.0.0.0/8" }, ["allowList 1001"]],
    [
      { allowList: ["10.0.0.0/33", "host", 5, "::/129"] },
      [0, 1, 2, 3].map((n) => `allowList[${n}] 1001`),
    ],
    [{ allowList: Array(101).fill("::1") }, ["allowList 1002"]],
    // Only the length is checked: a body can contain half a million elements.
    [{ allowList: Array(101).fill("host") }, ["allowList 1002"]],
  ];
  for (const [body, errors] of wrong) {
    assert.deepEqual(await harbor.errors("PATCH", path, body), errors);
  }
  assert.equal((await harbor.get(path)).version, 0);
});

test("A: a partner's parent cannot change; its location and contact can", async (t) => {
  const { harbor, ids } = await openShared(t, openManagementApp);
  const path = `/partners/${ids["harbor-retail"]}`;
  const moved = { parent: { id: ids["harbor-retail"] } };
  assert.deepEqual(await harbor.errors("PATCH", path, moved), ["parent 1003"]);
  const before = await harbor.get(path);
  await harbor.patch(path, { parent: before.parent, name: "Harbor Shops" });
  const contact = await harbor.post(
    "/users",
    newBody.contact({ partner: { id: ids["harbor-retail"] } }),
  );
  await harbor.patch(path, { contact: { id: contact } });
  assert.equal((await harbor.get(path)).contact.id, contact);
  const [client] = (await harbor.get("/clients")).data;
  const others = { location: client.location, contact: client.contact };
  assert.deepEqual(await harbor.errors("PATCH", path, others), ["location 1005", "contact 1005"]);
  assert.deepEqual(await harbor.errors("PATCH", path, { location: null }), ["location 1000"]);
});

test("A: a disabled partner is refused within a second and can be enabled again", async (t) => {
  const { harbor, retail, ids } = await openManagementApp(t);
  await retail.get("/partners");
  await harbor.patch(`/partners/${ids["harbor-retail"]}`, { isActive: false });
  const startMs = performance.now();
  while ((await retail.call("GET", "/partners")).status !== 401) {
    assert.ok(performance.now() - startMs < 2_000);
  }
  assert.equal((await harbor.get(`/partners/${ids["harbor-retail"]}`)).isActive, false);
});

test("A: a location has the members of its table and can be changed and deleted", async (t) => {
  const { harbor, summit } = await openShared(t, openManagementApp);
  const [client] = (await harbor.get("/clients")).data;
  const wish = {
    ...newBody.location(),
    nameOfBusiness: "Quay",
    address2: "Floor 2",
    stateProvince: "MD",
    postalCode: "21202",
    mailCountry: "US",
    mailAddress1: "PO Box 1",
    mailAddress2: "x",
    mailCity: "Baltimore",
    mailStateProvince: "MD",
    mailPostalCode: "21203",
    notes: "Ring twice.\nThen wait.",
    uniqueId: "0D8F23A0-697F-4C1B-A5A9-2D1E3C4B5A69",
  };
  const id = await harbor.post("/locations", { ...wish, client: { id: client.id } });
  const { created, modified, ...location } = await harbor.get(`/locations/${id}`);
  assert.deepEqual(location, {
    ...wish,
    id,
    uniqueId: wish.uniqueId.toLowerCase(),
    client: { id: client.id, name: client.name },
    version: 0,
  });
  assert.deepEqual(
    await summit.errors("POST", "/locations", { ...wish, client: { id: client.id } }),
    ["client 1005", "uniqueId 1004"],
  );
  await harbor.patch(`/locations/${id}`, { country: { code: "ca" }, notes: null, version: 0 });
  const after = await harbor.get(`/locations/${id}`);
  assert.deepEqual([after.country, after.notes, after.version], [{ code: "CA" }, undefined, 1]);
  // A location always has a uniqueId: null is an error and is not ignored.
  for (const uniqueId of [null, ""]) {
    const errors = await harbor.errors("PATCH", `/locations/${id}`, { uniqueId });
    assert.deepEqual(errors, ["uniqueId 1000"]);
  }
  const listed = await harbor.get(`/locations?client=${client.id}`);
  assert.deepEqual([listed.total, listed.data[1].id], [2, id]);
  await harbor.delete(`/locations/${id}`);
  assert.deepEqual(await harbor.errors("DELETE", `/locations/${client.location.id}`), ["id 1007"]);
});

test("A: a country is a two-letter ISO 3166-1 code; others are 1003", async (t) => {
  const { harbor } = await openShared(t, openManagementApp);
  const [client] = (await harbor.get("/clients")).data;
  for (const code of ["ZZ", "EU", "YU", "UK", "XA"]) {
    const location = newBody.location({ client: { id: client.id }, country: { code } });
    assert.deepEqual(await harbor.errors("POST", "/locations", location), ["country.code 1003"]);
  }
});
