/** Tests of result.ts. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Round } from "./measure.ts";
import { computeResult, type RowResult } from "./result.ts";
import type { BenchRow } from "./row.ts";
import { writeTable } from "./table.ts";

function aRow(parts: Partial<BenchRow> = {}): BenchRow {
  return {
    name: "a-row",
    about: "something",
    unit: "a second",
    better: "higher",
    prepare: () => Promise.reject(new Error("not prepared in this test")),
    ...parts,
  };
}

function aRound(product: number, peer: number, p99: readonly [number, number] = [10, 10]): Round {
  return {
    product: { value: product, p99Ms: p99[0] },
    peer: { value: peer, p99Ms: p99[1] },
    beside: {},
    taken: 0,
  };
}

test("the ratio is the median of the rounds' ratios, not the ratio of the medians", () => {
  const rounds = [aRound(100, 100), aRound(10, 20), aRound(300, 100)];
  const { ratio, product, peer } = computeResult(aRow(), rounds);
  assert.deepEqual({ ratio, product, peer }, { ratio: 1, product: 100, peer: 100 });
});

test("the ratio is inverted if less is better", () => {
  const { ratio } = computeResult(aRow({ better: "lower" }), [aRound(500, 1000)]);
  assert.equal(ratio, 2);
});

test("a row is met if its ratio and its p99 meet their targets", () => {
  const row = aRow({ target: 0.9, p99Target: 1.25 });
  assert.equal(computeResult(row, [aRound(95, 100, [12, 10])]).met, true);
  assert.equal(computeResult(row, [aRound(85, 100, [12, 10])]).met, false);
  assert.equal(computeResult(row, [aRound(95, 100, [13, 10])]).met, false);
});

test("a row without a target is neither met nor missed", () => {
  assert.equal(computeResult(aRow(), [aRound(1, 2)]).met, null);
});

test("limits apply to the product's own figures", () => {
  const limits = [{ figure: "lag ms", unit: "ms", atMost: 2_000 }];
  const round = (lag: number): Round => ({
    product: { value: 1, figures: { "lag ms": lag } },
    peer: { value: 1 },
    beside: {},
    taken: 0,
  });
  assert.equal(computeResult(aRow({ limits }), [round(2_000)]).met, true);
  assert.equal(computeResult(aRow({ limits }), [round(2_001)]).met, false);
});

test("a figure that was not measured meets no limit", () => {
  const limits = [{ figure: "never measured", unit: "ms", atMost: 2_000 }];
  assert.equal(computeResult(aRow({ limits }), [aRound(1, 1)]).met, false);
});

test("other peers are shown with their own ratio", () => {
  const round = { ...aRound(100, 200), beside: { narrow: { value: 400 } } };
  assert.deepEqual(computeResult(aRow(), [round]).beside, { narrow: { value: 400, ratio: 0.25 } });
});

test("if there are more rounds than wanted, those that the host disturbed least count", () => {
  const taken = [0.3, 0, 0.01, 0.2];
  const rounds = [10, 50, 60, 20].map((product, place) => ({
    ...aRound(product, 100),
    taken: taken[place] ?? 0,
  }));
  const result = computeResult(aRow({ target: 0.5 }), rounds, 2);
  assert.deepEqual([result.ratio, result.met], [0.55, true]);
  assert.deepEqual(result.host, { taken: 0.005, leftOut: 2, ratioOfAll: 0.35 });
  assert.equal(result.rounds.length, 4);
});

test("the table shows the host's share, and the ratio of all rounds if some do not count", () => {
  const disturbed = { ...aRound(20, 100), taken: 0.3 };
  const told = writeTable([computeResult(aRow(), [aRound(50, 100), disturbed], 1)]);
  assert.match(
    told,
    /the host took 0 % of the processors; with 1 more disturbed rounds the ratio is 0\.35/,
  );
  assert.match(
    writeTable([computeResult(aRow(), [disturbed])]),
    /the host took 30 % of the processors$/m,
  );
  assert.doesNotMatch(writeTable([computeResult(aRow(), [aRound(50, 100)])]), /the host/);
});

function findLine(text: string, start: string): string {
  return text.split("\n").find((line) => line.startsWith(start)) ?? "";
}

test("the table shows both sides, the ratio with its spread, and whether the target is met", () => {
  const row = aRow({ target: 0.9, p99Target: 1.25 });
  const table = writeTable([computeResult(row, [aRound(1234, 1300, [11, 10])])]);
  assert.match(
    findLine(table, "a-row "),
    /^a-row +1,234 a second +1,300 a second +0\.95 +0\.95 – 0\.95 +1\.10 +ratio ≥ 0\.9, p99 ratio ≤ 1\.25 +yes$/,
  );
});

test("a target of unfinished work is shown as not met yet", () => {
  const met = (row: BenchRow) =>
    findLine(writeTable([computeResult(row, [aRound(1, 2)])]), "a-row ");
  assert.match(met(aRow({ target: 0.9, isAhead: true })), / not yet$/);
  assert.match(met(aRow({ target: 0.9 })), / no$/);
});

test("a row that cannot be measured shows why, without changing the other columns", () => {
  const failure = { name: "another-row", about: "", failure: "x".repeat(200) };
  const result: RowResult = computeResult(aRow({ target: 0.9 }), [aRound(1, 1)]);
  const table = writeTable([failure, result]);
  assert.match(findLine(table, "another-row"), /could not be measured: x+$/);
  assert.ok(findLine(table, "a-row ").length < 100, table);
});
