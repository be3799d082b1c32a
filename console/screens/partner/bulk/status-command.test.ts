/** The command that changes the status of devices. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { writeStatusCall } from "./status-command.ts";

const ORIGIN = "https://gateway.test";

test("one device is one command", () => {
  assert.equal(
    writeStatusCall(ORIGIN, [{ id: "7", serialNumber: "A" }], "inTransit"),
    `curl -sS -u USER -X PATCH "https://gateway.test/api/v1/devices/7" \\
  -H "Content-Type: application/json" \\
  -d '{"deviceState":{"name":"inTransit"}}'`,
  );
});

test("several devices are a loop over their ids", () => {
  const devices = ["7", "8"].map((id) => ({ id, serialNumber: `' $(${id})` }));
  const call = writeStatusCall(ORIGIN, devices, "stored");
  assert.match(call, /^for DEVICE in 7 8; do\n {2}curl .*devices\/\$DEVICE" \\\n[\s\S]*\ndone$/);
  assert.ok(!call.includes("' $("), "serial numbers could break the command");
  assert.equal(writeStatusCall(ORIGIN, [], "stored"), "");
});
