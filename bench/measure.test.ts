/** Tests of measure.ts. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { measureRow } from "./measure.ts";
import type { Contest, Pace } from "./row.ts";

const PACE: Pace = {
  rounds: 4,
  againMax: 0,
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

test("after a warm-up of both sides they take turns, in reverse order in every second round", async () => {
  const { turns, contest } = aContest();
  const hostTimes = () => undefined;
  const rounds = await measureRow(row, contest, { pace: PACE, say, hostTimes });
  const order = turns.map(([name, seconds]) => `${name} ${seconds}`);
  const [forwards, backwards] = [
    ["product 2", "peer 2"],
    ["peer 2", "product 2"],
  ];
  const warmUp = ["product 1", "peer 1"];
  assert.deepEqual(order, [warmUp, forwards, backwards, forwards, backwards].flat());
  assert.equal(rounds.length, 4);
  const second = { product: { value: 6 }, peer: { value: 5 }, beside: {}, taken: 0 };
  assert.deepEqual(rounds[1], second);
});

test("a side that is already warm is not warmed up again", async () => {
  const { turns, contest } = aContest({ isWarm: true });
  await measureRow(row, contest, { pace: PACE, say });
  assert.equal(turns.length, 8);
});

test("a row that takes too long ends after its minimum of rounds", async () => {
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

/** A machine whose host takes these shares of the rounds. */
function aHost(shares: readonly number[]) {
  let [looks, taken, all] = [0, 0, 0];
  return () => {
    if (looks % 2 === 1) {
      all += 1_000;
      taken += 1_000 * (shares[(looks - 1) / 2] ?? 0);
    }
    looks++;
    return { taken, all };
  };
}

test("a round that the host disturbed is repeated, up to a limit", async () => {
  const pace = { ...PACE, againMax: 3 };
  const roundsWith = async (shares: readonly number[]) =>
    measureRow(row, aContest().contest, { pace, say, hostTimes: aHost(shares) });
  const some = await roundsWith([0, 0.1, 0.02, 0.03, 0, 0]);
  assert.deepEqual(
    some.map(({ taken }) => taken),
    [0, 0.1, 0.02, 0.03, 0, 0],
  );
  const never = await roundsWith(Array.from({ length: 20 }, () => 0.5));
  assert.equal(never.length, 7);
});
