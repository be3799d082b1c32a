/** Rows of the CSV files of batches. Times are in the account's time zone. */
import type { AchBatch, CardBatch } from "../../../core/dashboard/batch-list-store.ts";
import { type Cents, formatCents } from "../../../values/money.ts";

export const CARD_HEADER = ["Batch", "Closed", "Transactions", "Net amount"];
export const ACH_HEADER = [
  "Cutoff",
  "Settlement date",
  "Status",
  "Debits",
  "Debit amount",
  "Credits",
  "Credit amount",
  "Net amount",
];

const STATUS: Record<AchBatch["status"], string> = {
  preparing: "Preparing",
  sent: "Sent",
  settled: "Settled",
};

export function writeCardRow(batch: CardBatch, timeZone: string): readonly string[] {
  const { number, closedAt, transactionCount, netCents } = batch;
  return [
    String(number),
    formatLocalTime(closedAt, timeZone),
    String(transactionCount),
    formatSignedCents(netCents),
  ];
}

export function writeAchRow(batch: AchBatch, timeZone: string): readonly string[] {
  const { debitCents, creditCents } = batch;
  return [
    formatLocalTime(batch.cutOffAt, timeZone),
    batch.settlesOn,
    STATUS[batch.status],
    String(batch.debitCount),
    formatSignedCents(debitCents),
    String(batch.creditCount),
    formatSignedCents(creditCents),
    formatSignedCents(debitCents - creditCents),
  ];
}

/** With the offset, because an hour occurs twice when clocks go back. */
function formatLocalTime(at: Temporal.Instant, timeZone: string): string {
  const local = at.toZonedDateTimeISO(timeZone);
  return `${local.toPlainDate()} ${local.toPlainTime().toString({ smallestUnit: "second" })}${local.offset}`;
}

function formatSignedCents(cents: number): string {
  const amount = formatCents(Math.abs(cents) as Cents);
  return cents < 0 ? `-${amount}` : amount;
}
