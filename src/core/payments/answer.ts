/**
 * What a payment request is answered with. It is kept as it was given: replays and webhooks come
 * from it. Plain values only, so that it survives being written down.
 */
import type { FormFields } from "./payment-details.ts";
import type { EntryMode, TenderType, TransactionType } from "./transaction.ts";

export interface Answer {
  readonly outcome: "approved" | "declined" | "not_sent";
  /** Of a refund or reversal. */
  readonly originalId?: string | undefined;
  readonly transactionId: string;
  readonly transactionType: TransactionType;
  /** Absent where nothing was paid with: a closed batch. */
  readonly tenderType?: TenderType | undefined;
  /** In the account's zone. */
  readonly timestamp: string;
  readonly cardBrand?: string | undefined;
  readonly last4?: string | undefined;
  readonly cardExpiration?: string | undefined;
  readonly authorizationCode?: string | undefined;
  readonly message?: string | undefined;
  readonly requestAmountCents: number;
  readonly amountCents: number;
  readonly firstName?: string | undefined;
  readonly lastName?: string | undefined;
  readonly entryMode?: EntryMode | undefined;
  readonly avsResponse?: string | undefined;
  readonly cvvResponse?: string | undefined;
  readonly description?: string | undefined;
  /** What can still be refunded. */
  readonly balanceCents?: number | undefined;
  readonly currency: string;
  readonly checkNumber?: string | undefined;
  /** Of ACH, where the account verifies: whether the bank account was verified now, and why not. */
  readonly verificationPassed?: boolean | undefined;
  readonly verificationMessage?: string | undefined;
  readonly batchId?: number | undefined;
  /** For events alone: answers have no such field. */
  readonly customId?: string | undefined;
  /** The payment form that it came through, and what was written into its reportable fields. */
  readonly formName?: string | undefined;
  readonly formFields?: FormFields | undefined;
}

/** Why a request came to nothing: nothing was written, and nobody outside was asked. */
export type Refusal =
  | "id_never_issued"
  /** The id or key was used for another request. */
  | "id_already_used"
  | "token_not_fit"
  | "already_reversed"
  | "invalid_refund_amount"
  | "invalid_capture_amount"
  | "invalid_amount"
  | "card_unreadable"
  | "credit_not_allowed"
  | "tender_not_allowed"
  /** An ACH entry that has left. */
  | "already_sent"
  /** The kind of ACH entry cannot be what was asked for. */
  | "sec_code_not_fit"
  | "check_number_missing"
  /** Longer than the file has room for: of POP. */
  | "check_number_too_long"
  /** Neither sent nor known from the payment that is made again. */
  | "first_name_missing"
  | "last_name_missing";

/** Of a card that was read from a payload: the request does not show its number. */
interface ReadCard {
  readonly readLast4?: string;
}

export type PaymentOutcome =
  | { readonly kind: "answered"; readonly answer: Answer; readonly isReplay: boolean }
  | ({ readonly kind: "refused"; readonly why: Refusal } & ReadCard)
  /** The outcome is not known yet, or the payment did not start: status tells which. */
  | ({
      readonly kind: "unknown";
      readonly transactionId: string;
      readonly isReplay?: true;
    } & ReadCard)
  /** Held back before anything was done. The same request may be sent again. */
  | { readonly kind: "too_many" };

/** An answer in the words of the outside, for webhooks. */
export type AnswerWriter = (answer: Answer) => Readonly<Record<string, unknown>>;
