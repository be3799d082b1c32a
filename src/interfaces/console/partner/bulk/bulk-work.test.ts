/** How much bulk work runs at once. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { setImmediate as afterPromises } from "node:timers/promises";
import { BulkWork } from "./bulk-work.ts";

function openWork() {
  const bulk = new BulkWork();
  const ended = Promise.withResolvers<void>();
  const running: string[] = [];
  const start = (who: string) =>
    bulk.run(who, () => {
      running.push(who);
      return ended.promise;
    });
  return { bulk, ended, running, start };
}

test("of all people two run bulk work at once, twenty wait, and others are refused", async () => {
  const { ended, running, start } = openWork();
  const started = Array.from({ length: 22 }, (_, n) => start(`${n}`));
  await afterPromises();
  assert.deepEqual(running, ["0", "1"]);
  await assert.rejects(start("22"), /Too many imports/);
  ended.resolve();
  await Promise.all(started);
  assert.equal(running.length, 22);
});

test("a person runs one bulk work at a time, so that another person's can run beside it", async () => {
  const { ended, running, start } = openWork();
  const started = ["ann", "ann", "ann", "ben"].map(start);
  await afterPromises();
  assert.deepEqual(running, ["ann", "ben"]);
  await assert.rejects(start("ann"), /Too many imports/);
  ended.resolve();
  await Promise.all(started);
});

test("bulk work that fails does not keep its place", async () => {
  const { bulk } = openWork();
  const failing = () => Promise.reject(new Error("no such client"));
  for (let n = 0; n < 5; n++) await assert.rejects(bulk.run("ann", failing), /no such/);
});
