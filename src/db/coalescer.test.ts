/** Coalescing: which rows share a statement, and which wait. */
import assert from "node:assert/strict";
import { setImmediate as oneTurn } from "node:timers/promises";
import { landed, numbered, open, rule, turn } from "../../test/kit/coalescing.ts";
import { DatabaseBusy } from "./server-errors.ts";

rule("a single row is sent on the next turn, and a row waits while others follow it", async () => {
  const { runs, runMany, sent } = open();
  const alone = runMany(".1");
  await oneTurn();
  assert.deepEqual(sent(), [[".1"]]);
  const first = runMany(".2");
  const more = runMany(".3");
  await oneTurn();
  const last = runMany(".4");
  await turn();
  assert.deepEqual(sent(), [[".1"], [".2", ".3", ".4"]]);
  for (const run of runs) run.land();
  await Promise.all([alone, first, more, last]);
});

rule("rows of one turn share a statement, and each caller gets its own result", async () => {
  const { runs, runMany, sent } = open();
  const answers = runMany(".1", ".2", ".3");
  await Promise.resolve();
  assert.deepEqual(sent(), []);
  await turn();
  assert.deepEqual(sent(), [[".1", ".2", ".3"]]);
  runs[0]?.land();
  assert.deepEqual(await answers, landed(".1", ".2", ".3"));
});

rule("a statement has at most 256 rows", async () => {
  const { coalescer, runs, runMany } = open();
  const answers = runMany(...numbered(600));
  await turn();
  assert.deepEqual([...runs.map(({ rows }) => rows.length), coalescer.waiting], [256, 256, 88]);
  runs[1]?.land();
  await turn();
  assert.deepEqual(runs[2]?.rows, numbered(88, 513));
  for (const run of runs) run.land();
  assert.deepEqual(await answers, landed(...numbered(600)));
});

rule("two statements run at a time, and waiting rows are sent a turn after one ends", async () => {
  const { coalescer, runs, runMany, sent } = open();
  const first = coalescer.run(".1");
  await turn();
  void coalescer.run(".2");
  await turn();
  void runMany(".3", ".4");
  await turn();
  assert.deepEqual(sent(), [[".1"], [".2"]]);
  runs[0]?.land();
  await first;
  void coalescer.run(".5");
  assert.deepEqual(sent(), [[".1"], [".2"]], "callers that were answered continue first");
  await turn();
  assert.deepEqual(sent(), [[".1"], [".2"], [".3", ".4", ".5"]]);
});

rule("a full queue refuses at once, and accepts rows again when it is empty", async () => {
  const { coalescer, runs, runMany } = open({ queueMax: 2 });
  const answers = runMany("a.1", "a.2");
  await assert.rejects(coalescer.run(".3"), DatabaseBusy);
  await turn();
  void coalescer.run("a.4");
  await assert.rejects(coalescer.run(".5"), DatabaseBusy);
  assert.equal(coalescer.waiting, 2);
  runs[0]?.land();
  await turn();
  runs[1]?.land();
  assert.deepEqual(await answers, landed("a.1", "a.2"));
});

rule("a key occurs once in a batch, and its rows run in order of arrival", async () => {
  const { runs, runMany, sent } = open();
  const answers = runMany("a.1", "a.2", "b.3", "a.4");
  for (let batch = 0; batch < 3; batch++) {
    await turn();
    assert.equal(runs.length, batch + 1);
    runs[batch]?.land();
  }
  assert.deepEqual(await answers, landed("a.1", "a.2", "b.3", "a.4"));
  assert.deepEqual(sent(), [["a.1", "b.3"], ["a.2"], ["a.4"]]);
});

rule("rows wait for a key that is in use, and rows of other keys overtake them", async () => {
  const { coalescer, runs, runMany, sent } = open();
  void coalescer.run("a.1");
  await turn();
  void runMany("a.2", "b.3", ".4");
  await turn();
  assert.deepEqual(sent(), [["a.1"], ["b.3", ".4"]]);
  runs[1]?.land();
  await turn();
  assert.equal(runs.length, 2);
  runs[0]?.land();
  await turn();
  assert.deepEqual(runs[2]?.rows, ["a.2"]);
});

rule("a row that has waited for its key is not overtaken forever", async () => {
  const { runs, runMany, sent } = open({ rowsMax: 2, inFlightMax: 1 });
  void runMany("a.1", "a.2", ".3");
  for (let batch = 0; batch < 3; batch++) {
    await turn();
    void runMany(...numbered(2, 4 + batch * 2));
    runs[batch]?.land();
  }
  assert.deepEqual(sent(), [
    ["a.1", ".3"],
    [".4", ".5"],
    ["a.2", ".6"],
  ]);
});

rule(
  "a row with several keys waits for all of them, and no two rows wait for each other",
  async () => {
    const { runs, runMany, sent } = open();
    const answers = runMany("a.1", "b a.2", "a b.3", "b.4", "c c.5");
    for (let batch = 0; batch < 4; batch++) {
      await turn();
      runs[batch]?.land();
    }
    assert.deepEqual(await answers, landed("a.1", "b a.2", "a b.3", "b.4", "c c.5"));
    assert.deepEqual(sent(), [["a.1", "c c.5"], ["b a.2"], ["a b.3"], ["b.4"]]);
  },
);
