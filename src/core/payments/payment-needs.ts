/** The collaborators of every operation of the payment core. */
import type { Clock } from "../../ports/clock.ts";
import type { KeyCustody } from "../../ports/key-custody.ts";
import type { Processor } from "../../ports/processor.ts";
import type { CreditApprovals } from "../approvals/credit-approvals.ts";
import type { BankAccounts } from "../bank-accounts/bank-accounts.ts";
import type { Vault } from "../vault/vault.ts";
import type { Verification, VerificationQuestion } from "../verification/verify-account.ts";
import type { AnswerWriter } from "./answer.ts";
import type { AttemptStore } from "./attempts/attempt-store.ts";
import type { EarlierStore } from "./attempts/earlier-store.ts";
import type { LostAttemptStore } from "./attempts/lost-attempt-store.ts";
import type { OpenAttemptStore } from "./attempts/open-attempt-store.ts";
import type { RecentAttempts } from "./attempts/recent-attempts.ts";
import type { RestoreStore } from "./attempts/restore-store.ts";
import type { BatchStore } from "./batches/batch-store.ts";
import type { CardTesting } from "./card-testing/card-testing.ts";
import type { ChangeStore } from "./changes/change-store.ts";
import type { FinishChangeStore } from "./changes/finish-change-store.ts";
import type { LapseStore } from "./changes/lapse-store.ts";
import type { IdSource } from "./ids/id-source.ts";
import type { TraceSource } from "./ids/trace-source.ts";
import type { OriginalStore } from "./original-store.ts";
import type { Card, DevicePayload } from "./payment-request.ts";

/** Verifies the bank accounts of a merchant's customers. */
export interface BankVerification {
  verify(account: { readonly id: string }, question: VerificationQuestion): Promise<Verification>;
  /** Whether verification is enabled for the account. */
  isVerifying(accountId: string): Promise<boolean>;
}

/** The windows of an account's bank that send entries on the same day. */
export interface SameDayWindows {
  /** Undefined: none of its windows is same-day. */
  findNext(accountId: string, after: Temporal.Instant): Promise<NextSameDay | undefined>;
  /** Whether the prenote of the bank account must be out for longer before an entry follows it. */
  isPrenoteAwaited(prenote: LeadingEntry, at: Temporal.Instant): Promise<boolean>;
  /** Whether the sale that a credit pays back will not be out before this moment. */
  isSaleAwaited(sale: LeadingEntry, at: Temporal.Instant): Promise<boolean>;
}

/** What an entry follows: the STORE that is checked, or the sale of a credit. */
export interface LeadingEntry {
  readonly accountId: string;
  readonly transactionId: string;
}

export interface NextSameDay {
  readonly at: Temporal.Instant;
  /** The window closes on the day of the request, so the entry settles on that day. */
  readonly isToday: boolean;
  /** No other window closes before it. */
  readonly isFirst: boolean;
}

/** Watches how many debits of an account are returned. */
export interface ReturnRateWatch {
  isOverLimit(accountId: string): Promise<boolean>;
}

/** A card that was read from a device's payload. */
export interface CardOfPayload extends Omit<Card, "holder"> {
  readonly firstName: string | undefined;
  readonly lastName: string | undefined;
  readonly street: string | undefined;
  readonly zip: string | undefined;
}

export interface PayloadReader {
  /** Undefined: it cannot be read, or does not contain a usable card. */
  readCard(partnerId: string, payload: DevicePayload): Promise<CardOfPayload | undefined>;
}

export interface PaymentNeeds {
  readonly attempts: AttemptStore;
  readonly changes: ChangeStore;
  readonly changeEnds: FinishChangeStore;
  readonly batches: BatchStore;
  readonly openAttempts: OpenAttemptStore;
  readonly lost: LostAttemptStore;
  readonly recent: RecentAttempts;
  readonly restores: RestoreStore;
  readonly earlier: EarlierStore;
  readonly originals: OriginalStore;
  readonly lapses: LapseStore;
  readonly vault: Vault;
  readonly ids: IdSource;
  readonly traces: TraceSource;
  readonly processor: Processor;
  readonly banks: BankVerification;
  readonly bankAccounts: BankAccounts;
  readonly sameDay: SameDayWindows;
  readonly returnRates: ReturnRateWatch;
  readonly creditApprovals: Pick<CreditApprovals, "spendOrRequest">;
  readonly payloads: PayloadReader;
  readonly cardTesting: CardTesting;
  readonly custody: KeyCustody;
  readonly clock: Clock;
  readonly writeAnswer: AnswerWriter;
  /** How long the card host may take to answer. */
  readonly processorLimitMs: number;
  /** How long an id that was fetched in advance stays valid. */
  readonly unspentIdsDays: number;
}
