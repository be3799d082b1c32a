import assert from "node:assert/strict";
import { test } from "node:test";
import { Recheck } from "./recheck.ts";

function scripted() {
  const state = { nowMs: 0, looks: 0, isBroken: false };
  const look = async () => {
    state.looks++;
    if (state.isBroken) throw new Error("the database is away");
  };
  return { state, recheck: new Recheck(look, () => state.nowMs) };
}

test("nothing is good before the first look", () => {
  assert.equal(scripted().recheck.isGood(), false);
});

test("a look is good for a second", async () => {
  const { state, recheck } = scripted();
  await recheck.look();
  state.nowMs = 999;
  assert.equal(recheck.isGood(), true);
  await recheck.look();
  state.nowMs = 1_999;
  assert.equal(recheck.isGood(), false);
});

test("in steady use the next look is made before anyone has to wait for it", async () => {
  const { state, recheck } = scripted();
  await recheck.look();
  state.nowMs = 499;
  recheck.isGood();
  assert.equal(state.looks, 1);
  state.nowMs = 500;
  assert.equal(recheck.isGood(), true);
  await recheck.look();
  assert.equal(state.looks, 2, "whoever asks meanwhile shares the look under way");
  state.nowMs = 1_400;
  assert.equal(recheck.isGood(), true);
});

test("a look ahead that fails is told only when the second is over", async () => {
  const { state, recheck } = scripted();
  await recheck.look();
  state.isBroken = true;
  state.nowMs = 600;
  assert.equal(recheck.isGood(), true);
  await assert.rejects(recheck.look(), /away/);
  state.nowMs = 1_000;
  assert.equal(recheck.isGood(), false);
});
