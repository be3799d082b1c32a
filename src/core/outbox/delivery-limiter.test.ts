/** Limits of parallel deliveries, in total and per target. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { DeliveryLimiter } from "./delivery-limiter.ts";

const LIMITS = { overallMax: 20, perTargetMax: 8 };
const caller = (key: string, target = key) => ({ key, target });

const total = (shares: Map<string, number>) => [...shares.values()].reduce((a, b) => a + b, 0);

function warm(traffic: DeliveryLimiter, target: string): void {
  for (let k = 0; k < LIMITS.perTargetMax; k++) {
    traffic.begin(target);
    traffic.end(target, "quick");
  }
}

test("a new target starts with a low limit, which grows with quick answers", () => {
  const traffic = new DeliveryLimiter(LIMITS);
  assert.equal(traffic.share([caller("a")]).get("a"), 4);
  warm(traffic, "a");
  assert.equal(traffic.share([caller("a")]).get("a"), 8);
});

test("receivers with the same target share its limit", () => {
  const shares = new DeliveryLimiter(LIMITS).share([
    caller("a", "x"),
    caller("b", "x"),
    caller("c", "x"),
  ]);
  assert.deepEqual(Object.fromEntries(shares), { a: 2, b: 1, c: 1 });
});

test("free deliveries are assigned one by one, so that every receiver gets some", () => {
  const traffic = new DeliveryLimiter(LIMITS);
  const callers = Array.from({ length: 15 }, (_, k) => caller(`a${k}`));
  const shares = traffic.share(callers);
  assert.equal(shares.size, 15);
  assert.equal(total(shares), 20);
});

test("a running delivery counts until it ends", () => {
  const traffic = new DeliveryLimiter(LIMITS);
  for (let k = 0; k < 4; k++) traffic.begin("a");
  assert.equal(traffic.share([caller("a")]).size, 0);
  assert.equal(traffic.free, 16);
  traffic.end("a", "quick");
  assert.equal(traffic.share([caller("a")]).get("a"), 2);
});

test("a target that timed out gets one delivery at a time until it answers", () => {
  const traffic = new DeliveryLimiter(LIMITS);
  warm(traffic, "a");
  traffic.begin("a");
  traffic.end("a", "timed_out");
  assert.equal(traffic.share([caller("a")]).get("a"), 1);
  traffic.begin("a");
  traffic.end("a", "quick");
  assert.equal(traffic.share([caller("a")]).get("a"), 2);
});

test("slow targets together get at most half of all deliveries", () => {
  const traffic = new DeliveryLimiter(LIMITS);
  const slow = Array.from({ length: 9 }, (_, k) => caller(`slow${k}`));
  for (const { target } of slow) {
    traffic.begin(target);
    traffic.end(target, "slow");
  }
  assert.equal(total(traffic.share(slow)), 10);
  for (const { target } of slow) traffic.begin(target);
  assert.equal(total(traffic.share(slow)), 1);
  assert.equal(traffic.share([...slow, caller("good")]).get("good"), 4);
});

test("no delivery starts after closing", () => {
  const traffic = new DeliveryLimiter(LIMITS);
  traffic.close();
  assert.equal(traffic.share([caller("a")]).size, 0);
});
