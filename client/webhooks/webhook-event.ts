/** The content of a webhook, with the client's names. */
import { MONEY, ANSWER_NAMES as PAYMENT_NAMES } from "../payments/payment-names.ts";
import { type LeftOver, openRenaming, type Renamed, renameFromWire } from "../wire/names.ts";
import type { MustBeNever, WebhookBody } from "../wire/wire-types.ts";

/** A transaction has the names of a payment's result. Later events have more. */
export const EVENT_NAMES = {
  ...PAYMENT_NAMES,
  accountId: "account_id",
  actionDate: "action_date",
  achReturnCode: "ach_return_code",
  nocData: "noc_data",
  isAccountUpdated: "account_updated",
  isAchReversed: "ach_reversed",
  achRetryDate: "ach_retry_date",
  achRetryNumber: "ach_retry_number",
  customId: "custom_id",
  /** In transaction.failed with code 20040: the payment that the request is a duplicate of. */
  firstTransactionId: "first_transaction_id",
  formFields: "form_fields",
  /** A user sent it from the console to try your endpoint. Nothing happened: do not act on it. */
  isTest: "test",
  isError: "error",
  errorCode: "error_code",
  errorMessage: "error_message",
} as const;

type WireTransaction = Omit<WebhookBody["transaction"], "error_msg">;
type KnownFields<T> = { [K in keyof T as string extends K ? never : K]: T[K] };

/** Does not compile if the document has a field that the client does not know. */
export type EveryEventFieldIsKnown = MustBeNever<
  LeftOver<KnownFields<WireTransaction>, typeof EVENT_NAMES>
>;

export interface WebhookEvent {
  /** The same for every attempt to deliver this event: act once for each id. */
  readonly id: string;
  readonly event: WebhookBody["event"];
  readonly accountId: string;
  /** When this attempt was sent. */
  readonly sentAt: Date;
  readonly transaction: Readonly<
    Renamed<KnownFields<WireTransaction>, typeof EVENT_NAMES, (typeof MONEY)[number]>
  >;
}

const RENAMING = openRenaming(EVENT_NAMES, MONEY);

export function readEvent(id: string, text: string): WebhookEvent {
  const { account_id, timestamp, event, transaction } = JSON.parse(text) as WebhookBody;
  const { error_msg, ...fields } = transaction;
  return {
    id,
    event,
    accountId: account_id,
    sentAt: new Date(timestamp * 1000),
    transaction: renameFromWire(fields, RENAMING) as WebhookEvent["transaction"],
  };
}
