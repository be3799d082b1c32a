/** Tests of judge-change.ts. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Cents } from "../../../values/money.ts";
import { MOVES } from "../moves.ts";
import type { Change } from "../payment-request.ts";
import type { TransactionState } from "../transaction.ts";
import { type Judgment, judgeChange } from "./judge-change.ts";
import type { Original } from "./original.ts";

const NOW = Temporal.Instant.from("2026-11-15T12:00:00Z");
const JUDGING = { now: NOW, authorizationDays: 7 };

function anOriginal(own: Partial<Original> = {}): Original {
  return {
    id: "323000000001",
    transactionType: "SALE",
    state: "sold",
    isBatched: false,
    amount: 1_000 as Cents,
    refunded: 0 as Cents,
    authorizedAt: NOW.subtract({ hours: 1 }),
    authorizationCode: "A1B2C3",
    reference: "reference",
    draft: { tenderType: "CARD", currency: "USD" },
    ...own,
  };
}

function aChange(original: Original, type: Change["type"], amount?: number): Change {
  const request = {
    type,
    originalId: original.id,
    amount: amount as Cents | undefined,
    transactionId: undefined,
    idempotencyKey: undefined,
    details: {},
    sendsCustomerReceipt: false,
    sendsMerchantReceipt: false,
  };
  return request as Change;
}

function ask(original: Original, type: Change["type"], amount?: number): Judgment {
  return judgeChange(original, aChange(original, type, amount), JUDGING);
}

const said = (judgment: Judgment) =>
  judgment.kind === "allowed" ? judgment.reservation.state : judgment.why;

type Row = readonly [capture: string, refund: string, reversal: string];
const NOTHING: Row = ["token_not_fit", "token_not_fit", "token_not_fit"];
const UNDONE: Row = ["token_not_fit", "invalid_refund_amount", "already_reversed"];
const GIVEN: Row = ["token_not_fit", "token_not_fit", "reversing"];
const paidIn = (state: string): { beforeBatch: Row; afterBatch: Row } => ({
  beforeBatch: ["token_not_fit", "voiding", "reversing"],
  afterBatch: ["token_not_fit", state, "token_not_fit"],
});
/** An ACH entry that is in a file. */
const LEFT: Row = ["token_not_fit", "already_sent", "already_sent"];
const both = (row: Row) => ({ beforeBatch: row, afterBatch: row });

/** Copied from the contract's table, independently of the table in the code. */
const TABLE: Readonly<Record<TransactionState, { beforeBatch: Row; afterBatch: Row }>> = {
  authorized: { beforeBatch: ["capturing", "token_not_fit", "reversing"], afterBatch: NOTHING },
  sold: paidIn("sold"),
  forced: paidIn("forced"),
  captured: paidIn("captured"),
  pending: { ...paidIn("pending"), afterBatch: LEFT },
  credited: { beforeBatch: GIVEN, afterBatch: NOTHING },
  refunded: { beforeBatch: GIVEN, afterBatch: NOTHING },
  reversed: both(UNDONE),
  voided: both(UNDONE),
  started: both(NOTHING),
  unknown: both(NOTHING),
  declined: both(NOTHING),
  not_sent: both(NOTHING),
  not_batched: both(NOTHING),
  settled: { beforeBatch: NOTHING, afterBatch: LEFT },
  returned: { beforeBatch: NOTHING, afterBatch: LEFT },
  rejected: { beforeBatch: NOTHING, afterBatch: LEFT },
  stored: both(NOTHING),
  closed: both(NOTHING),
  capturing: both(NOTHING),
  voiding: both(NOTHING),
  reversing: both(NOTHING),
};

const ENTRIES: ReadonlySet<string> = new Set(["pending", "settled", "returned", "rejected"]);
const ACH = { tenderType: "ACH", currency: "USD" } as const;

for (const state of Object.keys(MOVES) as TransactionState[]) {
  for (const isBatched of [false, true]) {
    test(`allowed changes of a transaction that is ${state}${isBatched ? ", batched" : ""}`, () => {
      const original = anOriginal({
        state,
        isBatched,
        ...(ENTRIES.has(state) && { draft: ACH }),
      });
      const row = [
        said(ask(original, "CAPTURE", 1_000)),
        said(ask(original, "REFUND", 1_000)),
        said(ask(original, "REVERSAL")),
      ];
      assert.deepEqual(row, TABLE[state][isBatched ? "afterBatch" : "beforeBatch"]);
    });
  }
}

test("a change with another tender type than its original does not match it, in any state", () => {
  for (const state of Object.keys(MOVES) as TransactionState[]) {
    const draft = ENTRIES.has(state) ? ACH : anOriginal().draft;
    const tender = draft.tenderType === "ACH" ? "CARD" : "ACH";
    for (const type of ["CAPTURE", "REFUND", "REVERSAL"] as const) {
      const original = anOriginal({ state, draft });
      const change = { ...aChange(original, type, 1_000), tender } as const;
      assert.equal(said(judgeChange(original, change, JUDGING)), "token_not_fit", state);
    }
  }
});

test("an ACH entry can be voided only as a whole", () => {
  const original = anOriginal({ state: "pending", draft: ACH });
  assert.equal(said(ask(original, "REFUND", 999)), "invalid_refund_amount");
  assert.equal(said(ask(original, "REFUND", 1_000)), "voiding");
});

test("an ACH credit can be reversed before it is sent, and cannot be refunded", () => {
  const credit = { transactionType: "CREDIT", state: "pending", draft: ACH } as const;
  assert.equal(said(ask(anOriginal(credit), "REFUND")), "token_not_fit");
  assert.equal(said(ask(anOriginal(credit), "REVERSAL")), "reversing");
  const sent = anOriginal({ ...credit, isBatched: true });
  assert.equal(said(ask(sent, "REFUND")), "already_sent");
  assert.equal(said(ask(sent, "REVERSAL")), "already_sent");
});

test("a capture is limited to the authorized amount", () => {
  const original = anOriginal({ state: "authorized" });
  assert.equal(said(ask(original, "CAPTURE", 1_001)), "invalid_capture_amount");
  assert.equal(said(ask(original, "CAPTURE", 1)), "capturing");
});

test("an authorization can be captured until the second in which it expires", () => {
  const at = (authorizedAt: Temporal.Instant) =>
    said(ask(anOriginal({ state: "authorized", authorizedAt }), "CAPTURE", 1));
  assert.equal(at(NOW.subtract({ hours: 7 * 24 })), "token_not_fit");
  assert.equal(at(NOW.subtract({ hours: 7 * 24 }).add({ seconds: 1 })), "capturing");
});

test("refunds are possible until nothing is left, and only a full refund is a void", () => {
  const partly = anOriginal({ refunded: 400 as Cents });
  assert.deepEqual(ask(partly, "REFUND", 600), {
    kind: "allowed",
    reservation: { amount: 600, state: "sold", refunded: 1_000 },
  });
  assert.equal(said(ask(partly, "REFUND", 601)), "invalid_refund_amount");
  assert.deepEqual(ask(partly, "REFUND"), ask(partly, "REFUND", 600));
  assert.equal(
    said(ask(anOriginal({ refunded: 1_000 as Cents }), "REFUND")),
    "invalid_refund_amount",
  );
  assert.equal(said(ask(anOriginal({ isBatched: true }), "REFUND")), "sold");
  assert.equal(said(ask(anOriginal(), "REFUND", 999)), "sold");
  assert.equal(said(ask(anOriginal(), "REFUND")), "voiding");
});

test("a partly refunded payment cannot be reversed", () => {
  assert.equal(said(ask(anOriginal({ refunded: 1 as Cents }), "REVERSAL")), "token_not_fit");
});

test("a reversal is for the full amount: another amount is an error", () => {
  assert.equal(said(ask(anOriginal(), "REVERSAL", 999)), "invalid_amount");
  assert.equal(said(ask(anOriginal(), "REVERSAL", 1_000)), "reversing");
});
