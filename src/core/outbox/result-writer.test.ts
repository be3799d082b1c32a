/** Results of deliveries are stored together, and none is lost while the database is away. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { DeliveryResult } from "./delivery.ts";
import { ResultWriter } from "./result-writer.ts";

function resultWith(id: string, answer = "ok"): DeliveryResult {
  return {
    accountId: "1",
    id,
    attemptedAt: Temporal.Instant.from("2026-03-01T12:00:00Z"),
    durationMs: 1,
    outcome: "delivered",
    status: 200,
    failure: undefined,
    answer,
    next: { kind: "delivered" },
  };
}

/** A writer whose database fails with the given errors, and the batches that were stored. */
function scripted(errors: (Error | undefined)[], refuses: (result: DeliveryResult) => boolean) {
  const written: string[][] = [];
  const failures: unknown[] = [];
  const finishing = Promise.withResolvers<void>();
  const writer = new ResultWriter({
    write: async (results) => {
      const problem = errors.shift();
      if (problem !== undefined) throw problem;
      if (results.some(refuses)) throw Object.assign(new Error("bad text"), { code: "22021" });
      written.push(results.map(({ id }) => id));
    },
    onWritten: () => writer.isBusy || finishing.resolve(),
    onFailure: (error) => failures.push(error),
  });
  return { writer, written, failures, finished: finishing.promise };
}

test("results that arrive together are stored together", async () => {
  const { writer, written, finished } = scripted([], () => false);
  for (const id of ["1", "2", "3"]) writer.add(resultWith(id));
  await finished;
  assert.deepEqual(written, [["1", "2", "3"]]);
});

test("results are stored when the database is back", async () => {
  const { writer, written, failures, finished } = scripted([new Error("away")], () => false);
  writer.add(resultWith("1"));
  await finished;
  assert.deepEqual(written, [["1"]]);
  assert.equal(failures.length, 1);
});

test("a result that the database refuses does not block the others", async () => {
  const { writer, written, finished } = scripted([], ({ answer }) => answer === "bad");
  for (const [id, text] of [["1"], ["2", "bad"], ["3"]] as const) writer.add(resultWith(id, text));
  await finished;
  assert.deepEqual(written, [["1"], ["2"], ["3"]]);
});

test("results that have arrived when it is stopped are stored", async () => {
  const { writer, written } = scripted([], () => false);
  for (const id of ["1", "2"]) writer.add(resultWith(id));
  await writer.stop();
  assert.deepEqual(written, [["1", "2"]]);
  writer.add(resultWith("3"));
  await writer.stop();
  assert.deepEqual(written, [["1", "2"], ["3"]]);
});

test("results that cannot be stored when it is stopped are dropped", async () => {
  const { writer, written, failures } = scripted(
    [new Error("away"), new Error("away")],
    () => false,
  );
  writer.add(resultWith("1"));
  await writer.stop();
  assert.deepEqual(written, []);
  assert.equal(failures.length, 2);
  assert.equal(writer.isBusy, false);
});
