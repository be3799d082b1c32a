/** Which charges of the card host agree, are left alone, or differ. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { HostCharge } from "../../ports/host-charge.ts";
import type { Cents } from "../../values/money.ts";
import { monthNumber, transactionId } from "../../values/transaction-id.ts";
import { judgeCharge } from "./judge-charge.ts";
import type { KnownOrder } from "./known-order-store.ts";

const wall = Temporal.Instant.from("2026-11-17T12:00:00Z");
const MOMENT = { wall, business: wall, youthMs: 80_000, keepMonths: 18 };
const ENDED: KnownOrder = {
  isOpen: false,
  outcome: "approved",
  amountCents: 1_000,
  isTakenBack: false,
};

function charge(own: Partial<HostCharge> = {}): HostCharge {
  return {
    reference: "019a0000-0000-7000-8000-000000000001",
    accountId: "120000000001",
    transactionId: transactionId(monthNumber(wall), 1),
    transactionType: "SALE",
    amount: 1_000 as Cents,
    chargedAt: wall.subtract({ hours: 1 }),
    ...own,
  };
}

const YOUNG = charge({ chargedAt: wall.subtract({ seconds: 79 }) });

test("a charge agrees if its attempt was approved for the same amount, at any age", () => {
  assert.equal(judgeCharge(charge(), ENDED, MOMENT), "agrees");
  assert.equal(judgeCharge(YOUNG, ENDED, MOMENT), "agrees");
  const other = { ...ENDED, amountCents: 999 };
  assert.equal(judgeCharge(charge(), other, MOMENT), "other_amount_here");
});

test("an open attempt is pending, and a recorded reversal is left to reconcile", () => {
  const open = { ...ENDED, isOpen: true, outcome: undefined };
  assert.equal(judgeCharge(charge(), open, MOMENT), "pending");
  const reversed = { ...ENDED, outcome: "declined", isTakenBack: true } as const;
  assert.equal(judgeCharge(charge(), reversed, MOMENT), "reversing");
});

test("a charge without an attempt is unknown, once its lease is over", () => {
  assert.equal(judgeCharge(charge(), undefined, MOMENT), "unknown_here");
  assert.equal(judgeCharge(YOUNG, undefined, MOMENT), "too_young");
});

test("a charge that was declined, not sent or reversed here is not approved here", () => {
  for (const outcome of ["declined", "not_sent", "reversed"] as const) {
    assert.equal(judgeCharge(charge(), { ...ENDED, outcome }, MOMENT), "not_approved_here");
  }
});

test("a charge of a purged month, or with an id that cannot exist, is not judged", () => {
  for (const month of [monthNumber(wall) - 18, monthNumber(wall) + 2]) {
    const old = charge({ transactionId: transactionId(month, 1) });
    assert.equal(judgeCharge(old, undefined, MOMENT), "too_old");
  }
});
