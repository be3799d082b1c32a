/** The limit of exports that a person runs at once. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { ConsoleRefusal } from "../errors.ts";
import { EXPORTS_AT_ONCE, RunningExports } from "./running-exports.ts";

test("a person runs three exports at once, and the next one when one has ended", () => {
  const running = new RunningExports();
  const ends = Array.from({ length: EXPORTS_AT_ONCE }, () => running.begin("pos_user 1"));
  assert.throws(
    () => running.begin("pos_user 1"),
    (error) => error instanceof ConsoleRefusal && error.text.status === 429,
  );
  running.begin("pos_user 2");
  ends[0]?.();
  running.begin("pos_user 1");
  assert.throws(() => running.begin("pos_user 1"), ConsoleRefusal);
});
