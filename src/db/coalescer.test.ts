/** Coalescing, rule by rule: what goes out together, what waits, and who hears what. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { setImmediate as oneTurn } from "node:timers/promises";
import { alignByKey, Coalescer, type CoalescerOptions, ResultsMismatch } from "./coalescer.ts";
import { DatabaseBusy } from "./database.ts";

/** A caller that is never answered must fail its test, not hold up the suite. */
const rule = (name: string, holds: () => Promise<void>) => test(name, { timeout: 20_000 }, holds);

/** A row is its keys, a blank between them, and a number after a dot: "a b.1". */
const keysOf = (row: string) => (row.split(".")[0] ?? "").split(" ").filter((key) => key !== "");
const resultOf = (row: string) => `result of ${row}`;

/** A statement that runs until the test says how it ends. */
class Run {
  readonly rows: readonly string[];
  readonly #ending = Promise.withResolvers<readonly string[]>();
  readonly results = this.#ending.promise;

  constructor(rows: readonly string[]) {
    this.rows = rows;
  }

  land(results = this.rows.map(resultOf)): void {
    this.#ending.resolve(results);
  }

  fail(error = new Error(`refused: ${this.rows}`)): void {
    this.#ending.reject(error);
  }
}

function open(options: Partial<CoalescerOptions<string, string>> = {}) {
  const runs: Run[] = [];
  const runAll = (rows: readonly string[]) => {
    const run = new Run(rows);
    runs.push(run);
    return run.results;
  };
  const coalescer = new Coalescer({ runAll, keysOf, queueMax: 1_000, ...options });
  const runMany = (...rows: string[]) => Promise.allSettled(rows.map((row) => coalescer.run(row)));
  return { coalescer, runs, runMany, sent: () => runs.map(({ rows }) => rows) };
}

const numbered = (count: number, from = 1) =>
  Array.from({ length: count }, (_, place) => `.${from + place}`);
const landed = (...rows: string[]) =>
  rows.map((row) => ({ status: "fulfilled", value: resultOf(row) }));

/** As many turns as a batch may wait for more. */
async function turn<Value>(value?: Value): Promise<Value | undefined> {
  for (let turns = 0; turns < 3; turns++) await oneTurn();
  return value;
}

rule("a row alone goes out on the next turn; one that others follow waits for them", async () => {
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

rule("rows of one turn go out in one statement, and each caller gets its own result", async () => {
  const { runs, runMany, sent } = open();
  const answers = runMany(".1", ".2", ".3");
  await Promise.resolve();
  assert.deepEqual(sent(), []);
  await turn();
  assert.deepEqual(sent(), [[".1", ".2", ".3"]]);
  runs[0]?.land();
  assert.deepEqual(await answers, landed(".1", ".2", ".3"));
});

rule("a statement holds at most 256 rows", async () => {
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

rule("two statements are in flight; what waits goes out at once when one ends", async () => {
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
  assert.deepEqual(sent(), [[".1"], [".2"], [".3", ".4"]]);
});

rule("a full queue refuses at once, and takes rows again when it has emptied", async () => {
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

rule("a contended key is in a batch once, and its rows go in order of arrival", async () => {
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

rule("a key in flight is waited for, and rows of other keys overtake", async () => {
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

rule("a row that has waited for its key is not starved by those that keep coming", async () => {
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

rule("a row of several keys waits for all, and no two rows wait for each other", async () => {
  const { runs, runMany, sent } = open();
  const answers = runMany("a.1", "b a.2", "a b.3", "b.4", "c c.5");
  for (let batch = 0; batch < 4; batch++) {
    await turn();
    runs[batch]?.land();
  }
  assert.deepEqual(await answers, landed("a.1", "b a.2", "a b.3", "b.4", "c c.5"));
  assert.deepEqual(sent(), [["a.1", "c c.5"], ["b a.2"], ["a b.3"], ["b.4"]]);
});

rule("a failing statement is run row by row: the guilty fail, each by its own error", async () => {
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
});

rule(
  "rows run alone go four at a time; meanwhile their batch keeps its place and keys",
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

rule("a row that failed alone is not run again, unless another way is given", async () => {
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

rule("an error that concerns all goes to all that are left, untried", async () => {
  const away = new Error("the server is away");
  const { runs, runMany } = open({ concernsAll: (error) => error === away });
  const awayForAll = (count: number) => Array(count).fill({ status: "rejected", reason: away });
  const answers = runMany(...numbered(6));
  await turn();
  // A statement that was cut off may have landed all the same: each row is asked for once more.
  runs[0]?.fail(away);
  await turn();
  runs[4]?.fail(away);
  await turn();
  for (const run of runs.slice(1, 4)) run.land();
  assert.deepEqual(await answers, [...landed(".1", ".2", ".3"), ...awayForAll(3)]);
  assert.equal(runs.length, 5);
});

rule("a wrong number of results fails all rows of the statement, and others go on", async () => {
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
  await coalescer.idle();
});

rule("what throws where it should answer fails its rows and holds up nobody", async () => {
  const bug = new Error("bug");
  const blow = (): never => {
    throw bug;
  };
  const choosy = open({ keysOf: (row) => (row === ".1" ? blow() : keysOf(row)) });
  const mixed = choosy.runMany(".1", ".2");
  await turn();
  choosy.runs[0]?.land();
  assert.deepEqual(await mixed, [{ status: "rejected", reason: bug }, ...landed(".2")]);

  for (const options of [{ runAll: blow }, { concernsAll: blow, runAll: blow }]) {
    const { coalescer, runMany } = open(options);
    const refused = { status: "rejected", reason: bug };
    assert.deepEqual(await runMany("a.1", "b.2", "a.3"), [refused, refused, refused]);
    await coalescer.idle();
  }
});

rule("it is idle when no row waits or is in flight, and its callers hear first", async () => {
  const { coalescer, runs, runMany } = open();
  await coalescer.idle();
  const heard: string[] = [];
  void coalescer.run("a.1").then(() => heard.push("first"));
  void coalescer.run("a.2").then(() => heard.push("second"));
  const idle = coalescer.idle().then(() => heard.push("idle"));
  await turn();
  runs[0]?.land();
  await turn();
  assert.deepEqual(heard, ["first"]);
  runs[1]?.land();
  await idle;
  assert.deepEqual(heard, ["first", "second", "idle"]);
  void runMany(".3");
  assert.notEqual(await Promise.race([coalescer.idle().then(() => "idle"), turn("busy")]), "idle");
});

test("what a statement returned is set beside the keys it was asked for", () => {
  const found = ["c3", "x9", "a1"];
  assert.deepEqual(
    alignByKey(["a", "b", "c"], found, (one) => one.charAt(0)),
    ["a1", undefined, "c3"],
  );
});
