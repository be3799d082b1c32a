/** A: owners that cannot change. An update that names another owner is refused, not ignored. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { newBody, openManagementApp } from "../kit/management.ts";
import { openShared } from "../kit/shared.ts";

test("A: a user's partner and client cannot change: another one in a PATCH is 1003, the same one is accepted", async (t) => {
  const { harbor, ids } = await openShared(t, openManagementApp);
  const parent = { id: ids["harbor"] };
  const [client, other] = await Promise.all([
    harbor.post("/clients", newBody.client(parent)),
    harbor.post("/clients", newBody.client(parent)),
  ]);
  const ofClient = `/users/${await harbor.post("/users", newBody.contact({ client: { id: client } }))}`;
  const ofPartner = `/users/${await harbor.post("/users", newBody.contact())}`;
  const [retail, summit] = [{ id: ids["harbor-retail"] }, { id: ids["summit"] }];
  const errors = (path: string, body: object) => harbor.errors("PATCH", path, body);
  assert.deepEqual(await errors(ofClient, { client: { id: other } }), ["client 1003"]);
  assert.deepEqual(await errors(ofClient, { client: null, phone: "" }), [
    "phone 1000",
    "client 1003",
  ]);
  assert.deepEqual(await errors(ofClient, { partner: retail }), ["partner 1003"]);
  assert.deepEqual(await errors(ofPartner, { partner: null }), ["partner 1003"]);
  assert.deepEqual(await errors(ofPartner, { partner: summit }), ["partner 1005"]);
  assert.deepEqual(await errors(ofPartner, { client: { id: client } }), ["client 1003"]);
  assert.deepEqual(await errors(ofPartner, { client: "x" }), ["client 1001"]);
  for (const path of [ofClient, ofPartner]) {
    const { partner, client: same = null } = await harbor.get(path);
    await harbor.patch(path, { partner, client: same, firstName: "Zoë" });
    assert.equal((await harbor.get(path)).firstName, "Zoë");
  }
});

test("A: a partner's parent and a location's client cannot be removed", async (t) => {
  const { harbor, ids } = await openShared(t, openManagementApp);
  const path = `/partners/${ids["harbor-retail"]}`;
  assert.deepEqual(await harbor.errors("PATCH", path, { parent: null }), ["parent 1003"]);
  await harbor.patch(`/partners/${ids["harbor"]}`, { parent: null });
  const [client] = (await harbor.get("/clients")).data;
  const id = await harbor.post("/locations", newBody.location({ client: { id: client.id } }));
  const taken = await harbor.errors("PATCH", `/locations/${id}`, { client: null });
  assert.deepEqual(taken, ["client 1003"]);
});

test("A: null for an optional member of a new device means none, also for deviceState", async (t) => {
  const { harbor } = await openShared(t, openManagementApp);
  const none = { client: null, location: null, name: null, notes: null, ksi: null };
  const id = await harbor.post("/devices", newBody.device({ ...none, deviceState: null }));
  assert.equal((await harbor.get(`/devices/${id}`)).deviceState.name, "new");
  const errors = await harbor.errors("PATCH", `/devices/${id}`, { deviceState: null });
  assert.deepEqual(errors, ["deviceState 1000"]);
});

test("A: when a client moves, its devices keep the client's locations and leave the old partner's", async (t) => {
  const { harbor, retail, ids, database } = await openShared(t, openManagementApp);
  const client = { id: await harbor.post("/clients", newBody.client({ id: ids["harbor"] })) };
  const { location } = await harbor.get(`/clients/${client.id}`);
  const [own] = await database.owner.rows<{ id: string }>`
    select location_id as id from partners where id = ${ids["harbor"]}`;
  const enter = (at: object) => harbor.post("/devices", newBody.device({ client, location: at }));
  const [atClient, atPartner] = [await enter(location), await enter({ id: own?.id })];
  await harbor.patch(`/clients/${client.id}`, { directPartner: { id: ids["harbor-retail"] } });
  for (const who of [harbor, retail]) {
    assert.deepEqual((await who.get(`/devices/${atClient}`)).location, location);
    assert.equal((await who.get(`/devices/${atPartner}`)).location, undefined);
  }
});
