/** Tests of report-pacing.ts. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { ReportPacing } from "./report-pacing.ts";

/** The bytes per millisecond while other requests are served. */
const SLOW_BYTES_PER_MS = 4 * 1_024;

function open() {
  const state = { ms: 0, requestMs: Number.NEGATIVE_INFINITY, turnMs: 0 };
  const pauses: number[] = [];
  const pacing = new ReportPacing({
    nowMs: () => state.ms,
    pause: async (ms) => {
      pauses.push(ms);
      state.ms += ms;
    },
    nextTurn: async () => {
      state.ms += state.turnMs;
    },
    lastRequestMs: () => state.requestMs,
  });
  /** A chunk that took `tookMs` and has the bytes of `worthMs` at the slow speed. */
  const take = async (tookMs: number, worthMs: number) => {
    state.ms += tookMs;
    await pacing.pace(worthMs * SLOW_BYTES_PER_MS);
  };
  return { state, pauses, take };
}

test("a report does not pause if nothing else is served", async () => {
  const { pauses, take } = open();
  for (let piece = 0; piece < 100; piece++) await take(1, 100);
  assert.deepEqual(pauses, []);
});

test("while other requests are served, a report pauses until its bytes were due", async () => {
  const { state, pauses, take } = open();
  state.requestMs = 0;
  await take(1, 8);
  await take(2, 8);
  assert.deepEqual(pauses, [7, 6]);
});

test("chunks that arrive slowly are not delayed", async () => {
  const { state, pauses, take } = open();
  state.requestMs = 0;
  for (let piece = 0; piece < 10; piece++) await take(8, 8);
  assert.deepEqual(pauses, []);
});

test("small chunks add up until a pause is long enough for a timer", async () => {
  const { state, pauses, take } = open();
  state.requestMs = 0;
  for (let piece = 0; piece < 4; piece++) await take(0, 1);
  assert.deepEqual(pauses, [2, 2]);
});

test("late turns make pauses longer, up to a limit, and good turns make them shorter again", async () => {
  const { state, pauses, take } = open();
  state.turnMs = 5;
  for (let piece = 0; piece < 6; piece++) {
    state.requestMs = state.ms;
    await take(0, 8);
  }
  assert.deepEqual(pauses, [8, 16, 32, 50, 50, 50]);
  state.turnMs = 0;
  for (let piece = 0; piece < 60; piece++) {
    state.requestMs = state.ms;
    await take(0, 8);
  }
  assert.equal(pauses.at(-1), 8);
});

test("some time after the last request, a report runs at full speed again", async () => {
  const { state, pauses, take } = open();
  state.requestMs = 0;
  await take(199, 300);
  await take(10, 300);
  assert.equal(pauses.length, 1);
});
