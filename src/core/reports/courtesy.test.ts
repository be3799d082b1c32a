import assert from "node:assert/strict";
import { test } from "node:test";
import { Courtesy } from "./courtesy.ts";

function open() {
  const state = { ms: 0, requestMs: Number.NEGATIVE_INFINITY, turnMs: 0 };
  const rests: number[] = [];
  const courtesy = new Courtesy({
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
  const work = async (ms: number) => {
    state.ms += ms;
    await courtesy.giveWay();
  };
  return { state, rests, work };
}

test("alone, a report never rests", async () => {
  const { rests, work } = open();
  for (let piece = 0; piece < 100; piece++) await work(10);
  assert.deepEqual(rests, []);
});

test("while others are served it rests for half of what it worked", async () => {
  const { state, rests, work } = open();
  state.requestMs = 0;
  for (let piece = 0; piece < 4; piece++) await work(2);
  assert.deepEqual(rests, [2, 2]);
});

test("the later others are served the longer it rests, within bounds, and less again after", async () => {
  const { state, rests, work } = open();
  state.turnMs = 5;
  for (let piece = 0; piece < 8; piece++) {
    state.requestMs = state.ms;
    await work(10);
  }
  assert.deepEqual(rests, [10, 20, 40, 50, 50, 50, 50, 50]);
  state.turnMs = 0;
  for (let piece = 0; piece < 60; piece++) {
    state.requestMs = state.ms;
    await work(10);
  }
  assert.equal(rests.at(-1), 5);
});

test("some time after the last request it is alone again", async () => {
  const { state, rests, work } = open();
  state.requestMs = 0;
  await work(199);
  await work(10);
  assert.equal(rests.length, 1);
});
