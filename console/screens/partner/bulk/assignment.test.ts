/** Tests of assignment.ts. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { assignmentBody, KEEP_LOCATION, NO_LOCATION } from "./assignment.ts";

const DEVICES = ["7", "8"];

function bodyFor(location: string, clientId: string | null = "3") {
  return assignmentBody(DEVICES, { clientId, location });
}

test("an assignment clears the location only if No location was chosen", () => {
  const client = { id: "3" };
  assert.deepEqual(bodyFor(KEEP_LOCATION), { devices: DEVICES, client });
  assert.deepEqual(bodyFor(NO_LOCATION), { devices: DEVICES, client, location: null });
  assert.deepEqual(bodyFor("5"), { devices: DEVICES, client, location: { id: "5" } });
});

test("devices that are taken back have no client, and the server decides on their location", () => {
  assert.deepEqual(bodyFor("5", null), { devices: DEVICES, client: null });
});
