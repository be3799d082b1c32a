/** What the pages of a merchant's payments and their interface tell each other: types only. */
import type { DisplayStatus } from "../../../core/dashboard/display-status.ts";
import type { TransactionState, TransactionType } from "../../../core/payments/transaction.ts";
import type { CursorPage } from "../contract.ts";

export interface TransactionSums {
  readonly saleCount: number;
  readonly saleCents: number;
  readonly refundCount: number;
  readonly refundCents: number;
  readonly approvedCount: number;
  readonly declinedCount: number;
}

export interface DayTotals extends TransactionSums {
  /** YYYY-MM-DD on the account's clocks. */
  readonly day: string;
}

export interface Today {
  readonly day: string;
  readonly now: string;
  readonly today: TransactionSums;
  /** Up to the same time of day. */
  readonly yesterday: TransactionSums;
  readonly lastWeek: TransactionSums;
  readonly inFlight: {
    readonly waitingCount: number;
    readonly waitingCents: number;
    readonly sentCount: number;
    readonly sentCents: number;
  };
  /** Nobody can tell yet how they end. */
  readonly underWay: readonly UnderWay[];
}

export interface UnderWay {
  readonly id: string;
  readonly type: string;
  readonly startedAt: string;
  readonly amountCents: number;
  readonly brand: string | null;
  readonly last4: string | null;
  readonly name: string | null;
}

export type Tender = "CARD" | "ACH";

/** What lists are filtered by. */
export type { DisplayStatus, TransactionState, TransactionType };

export interface TransactionLine {
  readonly id: string;
  readonly at: string;
  readonly type: TransactionType;
  readonly tender: Tender;
  readonly state: TransactionState;
  readonly standing: DisplayStatus;
  readonly isBatched: boolean;
  readonly message: string;
  readonly amountCents: number;
  readonly refundedCents: number;
  readonly currency: string;
  readonly originalId: string | null;
  readonly brand: string | null;
  readonly last4: string | null;
  readonly entryMode: string | null;
  readonly name: string | null;
  readonly company: string | null;
  readonly email: string | null;
  readonly description: string | null;
  readonly customId: string | null;
  readonly invoice: string | null;
  readonly cashier: string | null;
  readonly authorizationCode: string | null;
  readonly avs: string | null;
  readonly cvv: string | null;
  readonly secCode: string | null;
  readonly returnCode: string | null;
}

/** `next` with `lookedUntil`: it looked back so far and found no more; asking on looks further. */
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
  readonly verificationPassed: boolean | null;
  readonly verificationMessage: string | null;
  /** Label and value of everything else that is kept. */
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
  readonly words?: string;
}

export interface ToldMessage {
  readonly id: string;
  readonly kind: "webhook" | "mail";
  readonly event: string;
  readonly to: string | null;
  readonly state: "waiting" | "delivered" | "set_aside";
  readonly at: string;
  readonly dueAt: string;
  readonly setAsideWhy: string | null;
  readonly tries: readonly {
    readonly at: string;
    readonly outcome: string;
    readonly status: number | null;
    readonly failure: string | null;
  }[];
}

/** Only what this person may do with it as it stands. */
export interface AllowedActions {
  readonly captureCents?: number;
  readonly refundCents?: number;
  readonly refundsWhole?: true;
  readonly reverses?: true;
  readonly reissues?: true;
  readonly sendsReceipt?: true;
}

export interface TransactionPageAnswer {
  readonly transaction: TransactionDetails;
  readonly related: readonly TransactionLine[];
  readonly original: TransactionLine | null;
  readonly steps: readonly TimelineStep[];
  readonly told: readonly ToldMessage[];
  readonly underWay: readonly UnderWay[];
  readonly actions: AllowedActions;
}

/** A transaction that is under way and nothing more: there is no record of it yet. */
export interface PendingAttempt {
  readonly underWay: readonly UnderWay[];
}

export type TransactionAnswer = TransactionPageAnswer | PendingAttempt;

/** What a virtual terminal can take. */
export interface TerminalFacts {
  readonly takesCards: boolean;
  readonly takesBanks: boolean;
  readonly secCodes: readonly string[];
  readonly defaultSecCode: string;
  readonly currency: string;
  /** YYYY-MM where the merchant is: cards that end before it are no good. */
  readonly month: string;
  /** By which a brand is told while its number is typed. */
  readonly issuerRanges: readonly IssuerRangeFacts[];
}

export interface IssuerRangeFacts {
  readonly brand: string;
  /** First and last prefix, of the same length. */
  readonly from: string;
  readonly to: string;
  readonly lengths: readonly number[];
}

/** What an earlier transaction was paid with. */
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
  /** On the account's clocks. */
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

/** What became of an id that was fetched. */
export type IdState = PaymentResult | { readonly kind: "unused"; readonly id: string };
