/** Tests of timed-refresh.ts. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { TimedRefresh } from "./timed-refresh.ts";

function scripted() {
  const state = { nowMs: 0, refreshes: 0, isBroken: false };
  const refreshOnce = async () => {
    state.refreshes++;
    if (state.isBroken) throw new Error("the database is unavailable");
  };
  return { state, refresh: new TimedRefresh(refreshOnce, () => state.nowMs) };
}

test("nothing is fresh before the first refresh", () => {
  assert.equal(scripted().refresh.isFresh(), false);
});

test("a refresh is valid for a second", async () => {
  const { state, refresh } = scripted();
  await refresh.start();
  state.nowMs = 999;
  assert.equal(refresh.isFresh(), true);
  await refresh.start();
  state.nowMs = 1_999;
  assert.equal(refresh.isFresh(), false);
});

test("in steady use the next refresh starts in the background before the second is over", async () => {
  const { state, refresh } = scripted();
  await refresh.start();
  state.nowMs = 499;
  refresh.isFresh();
  assert.equal(state.refreshes, 1);
  state.nowMs = 500;
  assert.equal(refresh.isFresh(), true);
  await refresh.start();
  assert.equal(state.refreshes, 2, "callers share the running refresh");
  state.nowMs = 1_400;
  assert.equal(refresh.isFresh(), true);
});

test("a failed background refresh is reported only after the second is over", async () => {
  const { state, refresh } = scripted();
  await refresh.start();
  state.isBroken = true;
  state.nowMs = 600;
  assert.equal(refresh.isFresh(), true);
  await assert.rejects(refresh.start(), /unavailable/);
  state.nowMs = 1_000;
  assert.equal(refresh.isFresh(), false);
});
