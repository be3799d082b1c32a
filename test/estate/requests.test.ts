/** A: how long an address may be, and that all faults are told at once. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { newClient, newDevice, newPartner, openEstateApp } from "../kit/estate.ts";

test("A: a device is found by a serial number of every length that it may have", async (t) => {
  const { harbor } = await openEstateApp(t);
  for (const serialNumber of ["S".repeat(201), "S".repeat(255), "😀".repeat(255)]) {
    const id = await harbor.post("/devices", newDevice({ serialNumber }));
    const found = await harbor.get(`/devices/${encodeURIComponent(serialNumber)}/generic`);
    assert.equal(found.id, id);
  }
});

test("A: an id that is longer than any of ours is 404 like every other that names nothing", async (t) => {
  const { harbor } = await openEstateApp(t);
  for (const path of ["/clients/", "/transactions/", "/devices/x/"]) {
    const { status, body } = await harbor.call("GET", `${path}${"9".repeat(2_000)}`);
    const { uuid, ...told } = body;
    assert.equal(status, 404);
    assert.deepEqual(told, { errorCode: 7404, message: "Requested resource cannot be found." });
  }
});

test("A: a stale version is told together with every other fault of the update", async (t) => {
  const { harbor, ids } = await openEstateApp(t);
  const client = await harbor.post("/clients", newClient({ id: ids["harbor"] }));
  const { location, contact } = await harbor.get(`/clients/${client}`);
  const device = await harbor.post("/devices", newDevice());
  const stale: Readonly<Record<string, object>> = {
    [`/partners/${ids["harbor-retail"]}`]: { version: 9, name: "" },
    [`/clients/${client}`]: { version: 9, name: "" },
    [`/locations/${location.id}`]: { version: 9, name: "" },
    [`/users/${contact.id}`]: { version: 9, firstName: "" },
    [`/devices/${device}`]: { version: 9, serialNumber: "" },
  };
  for (const [path, body] of Object.entries(stale)) {
    const [, other] = Object.keys(body);
    const faults = await harbor.faults("PATCH", path, body);
    assert.deepEqual([...faults].sort(), [`${other} 1000`, "version 1006"].sort(), path);
  }
});

test("A: a serial number that is taken is told together with every other fault of the device", async (t) => {
  const { harbor } = await openEstateApp(t);
  const [client] = (await harbor.get("/clients")).data;
  const taken = { serialNumber: "GEN0000001", client: { id: client.id }, name: 5 };
  const both = ["name 1001", "serialNumber 1004"];
  assert.deepEqual(await harbor.faults("POST", "/devices", newDevice(taken)), both);
  const id = await harbor.post("/devices", newDevice({ client: { id: client.id } }));
  const { client: _, ...changed } = taken;
  assert.deepEqual(await harbor.faults("PATCH", `/devices/${id}`, changed), both);
  const unassigned = await harbor.post("/devices", newDevice({ serialNumber: "GEN0000001" }));
  const moved = { client: { id: client.id }, name: 5 };
  assert.deepEqual(await harbor.faults("PATCH", `/devices/${unassigned}`, moved), both);
});

test("A: a partner's name at the parser that is taken is told together with every other fault", async (t) => {
  const { harbor, ids } = await openEstateApp(t);
  const parent = { id: ids["harbor"] };
  await harbor.post("/partners", newPartner(parent, { partnerId: "at-the-parser" }));
  const other = newPartner(parent, { reference: "at-the-parser", name: "" });
  assert.deepEqual(await harbor.faults("POST", "/partners", other), [
    "name 1000",
    "partnerId 1004",
  ]);
});
