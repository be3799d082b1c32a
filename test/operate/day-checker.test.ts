/** The checker of the long run finds what it must find. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { Ledger, type Payment } from "../faults/ledger.ts";
import { type DayRow, dayComplaints, restoreComplaints } from "./day-checker.ts";

const ID = "202611000001";

function openPaid(): { readonly payment: Payment; readonly row: DayRow } {
  const payment = new Ledger("test").open({ accountId: "1", way: "key", type: "SALE" });
  const told = {
    kind: "approved",
    transactionId: ID,
    authorizationCode: "1",
    message: "",
  } as const;
  const heard = { ...told, amountCents: payment.amountCents, isReplay: false, body: "" };
  payment.hearings.push({ in: "storm", heard });
  const { mark } = payment;
  const money = { state: "sold", isApproved: true, refundedCents: 0, entries: 0 };
  const row = { transactionId: ID, type: "SALE", tender: "CARD", mark, ...money };
  return { payment, row };
}

test("a payment that was told and stored once is right", () => {
  const { payment, row } = openPaid();
  assert.deepEqual(dayComplaints({ rows: [row], payments: [payment], changes: [] }), []);
});

const WRONG: readonly [string, (row: DayRow) => readonly DayRow[], RegExp][] = [
  ["that is missing", () => [], /was acknowledged and is lost/],
  ["that is stored twice", (row) => [row, { ...row, transactionId: "2" }], /is stored 2 times/],
  ["under another id", (row) => [{ ...row, transactionId: "2" }], /is stored as 2/],
  ["with another result", (row) => [{ ...row, isApproved: false }], /was told as approved/],
  ["that is in two bank files", (row) => [{ ...row, entries: 2 }], /is sent twice/],
];
for (const [what, change, expected] of WRONG) {
  test(`a payment ${what} is found`, () => {
    const { payment, row } = openPaid();
    const rows = change(row);
    assert.match(dayComplaints({ rows, payments: [payment], changes: [] }).join(), expected);
  });
}

test("an acknowledged refund or reversal that is not stored is found", () => {
  const { payment, row } = openPaid();
  const heard = payment.hearings[0]?.heard ?? assert.fail();
  const wish = { tokenId: ID, amountCents: 700, original: payment, heard };
  const changes = [
    { ...wish, type: "REFUND" },
    { ...wish, type: "REVERSAL" },
  ] as const;
  assert.equal(dayComplaints({ rows: [row], payments: [payment], changes }).length, 2);
  const kept = { ...row, refundedCents: 700, state: "reversed" };
  assert.deepEqual(dayComplaints({ rows: [kept], payments: [payment], changes }), []);
});

test("a copy must have what came before its moment, and nothing that came after it", () => {
  const { payment } = openPaid();
  const sent = [{ payment, sentAt: 1_000, answeredAt: 1_010 }];
  const has = (moment: number, ...ids: string[]) =>
    restoreComplaints(sent, { ids: new Set(ids), moment }).length;
  assert.deepEqual([has(2_000, ID), has(2_000), has(500), has(500, ID)], [0, 1, 0, 1]);
  // It was on its way at that moment, so both are right.
  assert.deepEqual([has(1_005, ID), has(1_005)], [0, 0]);
});
