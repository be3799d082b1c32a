/** Tests of lazy-log.ts. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { pino } from "pino";
import { LazyLog } from "./lazy-log.ts";

function gather() {
  const lines: Record<string, unknown>[] = [];
  const log = pino(
    { level: "trace", base: null, timestamp: false, serializers: { err: () => "ours" } },
    { write: (line: string) => lines.push(JSON.parse(line)) },
  );
  return { lines, log };
}

test("a log that is not used is not created", () => {
  let made = 0;
  const { log } = gather();
  const lazy = new LazyLog(() => {
    made++;
    return log;
  });
  const child = lazy.child({ reqId: "1" });
  assert.equal(made, 0);
  child.info("one");
  child.info("two");
  assert.equal(made, 1);
});

test("messages of every level are logged with the fields of the log", () => {
  const { lines, log } = gather();
  const child = new LazyLog(() => log).child({ reqId: "1" }).child({ uuid: "2" });
  const levels = ["fatal", "error", "warn", "info", "debug", "trace"] as const;
  for (const level of levels) child[level]({ level }, "said");
  child.silent("nothing");
  assert.deepEqual(
    lines,
    levels.map((level) => ({ level, reqId: "1", uuid: "2", msg: "said" })),
  );
  assert.equal(child.level, "trace");
});

test("our own log describes an error, not the framework", () => {
  const { lines, log } = gather();
  const { child } = LazyLog.prototype;
  const framework = { serializers: { err: () => "theirs" } };
  const made = Reflect.apply(child, new LazyLog(() => log), [{}, framework]) as LazyLog;
  made.error({ err: new Error("a row") });
  assert.equal(lines[0]?.["err"], "ours");
});
