/** Writes the webhooks about ACH entries: the fields of an answer and those of the entry. */
import type { EntryNews } from "../../../core/ach/updates/entry-news.ts";
import type { Answer } from "../../../core/payments/answer.ts";
import { writeEventAnswer } from "./write.ts";

/** The error fields come last, as in every answer. */
export function writeEntryNews(answer: Answer, news: EntryNews): Readonly<Record<string, unknown>> {
  const { error, error_code, error_message, error_msg, ...fields } = writeEventAnswer(answer);
  const errors = { error, error_code, error_message, error_msg };
  return { ...fields, ...entryFields(news), ...errors };
}

function entryFields(news: EntryNews): Readonly<Record<string, unknown>> {
  const { day, returnCode, isReversed, notSentReason, retryNumber, retryOn, change } = news;
  return {
    action_date: day.toString(),
    ...(returnCode !== undefined && { ach_return_code: returnCode }),
    ...(isReversed === true && { ach_reversed: true }),
    ...(notSentReason !== undefined && {
      ach_verification_passed: false,
      ach_verification_message: notSentReason,
    }),
    ...(retryNumber !== undefined && { ach_retry_number: retryNumber }),
    ...(retryOn !== undefined && { ach_retry_date: retryOn.toString() }),
    ...(change !== undefined && { noc_data: change.detail, account_updated: change.isApplied }),
  };
}
