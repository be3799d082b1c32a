/** Types shared by the merchant payment screens and their API. */
import type { CreditDetails } from "../../../core/approvals/approval.ts";
import type { HeldCredit } from "../../../core/approvals/approval-store.ts";
import type { AttentionItem } from "../../../core/attention/attention.ts";
import type { ExpectedDeposits } from "../../../core/attention/expected-deposits.ts";
import type {
  DaySums,
  TransactionSums,
  UnsettledEntries,
} from "../../../core/dashboard/sums-store.ts";
import type {
  TenderType,
  TransactionState,
  TransactionType,
} from "../../../core/payments/transaction.ts";
import type { RunningAttempt } from "../../../core/transactions/attempt-history-store.ts";
import type {
  AchBatch,
  BrandTotals,
  CardBatch,
} from "../../../core/transactions/batch-list-store.ts";
import type { DisplayStatus } from "../../../core/transactions/display-status.ts";
import type { SavedView } from "../../../core/transactions/list/saved-view-store.ts";
import type { MerchantTransaction } from "../../../core/transactions/merchant-transaction.ts";
import type { Message, MessageAttempt } from "../../../core/transactions/message-store.ts";
import type { AsJson } from "../as-json.ts";
import type { CursorPage, DeliveryState } from "../contract.ts";

export type { DaySums as DayTotals, TransactionSums };

export interface DashboardAnswer {
  readonly day: string;
  readonly now: string;
  readonly today: TransactionSums;
  /** Up to the same time of day. */
  readonly yesterday: TransactionSums;
  readonly lastWeek: TransactionSums;
  readonly inFlight: UnsettledEntries;
  /** Payments whose outcome is unknown. */
  readonly pending: readonly PendingPayment[];
}

/** What somebody should look at. Empty: nothing. */
export interface AttentionAnswer {
  readonly items: readonly AsJson<AttentionItem>[];
}

export type AttentionLine = AsJson<AttentionItem>;
export type DepositsAnswer = AsJson<ExpectedDeposits>;

export interface PendingPayment
  extends Pick<RunningAttempt, "amountCents" | "currency" | "brand" | "last4" | "name"> {
  readonly id: string;
  readonly type: string;
  readonly startedAt: string;
}

export type Tender = TenderType;

/** The status by which transactions are filtered. */
export type { DisplayStatus, TransactionState, TransactionType };

type TransactionFields = Pick<
  MerchantTransaction,
  | "id"
  | "type"
  | "tender"
  | "state"
  | "isBatched"
  | "message"
  | "amountCents"
  | "refundedCents"
  | "currency"
  | "originalId"
  | "brand"
  | "last4"
  | "entryMode"
  | "name"
  | "company"
  | "email"
  | "description"
  | "customId"
  | "invoice"
  | "cashier"
  | "authorizationCode"
  | "avs"
  | "cvv"
  | "secCode"
  | "returnCode"
>;

export interface TransactionLine extends TransactionFields {
  readonly at: string;
  readonly displayStatus: DisplayStatus;
}

/** An account below an agent. */
export interface SubAccountLine {
  readonly id: string;
  readonly name: string;
}

export type { SavedView };

/**
 * If `lookedUntil` is set, older transactions were not looked at. `next` continues, except in a list
 * by another column than the time.
 */
export interface TransactionList extends CursorPage<TransactionLine> {
  readonly lookedUntil?: string;
}

export interface TransactionDetails extends TransactionLine {
  readonly requestedCents: number;
  readonly refundBalanceCents: number;
  readonly expiration: string | null;
  readonly batchId: number | null;
  readonly batchedAt: string | null;
  readonly settleAt: string | null;
  /** The return code with its title: "R01 Insufficient funds". */
  readonly returnReason: string | null;
  readonly verificationPassed: boolean | null;
  readonly verificationMessage: string | null;
  /** Labels and values of all other stored fields. */
  readonly facts: readonly (readonly [label: string, value: string])[];
  readonly formName: string | null;
  readonly formFields: readonly (readonly [label: string, value: string])[];
}

export interface TimelineStep {
  readonly at: string;
  readonly kind: string;
  readonly type?: string;
  readonly amountCents?: number;
  readonly transactionId?: string;
  readonly detail?: string;
}

export interface TransactionMessage {
  readonly id: string;
  readonly kind: Message["kind"];
  readonly event: string;
  /** The number of the endpoint that gets a webhook. */
  readonly endpoint: number;
  readonly to: string | null;
  readonly state: DeliveryState;
  readonly at: string;
  readonly dueAt: string;
  readonly failureReason: string | null;
  readonly attempts: readonly AsJson<MessageAttempt>[];
}

/** Only the actions that the user may take in the transaction's current state. */
export interface AllowedActions {
  readonly captureCents?: number;
  readonly refundCents?: number;
  readonly refundsWhole?: true;
  readonly reverses?: true;
  /** A returned debit need not be sent to the bank again. */
  readonly stopsRetry?: true;
  readonly reissues?: true;
  readonly sendsReceipt?: true;
}

export interface TransactionPageAnswer {
  readonly transaction: TransactionDetails;
  readonly related: readonly TransactionLine[];
  readonly original: TransactionLine | null;
  readonly steps: readonly TimelineStep[];
  readonly messages: readonly TransactionMessage[];
  readonly pending: readonly PendingPayment[];
  /** When a returned debit is sent to the bank again. */
  readonly retryAt?: string;
  readonly actions: AllowedActions;
}

/** A pending payment without a transaction record yet. */
export interface PendingAttempt {
  readonly pending: readonly PendingPayment[];
}

export type TransactionAnswer = TransactionPageAnswer | PendingAttempt;

/** A credit that an operator must approve. It is sent again by the merchant after that. */
export interface HeldCreditLine
  extends AsJson<Omit<HeldCredit, "details">>,
    Omit<CreditDetails, "cashier"> {
  /** The cashier that the request named, or "API". */
  readonly requestedBy: string;
}

export type CardBatchLine = AsJson<CardBatch>;
export type AchBatchLine = AsJson<AchBatch>;

export interface CardBatchAnswer extends CardBatchLine {
  readonly brands: readonly BrandTotals[];
}

export type { BrandTotals };

/** What the virtual terminal accepts. */
export interface TerminalFacts {
  readonly takesCards: boolean;
  readonly takesBanks: boolean;
  readonly secCodes: readonly string[];
  readonly defaultSecCode: string;
  readonly currency: string;
  /** The current month in the merchant's time zone, YYYY-MM. Older cards have expired. */
  readonly month: string;
  /** For recognizing the card brand while typing. */
  readonly issuerRanges: readonly IssuerRangeFacts[];
}

export interface IssuerRangeFacts {
  readonly brand: string;
  /** First and last prefix, both of the same length. */
  readonly from: string;
  readonly to: string;
  readonly lengths: readonly number[];
}

/** The payment method of an earlier transaction. */
export interface TokenFacts {
  readonly id: string;
  readonly tender: Tender;
  readonly brand: string | null;
  readonly last4: string | null;
  readonly name: string | null;
  readonly email: string | null;
  readonly secCode: string | null;
}

export interface PaymentFacts {
  readonly id: string;
  readonly type: string;
  readonly tender: string | null;
  readonly originalId: string | null;
  /** In the account's time zone. */
  readonly localTime: string;
  readonly amountCents: number;
  readonly requestedCents: number;
  readonly currency: string;
  readonly message: string | null;
  readonly authorizationCode: string | null;
  readonly brand: string | null;
  readonly last4: string | null;
  readonly name: string | null;
  readonly avs: string | null;
  readonly cvv: string | null;
  readonly verificationMessage: string | null;
}

export type PaymentResult =
  | { readonly kind: "approved" | "declined" | "not_sent"; readonly payment: PaymentFacts }
  /** We do not know yet: ask again with the same id. */
  | { readonly kind: "unknown"; readonly id: string };

/** The state of a transaction ID that a page requested. */
export type IdState = PaymentResult | { readonly kind: "unused"; readonly id: string };
