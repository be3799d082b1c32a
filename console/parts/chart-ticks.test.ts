/** Tests of chart-ticks.ts. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { tickLabels } from "./chart-ticks.ts";

const format = (cents: number) => `$${cents / 100}`;

test("a chart of amounts labels every tick", () => {
  const series = [{ values: [0, 1200] }, { values: [0, 0] }];
  assert.deepEqual(tickLabels([0, 500, 1000], { series, format }), ["$0", "$5", "$10"]);
});

test("an empty chart labels only zero", () => {
  const series = [{ values: [0, 0] }, { values: [] }];
  assert.deepEqual(tickLabels([0, 0.5, 1], { series, format }), ["$0", "", ""]);
});
