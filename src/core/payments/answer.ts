/**
 * The answer to a payment request, and the other possible outcomes. An answer is stored as it was
 * given, and replays and webhooks are made from it. It has plain values only, because it is JSON.
 */
import type { ChipAnswer } from "../../ports/card-readout.ts";
import type { FormFields } from "./payment-details.ts";
import type { EntryMode, TenderType, TransactionType } from "./transaction.ts";

export interface Answer {
  readonly outcome: "approved" | "declined" | "not_sent";
  /** For a refund or reversal. */
  readonly originalId?: string | undefined;
  readonly transactionId: string;
  readonly transactionType: TransactionType;
  /** Absent for SETTLE-BATCH. */
  readonly tenderType?: TenderType | undefined;
  /** In the account's time zone. */
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
  /** The amount that can still be refunded. */
  readonly balanceCents?: number | undefined;
  readonly currency: string;
  readonly checkNumber?: string | undefined;
  /** For ACH if the account verifies bank accounts: whether it was verified now, or why not. */
  readonly verificationPassed?: boolean | undefined;
  readonly verificationMessage?: string | undefined;
  /** Why it was declined and what to do next, for the header of the answer. */
  readonly declineDetail?: string | undefined;
  /** For ACH if the entry was to go out on the same day: whether it does, or why not. */
  readonly isSameDay?: boolean | undefined;
  readonly sameDayMessage?: string | undefined;
  readonly batchId?: number | undefined;
  /** The issuer's answer to the chip. Only answers have it; webhook events do not. */
  readonly chip?: ChipAnswer | undefined;
  /** Only webhook events have this field; answers do not. */
  readonly customId?: string | undefined;
  /** The payment form that was used, and the values of its reportable fields. */
  readonly formName?: string | undefined;
  readonly formFields?: FormFields | undefined;
}

/** Why a request was refused. Nothing was stored, and the card host was not asked. */
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
  /** The ACH entry is already in a file. */
  | "already_sent"
  /** The SEC code does not allow this type of transaction. */
  | "sec_code_not_fit"
  | "check_number_missing"
  /** A POP entry has room for fewer characters. */
  | "check_number_too_long"
  /** Not sent, and the payment that is reissued does not have it either. */
  | "first_name_missing"
  | "last_name_missing"
  /** Sent, and together more than the amount, which is known only now. */
  | "tax_not_fit"
  | "gratuity_not_fit"
  /** The same as a payment of the last minutes, and the account refuses these. */
  | "duplicate"
  /** A bank file is ASCII only, and nothing is left of the text after its transliteration. */
  | "first_name_not_writable"
  | "last_name_not_writable"
  | "company_not_writable"
  | "check_number_not_writable"
  /** Too many debits of the account were returned, and its setting stops new ones. */
  | "debits_stopped"
  /** A credit above the account's limit, which an operator must approve first. */
  | "credit_held";

/** Set if the card was read from a payload, because the request does not show its number. */
interface ReadCard {
  readonly readLast4?: string;
}

export type PaymentOutcome =
  | { readonly kind: "answered"; readonly answer: Answer; readonly isReplay: boolean }
  | ({
      readonly kind: "refused";
      readonly why: Refusal;
      /** For a duplicate: the payment that it is the same as. */
      readonly firstTransactionId?: string | undefined;
    } & ReadCard)
  /** The outcome is not known yet, or the payment did not start. The status interface tells which. */
  | ({
      readonly kind: "unknown";
      readonly transactionId: string;
      readonly isReplay?: true;
    } & ReadCard)
  /** Refused by a rate limit before anything was done. The same request may be sent again. */
  | { readonly kind: "too_many" };

/** Writes an answer as the payload of a webhook. */
export type AnswerWriter = (answer: Answer) => Readonly<Record<string, unknown>>;
