/** Tests of erasure-hold.ts. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { findHold, type HoldFacts } from "./erasure-hold.ts";

const NOW = Temporal.Instant.from("2026-11-18T12:00:00Z");
const DONE: HoldFacts = {
  state: "sold",
  isAch: false,
  isBatched: true,
  settledAt: null,
  hasOpenAttempt: false,
  hasRetry: false,
  hasWaitingEvent: false,
};
const hold = (facts: Partial<HoldFacts>) => findHold({ ...DONE, ...facts }, NOW);

test("a payment that is finished holds nothing", () => {
  assert.equal(hold({}), undefined);
  for (const state of ["stored", "declined", "not_sent", "voided", "reversed"] as const) {
    assert.equal(hold({ state, isBatched: false }), undefined, state);
  }
});

test("money that still moves holds the data, with the reason", () => {
  assert.match(hold({ hasOpenAttempt: true }) ?? "", /not known yet/);
  assert.match(hold({ state: "authorized" }) ?? "", /authorization is open/);
  assert.match(hold({ state: "capturing" }) ?? "", /asked for a change/);
  assert.match(hold({ isBatched: false }) ?? "", /batch is not closed/);
  assert.match(hold({ state: "pending", isAch: true }) ?? "", /has not settled/);
  assert.match(hold({ state: "returned", isAch: true, hasRetry: true }) ?? "", /presented again/);
  assert.match(hold({ hasWaitingEvent: true }) ?? "", /delivered/);
});

test("a settled debit holds the data until the customer's bank can no longer return it", () => {
  const settled = { state: "settled", isAch: true } as const;
  const day = (text: string) => Temporal.Instant.from(`${text}T12:00:00Z`);
  assert.match(hold({ ...settled, settledAt: day("2026-11-01") }) ?? "", /until 2026-12-31/);
  assert.equal(hold({ ...settled, settledAt: day("2026-09-19") }), undefined);
  assert.notEqual(hold({ ...settled, settledAt: day("2026-09-20") }), undefined);
});
