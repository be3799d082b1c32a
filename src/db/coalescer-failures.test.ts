/** Coalescing: the results of callers if a statement fails. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { landed, numbered, open, rowKeys, rule, turn } from "../../test/kit/coalescing.ts";
import { alignByKey, ResultsMismatch } from "./coalescer.ts";

rule(
  "a failed statement is repeated row by row, and each bad row fails with its own error",
  async () => {
    const { runs, runMany } = open();
    const answers = runMany(".1", ".2", ".3");
    await turn();
    runs[0]?.fail();
    await turn();
    assert.deepEqual(
      runs.slice(1).map(({ rows }) => rows),
      [[".1"], [".2"], [".3"]],
    );
    const errors = [new Error("two"), new Error("three")];
    runs[1]?.land();
    runs[2]?.fail(errors[0]);
    runs[3]?.fail(errors[1]);
    const refused = errors.map((reason) => ({ status: "rejected", reason }));
    assert.deepEqual(await answers, [...landed(".1"), ...refused]);
  },
);

rule(
  "rows are repeated four at a time, and their batch keeps its place and keys meanwhile",
  async () => {
    const { coalescer, runs, runMany, sent } = open();
    const answers = runMany("a.1", ".2", ".3", ".4", ".5");
    await turn();
    runs[0]?.fail();
    await turn();
    assert.deepEqual(sent().slice(1), [["a.1"], [".2"], [".3"], [".4"]]);
    runs[1]?.land();
    void runMany("a.6", ".7");
    await turn();
    assert.deepEqual(sent().slice(5), [[".5"], [".7"]]);
    void coalescer.run(".8");
    await turn();
    assert.deepEqual([runs.length, coalescer.waiting], [7, 2]);
    for (const run of runs.slice(2, 6)) run.land();
    assert.deepEqual(await answers, landed("a.1", ".2", ".3", ".4", ".5"));
    await turn();
    assert.deepEqual(sent().slice(7), [[".8", "a.6"]]);
  },
);

rule("a row that failed alone is not repeated, unless runOne is given", async () => {
  const plain = open();
  const refused = assert.rejects(plain.coalescer.run(".1"), /refused: .1/);
  await turn();
  plain.runs[0]?.fail();
  await refused;
  assert.equal(plain.runs.length, 1);

  const careful = open({ runOne: async (row) => `looked up ${row}` });
  const answer = careful.coalescer.run(".1");
  await turn();
  careful.runs[0]?.fail();
  assert.equal(await answer, "looked up .1");
});

rule("an error that affects all rows fails the remaining rows without trying them", async () => {
  const away = new Error("the server is away");
  const { runs, runMany } = open({ failsAllRows: (error) => error === away });
  const awayForAll = (count: number) => Array(count).fill({ status: "rejected", reason: away });
  const answers = runMany(...numbered(6));
  await turn();
  // A statement that was cut off may have been committed, so each row is looked up once.
  runs[0]?.fail(away);
  await turn();
  runs[4]?.fail(away);
  await turn();
  for (const run of runs.slice(1, 4)) run.land();
  assert.deepEqual(await answers, [...landed(".1", ".2", ".3"), ...awayForAll(3)]);
  assert.equal(runs.length, 5);
});

rule("a wrong number of results fails all rows of the statement, and others continue", async () => {
  const { coalescer, runs, runMany } = open();
  for (const results of [[], ["one"], ["one", "two", "three"]]) {
    const answers = runMany("a.1", "b.2");
    await turn();
    runs.at(-1)?.land(results);
    for (const answer of await answers) {
      assert.ok(answer.status === "rejected" && answer.reason instanceof ResultsMismatch);
    }
  }
  assert.equal(runs.length, 3);
  const alone = runMany("a.1", "b.2");
  await turn();
  runs[3]?.fail();
  await turn();
  runs[4]?.land([]);
  runs[5]?.land();
  assert.deepEqual(
    (await alone).map(({ status }) => status),
    ["rejected", "fulfilled"],
  );
  await coalescer.whenIdle();
});

rule("a callback that throws fails its rows and blocks nothing else", async () => {
  const bug = new Error("bug");
  const blow = (): never => {
    throw bug;
  };
  const choosy = open({ rowKeys: (row) => (row === ".1" ? blow() : rowKeys(row)) });
  const mixed = choosy.runMany(".1", ".2");
  await turn();
  choosy.runs[0]?.land();
  assert.deepEqual(await mixed, [{ status: "rejected", reason: bug }, ...landed(".2")]);

  for (const options of [{ runAll: blow }, { concernsAll: blow, runAll: blow }]) {
    const { coalescer, runMany } = open(options);
    const refused = { status: "rejected", reason: bug };
    assert.deepEqual(await runMany("a.1", "b.2", "a.3"), [refused, refused, refused]);
    await coalescer.whenIdle();
  }
});

rule("it is idle when no row waits or runs, after its callers were answered", async () => {
  const { coalescer, runs, runMany } = open();
  await coalescer.whenIdle();
  const heard: string[] = [];
  void coalescer.run("a.1").then(() => heard.push("first"));
  void coalescer.run("a.2").then(() => heard.push("second"));
  const idle = coalescer.whenIdle().then(() => heard.push("idle"));
  await turn();
  runs[0]?.land();
  await turn();
  assert.deepEqual(heard, ["first"]);
  runs[1]?.land();
  await idle;
  assert.deepEqual(heard, ["first", "second", "idle"]);
  void runMany(".3");
  assert.notEqual(
    await Promise.race([coalescer.whenIdle().then(() => "idle"), turn("busy")]),
    "idle",
  );
});

test("returned rows are put into the order of the requested keys", () => {
  const found = ["c3", "x9", "a1"];
  assert.deepEqual(
    alignByKey(["a", "b", "c"], found, (one) => one.charAt(0)),
    ["a1", undefined, "c3"],
  );
});
