/** Rules of the timeline that need no database. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { TransactionState } from "../payments/moves.ts";
import { buildTimeline } from "./timeline.ts";

const AT = Temporal.Instant.from("2026-11-17T12:00:00Z");

test("a refund or credit that was declined or not sent is shown as declined", () => {
  assert.equal(kindOfRelated("refunded"), "refund");
  assert.equal(kindOfRelated("declined"), "refund_declined");
  assert.equal(kindOfRelated("not_sent"), "refund_declined");
  assert.equal(kindOfRelated("not_batched"), "refund_declined");
});

function kindOfRelated(state: TransactionState): string | undefined {
  const related = { id: "323000000001", authorizedAt: AT, type: "CREDIT", amountCents: 100, state };
  const found = { transaction: { batchedAt: null }, related: [related], network: [] };
  return buildTimeline(found as never, [])[0]?.kind;
}
