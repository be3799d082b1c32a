import assert from "node:assert/strict";
import { test } from "node:test";
import { Traffic } from "./traffic.ts";

const LIMITS = { overallMax: 20, perLineMax: 8 };
const caller = (accountId: string, line = accountId) => ({ accountId, line });

const total = (shares: Map<string, number>) => [...shares.values()].reduce((a, b) => a + b, 0);

function warm(traffic: Traffic, line: string): void {
  for (let k = 0; k < LIMITS.perLineMax; k++) {
    traffic.begin(line);
    traffic.end(line, "quick");
  }
}

test("a line that nobody knows yet begins small and grows with quick answers", () => {
  const traffic = new Traffic(LIMITS);
  assert.equal(traffic.share([caller("a")]).get("a"), 4);
  warm(traffic, "a");
  assert.equal(traffic.share([caller("a")]).get("a"), 8);
});

test("accounts on one line share its room", () => {
  const shares = new Traffic(LIMITS).share([caller("a", "x"), caller("b", "x"), caller("c", "x")]);
  assert.deepEqual(Object.fromEntries(shares), { a: 2, b: 1, c: 1 });
});

test("the room in all is dealt out one by one, so that nobody goes without", () => {
  const traffic = new Traffic(LIMITS);
  const callers = Array.from({ length: 15 }, (_, k) => caller(`a${k}`));
  const shares = traffic.share(callers);
  assert.equal(shares.size, 15);
  assert.equal(total(shares), 20);
});

test("what is under way takes room until it ends", () => {
  const traffic = new Traffic(LIMITS);
  for (let k = 0; k < 4; k++) traffic.begin("a");
  assert.equal(traffic.share([caller("a")]).size, 0);
  assert.equal(traffic.free, 16);
  traffic.end("a", "quick");
  assert.equal(traffic.share([caller("a")]).get("a"), 2);
});

test("a line that timed out gets one at a time until it answers", () => {
  const traffic = new Traffic(LIMITS);
  warm(traffic, "a");
  traffic.begin("a");
  traffic.end("a", "timed_out");
  assert.equal(traffic.share([caller("a")]).get("a"), 1);
  traffic.begin("a");
  traffic.end("a", "quick");
  assert.equal(traffic.share([caller("a")]).get("a"), 2);
});

test("slow lines together hold no more than half", () => {
  const traffic = new Traffic(LIMITS);
  const slow = Array.from({ length: 9 }, (_, k) => caller(`slow${k}`));
  for (const { line } of slow) {
    traffic.begin(line);
    traffic.end(line, "slow");
  }
  assert.equal(total(traffic.share(slow)), 10);
  for (const { line } of slow) traffic.begin(line);
  assert.equal(total(traffic.share(slow)), 1);
  assert.equal(traffic.share([...slow, caller("good")]).get("good"), 4);
});

test("after closing nothing begins", () => {
  const traffic = new Traffic(LIMITS);
  traffic.close();
  assert.equal(traffic.share([caller("a")]).size, 0);
});
