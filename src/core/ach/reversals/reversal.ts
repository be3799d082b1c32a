/** A reversal of a sent file or of one of its batches: who asked for it, who approved it, and why. */
import { addBankingDays, nextBankingDay } from "../banking-days.ts";
import { achDay } from "../settlement.ts";

/** The errors that Nacha allows a reversal for. */
export const REVERSAL_REASONS = [
  "duplicate",
  "wrong_receiver",
  "wrong_amount",
  "wrong_date",
] as const;
export type ReversalReason = (typeof REVERSAL_REASONS)[number];

export type ReversalState =
  | "requested"
  | "approved"
  | "rejected"
  /** The reversing file exists. It is not certain yet that the bank has it. */
  | "made"
  | "sent"
  /** The five banking days were over before it was approved or sent. */
  | "expired"
  /** All its entries were returned or credited, so nothing was left to reverse. */
  | "empty";

export interface Reversal {
  readonly id: string;
  readonly fileId: string;
  readonly fileName: string;
  readonly connection: string;
  /** The settlement date of the original. */
  readonly settlesOn: string;
  /** Null: the whole file. */
  readonly batchNumber: number | null;
  readonly reason: ReversalReason;
  readonly note: string;
  readonly state: ReversalState;
  readonly requestedBy: string;
  readonly requestedAt: Temporal.Instant;
  readonly decidedBy: string | null;
  readonly decidedAt: Temporal.Instant | null;
  readonly reversalFileId: string | null;
  readonly reversalFileName: string | null;
}

/** A reversal must reach the receiving bank within this many banking days after the settlement. */
export const REVERSAL_DAYS = 5;
/** The name of the window of a reversal's file, before the id. */
const REVERSAL_CUT_OFF = "reversal";

/** The effective date of a reversal that is sent now: not before the original settles. */
export function reversalDate(
  settlesOn: Temporal.PlainDate,
  now: Temporal.Instant,
): Temporal.PlainDate {
  const next = nextBankingDay(achDay(now));
  return Temporal.PlainDate.compare(next, settlesOn) < 0 ? settlesOn : next;
}

export function isTooLate(settlesOn: Temporal.PlainDate, now: Temporal.Instant): boolean {
  const last = addBankingDays(settlesOn, REVERSAL_DAYS);
  return Temporal.PlainDate.compare(reversalDate(settlesOn, now), last) > 0;
}

export function reversalCutOff(id: string): string {
  return `${REVERSAL_CUT_OFF} ${id}`;
}

export function isReversalFile(cutOff: string): boolean {
  return cutOff.startsWith(`${REVERSAL_CUT_OFF} `);
}
