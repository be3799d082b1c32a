/** Tests of card-testing.ts. */
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import type { Cents } from "../../../values/money.ts";
import { RecentMap } from "../../access/memory/recent-map.ts";
import type { Answer, PaymentOutcome } from "../answer.ts";
import type { CardPayment } from "../payment-request.ts";
import { CardTesting, type Suspect } from "./card-testing.ts";

const SHOP = "120000000001";
const THIEF = "203.0.113.7";
const SERVER = "198.51.100.1";
const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const NOON_MS = Temporal.Instant.from("2026-11-15T12:00:00Z").epochMilliseconds;

interface Try {
  readonly accountId?: string;
  readonly type?: CardPayment["type"];
  readonly cents?: number;
  /** The customer's address, if the merchant sends it. */
  readonly from?: string | undefined;
  readonly card?: number;
  readonly outcome?: "approved" | "declined" | "unknown";
}

function paymentOutcome(outcome: NonNullable<Try["outcome"]>): PaymentOutcome {
  if (outcome === "unknown") return { kind: "unknown", transactionId: "323000000001" };
  return { kind: "answered", answer: { outcome } as Answer, isReplay: false };
}

function openTesting(declinesMax = 20) {
  const time = { ms: NOON_MS };
  const suspects: Suspect[] = [];
  const testing = new CardTesting({
    declinesMax,
    tallies: new RecentMap(10_000),
    nowMs: () => time.ms,
    onSuspect: (suspect) => suspects.push(suspect),
  });
  /** Whether the payment reached the card host. */
  const attempt = (own: Try = {}): boolean => {
    const { accountId = SHOP, type = "SALE", cents = 100, from, card = 1 } = own;
    const details = from === undefined ? {} : { ipAddress: from };
    const payment = { type, amount: cents as Cents, details, callerNetwork: SERVER };
    const watched = testing.watchPayment({ id: accountId }, payment);
    if (watched === undefined) return true;
    if (!testing.admitsPayment(watched)) return false;
    const fingerprint = Buffer.alloc(32);
    fingerprint.writeUInt32BE(card, 2);
    const startedAt = Temporal.Instant.fromEpochMilliseconds(time.ms);
    const asked = { startedAt, fingerprint: () => fingerprint };
    testing.countOutcome(watched, paymentOutcome(own.outcome ?? "declined"), asked);
    return true;
  };
  const attemptMany = (count: number, own: (n: number) => Try) =>
    Array.from({ length: count }, (_, n) => attempt(own(n))).filter(Boolean).length;
  return { time, suspects, attempt, attemptMany };
}

test("an address with too many small declines gets six small payments a minute", () => {
  const { time, attempt, attemptMany } = openTesting();
  assert.equal(
    attemptMany(20, () => ({ from: THIEF })),
    20,
  );
  let through = 0;
  for (let second = 0; second < 60; second++) {
    through += attemptMany(10, () => ({ from: THIEF }));
    time.ms += SECOND_MS;
  }
  assert.equal(through, 6);
  assert.ok(attempt({ from: "203.0.113.8" }), "another customer of the same shop");
  assert.ok(
    attempt({ from: THIEF, accountId: "120000000002" }),
    "the same customer at another shop",
  );
});

test("only small payments that go to the card host are held back or counted", () => {
  const { attempt, attemptMany } = openTesting();
  for (const free of [{ cents: 1_001 }, { type: "STORE", cents: 0 }] as const) {
    attemptMany(100, () => ({ from: THIEF, ...free }));
  }
  assert.equal(
    attemptMany(20, () => ({ from: THIEF, type: "AUTHORIZATION", cents: 0 })),
    20,
  );
  attempt({ from: THIEF });
  for (const type of ["SALE", "AUTHORIZATION", "CREDIT", "FORCE"] as const) {
    assert.ok(!attempt({ from: THIEF, type, cents: 1_000 }), type);
    assert.ok(attempt({ from: THIEF, type, cents: 1_001 }), type);
  }
  assert.ok(attempt({ from: THIEF, type: "STORE", cents: 0 }));
});

test("approvals and unknown outcomes do not count as declines", () => {
  const { suspects, attemptMany } = openTesting();
  attemptMany(1_000, () => ({ from: THIEF, outcome: "approved" }));
  attemptMany(1_000, () => ({ from: THIEF, outcome: "unknown" }));
  assert.equal(
    attemptMany(19, () => ({ from: THIEF })),
    19,
  );
  assert.deepEqual(suspects, []);
});

test("the limit ends when the declines are ten minutes old, and payments that were held back do not count", () => {
  const { time, attemptMany } = openTesting();
  attemptMany(20, () => ({ from: THIEF }));
  time.ms += 10 * MINUTE_MS - 1;
  assert.equal(
    attemptMany(50, () => ({ from: THIEF, outcome: "approved" })),
    1,
  );
  time.ms += 1;
  assert.equal(
    attemptMany(50, () => ({ from: THIEF, outcome: "approved" })),
    50,
  );
});

test("a server that pays for many customers is limited if most of its payments are declined", () => {
  const few = openTesting();
  few.attemptMany(21, () => ({ outcome: "approved" }));
  assert.equal(
    few.attemptMany(21, () => ({})),
    21,
  );
  assert.deepEqual(few.suspects, []);
  few.attempt();
  assert.deepEqual(few.suspects, [{ accountId: SHOP, network: SERVER }]);
  assert.equal(
    few.attemptMany(10, () => ({})),
    1,
  );
});

test("payments that are older than ten minutes do not hide declines", () => {
  const { time, suspects, attemptMany } = openTesting();
  attemptMany(10_000, () => ({ outcome: "approved" }));
  time.ms += 10 * MINUTE_MS;
  attemptMany(20, () => ({}));
  assert.deepEqual(suspects, [{ accountId: SHOP, network: SERVER }]);
});

test("a large merchant with declines every second is not limited", () => {
  const { time, suspects, attempt } = openTesting();
  for (let n = 0; n < 60_000; n++) {
    time.ms += 20;
    const outcome = n % 10 < 4 ? "declined" : "approved";
    assert.ok(
      attempt({ card: n, outcome, from: n % 2 ? `203.0.${n % 97}.${n % 251}` : undefined }),
    );
  }
  assert.deepEqual(suspects, []);
});

test("an account is limited if many cards from many addresses and most payments are declined", () => {
  const { suspects, attempt, attemptMany } = openTesting();
  const from = (n: number) => `203.0.${n >> 8}.${n & 255}`;
  attemptMany(98, (n) => ({ from: from(n), outcome: "approved" }));
  assert.equal(
    attemptMany(99, (n) => ({ from: from(n), card: n })),
    99,
  );
  assert.deepEqual(suspects, []);
  attempt({ from: from(99), card: 99 });
  assert.deepEqual(suspects, [{ accountId: SHOP, network: undefined }]);
  assert.equal(
    attemptMany(50, (n) => ({ from: from(1_000 + n), card: 1_000 + n })),
    1,
  );
  assert.ok(attempt({ accountId: "120000000002", from: from(1) }));
  assert.ok(attempt({ cents: 2_500, from: from(1) }));
});

test("a few cards that are declined repeatedly do not count as many cards", () => {
  const { suspects, attemptMany } = openTesting();
  const from = (n: number) => `203.0.${n >> 8}.${n & 255}`;
  assert.equal(
    attemptMany(5_000, (n) => ({ from: from(n), card: n % 99 })),
    5_000,
  );
  assert.deepEqual(suspects, []);
});

test("each limited address or account is reported once, and again when a new limit begins", () => {
  const { time, suspects, attemptMany } = openTesting();
  for (let tens = 0; tens < 180; tens++) {
    attemptMany(30, () => ({ from: THIEF }));
    time.ms += 10 * SECOND_MS;
  }
  assert.deepEqual(suspects, [{ accountId: SHOP, network: THIEF }]);
  time.ms += 10 * MINUTE_MS;
  attemptMany(30, () => ({ from: THIEF }));
  assert.equal(suspects.length, 2);
});

test("a setting of 0 disables the limits", () => {
  const { suspects, attemptMany } = openTesting(0);
  assert.equal(
    attemptMany(5_000, (n) => ({ from: THIEF, card: n })),
    5_000,
  );
  assert.deepEqual(suspects, []);
});

test("the same payments pass as with a plain count over the last ten minutes", () => {
  const step = fc.record({ pauseMs: fc.nat(2 * MINUTE_MS), isDeclined: fc.boolean() });
  const steps = fc.array(step, { minLength: 1, maxLength: 200 });
  fc.assert(fc.property(fc.integer({ min: 1, max: 8 }), steps, property));
  function property(limit: number, all: readonly { pauseMs: number; isDeclined: boolean }[]): void {
    const { time, attempt } = openTesting(limit);
    const declinedMs: number[] = [];
    let lastMs = Number.NEGATIVE_INFINITY;
    for (const { pauseMs, isDeclined } of all) {
      time.ms += pauseMs;
      const inWindow = declinedMs.filter((ms) => time.ms - ms < 10 * MINUTE_MS).length;
      const isSuspect = inWindow >= limit;
      const expected = !isSuspect || time.ms - lastMs >= 10 * SECOND_MS;
      const outcome = isDeclined ? "declined" : "approved";
      assert.equal(attempt({ from: THIEF, outcome }), expected);
      if (!expected) continue;
      if (isSuspect) lastMs = time.ms;
      if (isDeclined) declinedMs.push(time.ms);
    }
  }
});
