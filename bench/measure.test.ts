import assert from "node:assert/strict";
import { test } from "node:test";
import { measureRow } from "./measure.ts";
import type { Contest, Pace } from "./row.ts";

const PACE: Pace = {
  rounds: 4,
  roundsMin: 2,
  rowLimitMs: 60_000,
  seconds: 2,
  warmUpSeconds: 1,
  scale: 1,
};

function aContest(parts: Partial<Contest> = {}) {
  const turns: [side: string, seconds: number][] = [];
  const side = (name: string) => async (seconds: number) => {
    turns.push([name, seconds]);
    return { value: turns.length };
  };
  return { turns, contest: { product: side("product"), peer: side("peer"), ...parts } };
}

const row = { name: "a-row" };
const say = () => {};

test("after a warm-up of both, the sides take turns, every second round backwards", async () => {
  const { turns, contest } = aContest();
  const rounds = await measureRow(row, contest, { pace: PACE, say });
  const order = turns.map(([name, seconds]) => `${name} ${seconds}`);
  const [forwards, backwards] = [
    ["product 2", "peer 2"],
    ["peer 2", "product 2"],
  ];
  const warmUp = ["product 1", "peer 1"];
  assert.deepEqual(order, [warmUp, forwards, backwards, forwards, backwards].flat());
  assert.equal(rounds.length, 4);
  assert.deepEqual(rounds[1], { product: { value: 6 }, peer: { value: 5 }, beside: {} });
});

test("what preparing has warmed is not warmed again", async () => {
  const { turns, contest } = aContest({ isWarm: true });
  await measureRow(row, contest, { pace: PACE, say });
  assert.equal(turns.length, 8);
});

test("a row that takes too long ends after the rounds it must have", async () => {
  const { contest } = aContest();
  const rounds = await measureRow(row, contest, { pace: { ...PACE, rowLimitMs: -1 }, say });
  assert.equal(rounds.length, 2);
});

test("other peers have a turn in every round", async () => {
  const narrow = async () => ({ value: 9 });
  const { contest } = aContest({ beside: { narrow } });
  const [round] = await measureRow(row, contest, { pace: PACE, say });
  assert.deepEqual(round?.beside, { narrow: { value: 9 } });
});
