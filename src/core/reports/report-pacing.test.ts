/** Tests of report-pacing.ts. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { ReportPacing } from "./report-pacing.ts";

/** What may be taken in a millisecond while others are served. */
const WALK = 4 * 1_024;

function open() {
  const state = { ms: 0, requestMs: Number.NEGATIVE_INFINITY, turnMs: 0 };
  const rests: number[] = [];
  const pacing = new ReportPacing({
    nowMs: () => state.ms,
    pause: async (ms) => {
      rests.push(ms);
      state.ms += ms;
    },
    nextTurn: async () => {
      state.ms += state.turnMs;
    },
    lastRequestMs: () => state.requestMs,
  });
  /** A piece that took so long, and holds what may be taken in so many milliseconds. */
  const take = async (tookMs: number, worthMs: number) => {
    state.ms += tookMs;
    await pacing.pace(worthMs * WALK);
  };
  return { state, rests, take };
}

test("alone, a report never rests", async () => {
  const { rests, take } = open();
  for (let piece = 0; piece < 100; piece++) await take(1, 100);
  assert.deepEqual(rests, []);
});

test("while others are served it rests until what it took was due", async () => {
  const { state, rests, take } = open();
  state.requestMs = 0;
  await take(1, 8);
  await take(2, 8);
  assert.deepEqual(rests, [7, 6]);
});

test("pieces that come no faster than a walk are not held up", async () => {
  const { state, rests, take } = open();
  state.requestMs = 0;
  for (let piece = 0; piece < 10; piece++) await take(8, 8);
  assert.deepEqual(rests, []);
});

test("small pieces are gathered until a rest is long enough for a timer", async () => {
  const { state, rests, take } = open();
  state.requestMs = 0;
  for (let piece = 0; piece < 4; piece++) await take(0, 1);
  assert.deepEqual(rests, [2, 2]);
});

test("the later others are served the longer it rests, within bounds, and less again after", async () => {
  const { state, rests, take } = open();
  state.turnMs = 5;
  for (let piece = 0; piece < 6; piece++) {
    state.requestMs = state.ms;
    await take(0, 8);
  }
  assert.deepEqual(rests, [8, 16, 32, 50, 50, 50]);
  state.turnMs = 0;
  for (let piece = 0; piece < 60; piece++) {
    state.requestMs = state.ms;
    await take(0, 8);
  }
  assert.equal(rests.at(-1), 8);
});

test("some time after the last request it is alone again", async () => {
  const { state, rests, take } = open();
  state.requestMs = 0;
  await take(199, 300);
  await take(10, 300);
  assert.equal(rests.length, 1);
});
