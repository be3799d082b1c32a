/** What a webhook reports about an entry. The payment interface gives it its field names. Types only. */
import type { Answer } from "../../payments/answer.ts";

export interface EntryNews {
  /** The day of the update in the account's time zone. */
  readonly day: Temporal.PlainDate;
  readonly returnCode?: string | undefined;
  /** An operator reversed the entry. */
  readonly isReversed?: boolean;
  /** Why an entry was not sent. */
  readonly notSentReason?: string | undefined;
  /** How often the debit was presented again, if it was. */
  readonly retryNumber?: number | undefined;
  /** From this day on, the debit is presented again. */
  readonly retryOn?: Temporal.PlainDate | undefined;
  readonly change?: { readonly detail: string; readonly isApplied: boolean };
}

/** Writes an answer and news about its entry as the payload of a webhook. */
export type EntryNewsWriter = (
  answer: Answer,
  news: EntryNews,
) => Readonly<Record<string, unknown>>;
