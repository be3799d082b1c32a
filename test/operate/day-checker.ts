/**
 * Compares what clients were told in a day with the tables of the product. A pure function. What the
 * card host has is compared by the checker of failovers.
 */
import { listOutcomes, type Payment, paymentName } from "../faults/ledger.ts";
import type { Change } from "./day-load.ts";

export interface DayRow {
  readonly transactionId: string;
  readonly type: string;
  readonly tender: string;
  readonly state: string;
  readonly isApproved: boolean;
  readonly refundedCents: number;
  /** The client's own name of the payment, which its refunds inherit. */
  readonly mark: string | null;
  /** How often it is in a bank file. */
  readonly entries: number;
}

export interface DayEvidence {
  readonly rows: readonly DayRow[];
  readonly payments: readonly Payment[];
  readonly changes: readonly Change[];
}

/** Returns the findings as text. Empty if there are none. */
export function dayComplaints({ rows, payments, changes }: DayEvidence): string[] {
  const sales = rows.filter(({ type }) => type === "SALE");
  const byMark = Map.groupBy(sales, ({ mark }) => mark);
  const byId = new Map(rows.map((row) => [row.transactionId, row]));
  return [
    ...payments.flatMap((payment) => paymentComplaints(payment, byMark.get(payment.mark) ?? [])),
    ...changes.flatMap((change) => changeComplaints(change, byId)),
    ...rows.filter(({ entries }) => entries > 1).map((row) => `${row.transactionId} is sent twice`),
  ];
}

/** An acknowledged payment is stored once, under the id and with the result that were told. */
function paymentComplaints(payment: Payment, own: readonly DayRow[]): string[] {
  const name = paymentName(payment);
  if (own.length > 1) return [`${name} is stored ${own.length} times`];
  const [row] = own;
  return listOutcomes(payment).flatMap(({ kind, transactionId }) => {
    if (row === undefined) return [`${name} was acknowledged and is lost`];
    return [
      ...(row.transactionId === transactionId
        ? []
        : [`${name} was told as ${transactionId} and is stored as ${row.transactionId}`]),
      ...(row.isApproved === (kind === "approved")
        ? []
        : [`${name} was told as ${kind} and is stored as ${row.state}`]),
    ];
  });
}

/** An acknowledged refund or reversal shows at its payment. */
function changeComplaints(change: Change, byId: ReadonlyMap<string, DayRow>): string[] {
  const { type, tokenId, amountCents, heard } = change;
  if (heard.kind !== "approved") return [];
  const row = byId.get(tokenId);
  const isKept =
    type === "REVERSAL" ? row?.state === "reversed" : (row?.refundedCents ?? 0) >= amountCents;
  return isKept ? [] : [`a ${type} of ${tokenId} was acknowledged and is lost (${row?.state})`];
}

export interface RestoredSet {
  readonly ids: ReadonlySet<string>;
  /** Milliseconds of the wall clock. */
  readonly moment: number;
}

interface Sent {
  readonly payment: Payment;
  readonly sentAt: number;
  readonly answeredAt: number;
}

/** Two clocks of one machine agree, but each is read in whole milliseconds. */
const CLOCK_MS = 2;

/** A copy has every payment that was acknowledged before its moment, and none that was sent after it. */
export function restoreComplaints(sent: readonly Sent[], { ids, moment }: RestoredSet): string[] {
  return sent.flatMap(({ payment, sentAt, answeredAt }) => {
    const id = listOutcomes(payment)[0]?.transactionId ?? "";
    if (answeredAt < moment - CLOCK_MS && !ids.has(id)) return [`${id} is not in the copy`];
    if (sentAt > moment + CLOCK_MS && ids.has(id)) return [`${id} is in the copy, and came later`];
    return [];
  });
}
