/** Tests of rate-limit.ts. */
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { RateLimit } from "./rate-limit.ts";

function openLimit(options: { perSecond: number; burst: number; callersMax?: number }) {
  const time = { ms: 0 };
  const limit = new RateLimit({ ...options, nowMs: () => time.ms });
  const takeMany = (count: number, caller = "ada") =>
    Array.from({ length: count }, () => limit.admitRequest(caller)).filter(Boolean).length;
  return { limit, time, takeMany };
}

test("a burst is allowed at once, then the steady rate", () => {
  const { time, takeMany } = openLimit({ perSecond: 200, burst: 400 });
  assert.equal(takeMany(1_000), 400);
  time.ms += 5;
  assert.equal(takeMany(10), 1);
  time.ms += 1_000;
  assert.equal(takeMany(1_000), 200);
  time.ms += 60_000;
  assert.equal(takeMany(1_000), 400);
});

test("each caller has its own burst", () => {
  const { takeMany } = openLimit({ perSecond: 1, burst: 3 });
  assert.equal(takeMany(5), 3);
  assert.equal(takeMany(5, "bob"), 3);
});

test("refused requests are not counted", () => {
  const { time, takeMany } = openLimit({ perSecond: 10, burst: 10 });
  takeMany(10_000);
  time.ms += 1_000;
  assert.equal(takeMany(100), 10);
});

test("a rate of 0 means unlimited", () => {
  const { takeMany } = openLimit({ perSecond: 0, burst: 0 });
  assert.equal(takeMany(100_000), 100_000);
});

test("beyond the limit the callers unseen for longest are forgotten", () => {
  const { limit, takeMany } = openLimit({ perSecond: 1, burst: 2, callersMax: 10 });
  assert.equal(takeMany(5, "first"), 2);
  for (let n = 0; n < 20; n++) {
    limit.admitRequest(`caller ${n}`);
    assert.equal(takeMany(1, "ada"), n < 2 ? 1 : 0);
  }
  assert.equal(takeMany(5, "first"), 2);
});

test("in any period no more than the burst and the rate are allowed", () => {
  const steps = fc.array(fc.nat(50), { minLength: 1, maxLength: 300 });
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 100 }), fc.integer({ min: 1, max: 20 }), steps, property),
  );
  function property(perSecond: number, burst: number, pausesMs: readonly number[]): void {
    const { limit, time } = openLimit({ perSecond, burst });
    const allowedMs: number[] = [];
    for (const ms of pausesMs) {
      time.ms += ms;
      if (limit.admitRequest("ada")) allowedMs.push(time.ms);
    }
    for (const [index, fromMs] of allowedMs.entries()) {
      const inSpan = allowedMs.length - index;
      const spanMs = (allowedMs.at(-1) ?? 0) - fromMs;
      assert.ok(inSpan <= burst + (spanMs * perSecond) / 1_000 + 1e-6);
    }
  }
});

test("a caller's first request is allowed at any time of a clock with fractions", () => {
  for (let n = 0; n < 10_000; n++) {
    const nowMs = 123_456.789 + n * 977.123_456_7;
    const limit = new RateLimit({ perSecond: 0.01, burst: 1, nowMs: () => nowMs });
    assert.ok(limit.admitRequest("ada"), `${nowMs}`);
    assert.ok(!limit.admitRequest("ada"), `${nowMs}`);
  }
});
