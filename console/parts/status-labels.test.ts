/** Labels of internal status values. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { formatStatus } from "./status-labels.ts";

test("an internal status has a label that a user understands", () => {
  assert.equal(formatStatus("set_aside"), "Failed");
  assert.equal(formatStatus("authorized"), "Authorized");
  assert.equal(formatStatus("handed_over"), "Sent");
});

test("any other status is written as words", () => {
  assert.equal(formatStatus("in_transit"), "In transit");
  assert.equal(formatStatus("SETTLED"), "Settled");
});
