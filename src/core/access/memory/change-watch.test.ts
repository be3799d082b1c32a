/** Tests of change-watch.ts. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Changes } from "./access-change-store.ts";
import { ChangeWatch } from "./change-watch.ts";

/** A feed that gives the answers that the test has prepared. */
function openWatch() {
  const time = { ms: 0 };
  const asked: (string | undefined)[] = [];
  const answers: (Changes | Error)[] = [];
  const answer = async (earlier?: string) => {
    asked.push(earlier);
    time.ms += 10;
    const next = answers.shift() ?? { snapshot: `${asked.length}`, subjects: [] };
    if (next instanceof Error) throw next;
    return next;
  };
  const changes = {
    currentSnapshot: async () => (await answer()).snapshot,
    changesSince: answer,
  };
  const watch = new ChangeWatch({ changes, nowMs: () => time.ms });
  const heard: string[] = [];
  watch.onChange((subjects) => heard.push(subjects.join()));
  return { watch, time, asked, answers, heard };
}

test("memory is fresh for one second from the start of a successful check", async () => {
  const { watch, time } = openWatch();
  assert.equal(watch.isFresh(), false);
  await watch.checkForChanges();
  time.ms = 999;
  assert.equal(watch.isFresh(), true);
  time.ms = 1_000;
  assert.equal(watch.isFresh(), false);
});

test("the first check reports everything, later checks report what changed since", async () => {
  const { watch, asked, answers, heard } = openWatch();
  answers.push(
    { snapshot: "a", subjects: [] },
    { snapshot: "b", subjects: ["account:1", "partner:2"] },
  );
  for (let look = 0; look < 3; look++) await watch.checkForChanges();
  assert.deepEqual(asked, [undefined, "a", "b"]);
  assert.deepEqual(heard, ["everything", "account:1,partner:2"]);
});

test("after a failed check nothing is fresh, and everything is reported as changed", async () => {
  const { watch, asked, answers, heard } = openWatch();
  await watch.checkForChanges();
  answers.push(new Error("away"));
  await watch.checkForChanges();
  assert.equal(watch.isFresh(), false);
  assert.deepEqual(heard, ["everything", "everything"]);
  await watch.checkForChanges();
  assert.equal(watch.isFresh(), true);
  assert.deepEqual(asked, [undefined, "1", undefined]);
  assert.equal(heard.length, 3);
});
