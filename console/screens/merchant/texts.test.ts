/** Labels of transactions. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { transactionStatus } from "./texts.ts";

const SALE = { state: "sold", isBatched: false, amountCents: 1_000, refundedCents: 0 } as const;

test("a sale is paid, then partially refunded, then refunded", () => {
  assert.equal(transactionStatus(SALE).label, "Paid");
  assert.equal(transactionStatus({ ...SALE, refundedCents: 1 }).label, "Partially refunded");
  assert.equal(transactionStatus({ ...SALE, refundedCents: 1_000 }).label, "Refunded");
});

test("an ACH payment is pending until its file is sent to the bank", () => {
  const entry = { ...SALE, state: "pending" } as const;
  assert.equal(transactionStatus(entry).label, "Pending");
  assert.equal(transactionStatus({ ...entry, isBatched: true }).label, "Sent to bank");
});

test("a void is shown as voided, whether it was made by a merchant or automatically", () => {
  assert.equal(transactionStatus({ ...SALE, state: "voided" }).label, "Voided");
  assert.equal(transactionStatus({ ...SALE, state: "reversed" }).label, "Voided");
});
