/** A: how long an address may be. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { newDevice, openEstateApp } from "../kit/estate.ts";

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
