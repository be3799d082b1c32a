/** Tests of result.ts. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Round } from "./measure.ts";
import { type RowResult, resultOf } from "./result.ts";
import type { BenchRow } from "./row.ts";
import { tableOf } from "./table.ts";

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
  const { ratio, product, peer } = resultOf(aRow(), rounds);
  assert.deepEqual({ ratio, product, peer }, { ratio: 1, product: 100, peer: 100 });
});

test("where less is better the ratio is turned round", () => {
  const { ratio } = resultOf(aRow({ better: "lower" }), [aRound(500, 1000)]);
  assert.equal(ratio, 2);
});

test("a row is met when its ratio and its p99 are", () => {
  const row = aRow({ target: 0.9, p99Target: 1.25 });
  assert.equal(resultOf(row, [aRound(95, 100, [12, 10])]).met, true);
  assert.equal(resultOf(row, [aRound(85, 100, [12, 10])]).met, false);
  assert.equal(resultOf(row, [aRound(95, 100, [13, 10])]).met, false);
});

test("a row without a promise is neither met nor missed", () => {
  assert.equal(resultOf(aRow(), [aRound(1, 2)]).met, null);
});

test("limits hold the product's own figures", () => {
  const limits = [{ figure: "lag ms", unit: "ms", atMost: 2_000 }];
  const round = (lag: number): Round => ({
    product: { value: 1, figures: { "lag ms": lag } },
    peer: { value: 1 },
    beside: {},
    taken: 0,
  });
  assert.equal(resultOf(aRow({ limits }), [round(2_000)]).met, true);
  assert.equal(resultOf(aRow({ limits }), [round(2_001)]).met, false);
});

test("a figure that was not measured meets no limit", () => {
  const limits = [{ figure: "never measured", unit: "ms", atMost: 2_000 }];
  assert.equal(resultOf(aRow({ limits }), [aRound(1, 1)]).met, false);
});

test("other peers are shown with a ratio of their own", () => {
  const round = { ...aRound(100, 200), beside: { narrow: { value: 400 } } };
  assert.deepEqual(resultOf(aRow(), [round]).beside, { narrow: { value: 400, ratio: 0.25 } });
});

test("of more rounds than were wanted those count that the host disturbed least", () => {
  const taken = [0.3, 0, 0.01, 0.2];
  const rounds = [10, 50, 60, 20].map((product, place) => ({
    ...aRound(product, 100),
    taken: taken[place] ?? 0,
  }));
  const result = resultOf(aRow({ target: 0.5 }), rounds, 2);
  assert.deepEqual([result.ratio, result.met], [0.55, true]);
  assert.deepEqual(result.host, { taken: 0.005, leftOut: 2, ratioOfAll: 0.35 });
  assert.equal(result.rounds.length, 4);
});

test("the table says what the host took, and the ratio of all rounds where some do not count", () => {
  const disturbed = { ...aRound(20, 100), taken: 0.3 };
  const told = tableOf([resultOf(aRow(), [aRound(50, 100), disturbed], 1)]);
  assert.match(
    told,
    /the host took 0 % of the processors; with 1 more disturbed rounds the ratio is 0\.35/,
  );
  assert.match(tableOf([resultOf(aRow(), [disturbed])]), /the host took 30 % of the processors$/m);
  assert.doesNotMatch(tableOf([resultOf(aRow(), [aRound(50, 100)])]), /the host/);
});

function lineOf(text: string, start: string): string {
  return text.split("\n").find((line) => line.startsWith(start)) ?? "";
}

test("the table shows both sides, the ratio with its spread, and whether the target is met", () => {
  const row = aRow({ target: 0.9, p99Target: 1.25 });
  const table = tableOf([resultOf(row, [aRound(1234, 1300, [11, 10])])]);
  assert.match(
    lineOf(table, "a-row "),
    /^a-row +1,234 a second +1,300 a second +0\.95 +0\.95 – 0\.95 +1\.10 +ratio ≥ 0\.9, p99 ratio ≤ 1\.25 +yes$/,
  );
});

test("a target that belongs to work still to be done is not met yet", () => {
  const met = (row: BenchRow) => lineOf(tableOf([resultOf(row, [aRound(1, 2)])]), "a-row ");
  assert.match(met(aRow({ target: 0.9, isAhead: true })), / not yet$/);
  assert.match(met(aRow({ target: 0.9 })), / no$/);
});

test("a row that could not be measured says why and leaves the columns of others alone", () => {
  const failure = { name: "another-row", about: "", failure: "x".repeat(200) };
  const result: RowResult = resultOf(aRow({ target: 0.9 }), [aRound(1, 1)]);
  const table = tableOf([failure, result]);
  assert.match(lineOf(table, "another-row"), /could not be measured: x+$/);
  assert.ok(lineOf(table, "a-row ").length < 100, table);
});
