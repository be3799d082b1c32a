/** One accepted request and everything that any process needs to finish it. */
import type { CardOrderType } from "../../../ports/processor.ts";
import type { Cents } from "../../../values/money.ts";
import type { TransactionEvent } from "../../outbox/outbox-writer-store.ts";
import type { Answer } from "../answer.ts";
import type { DraftTransaction, TransactionResult } from "../payment-details.ts";
import type { TransactionState, TransactionType } from "../transaction.ts";

export interface Attempt {
  readonly accountId: string;
  /** Unique. The card host knows the order by it. For named hosts it contains a trace number. */
  readonly attemptId: string;
  readonly transactionId: string;
  readonly transactionType: TransactionType;
  /** The transaction that this one captures, refunds or reverses. */
  readonly originalId: string | undefined;
  readonly amount: Cents;
  readonly fingerprint: Uint8Array;
  readonly note: AttemptNote;
  /** Business time. */
  readonly startedAt: Temporal.Instant;
  /** Wall time. Until then only the process that started the attempt may change it. */
  readonly leaseUntil: Temporal.Instant;
}

/** What another process must know to finish the attempt. Plain values, because it is stored as JSON. */
export interface AttemptNote {
  readonly draft: DraftTransaction;
  readonly timeZone: string;
  readonly hasWebhook: boolean;
  /** Result codes that turn an approval into a decline. */
  readonly declinesAvs?: string | undefined;
  readonly declinesCvv?: string | undefined;
  /** Goes to the email address of the transaction or of its original. */
  readonly sendsCustomerReceipt?: boolean | undefined;
  readonly merchantReceiptTo?: string | undefined;
  readonly merchantName?: string | undefined;
  /** The request asks to verify its bank account. A STORE is not verified otherwise. */
  readonly isToBeVerified?: boolean | undefined;
  /** Whether the entry goes out on the same day, if that was wanted. */
  readonly sameDay?: SameDayResult | undefined;
  /** The state of the original before the attempt reserved it. */
  readonly priorState?: TransactionState | undefined;
  /** A full refund before the batch closed: the payment is voided. */
  readonly isVoid?: boolean | undefined;
  /** The authorization code of the original: a capture keeps it. */
  readonly originalCode?: string | undefined;
  /** The card host's reference of the original. */
  readonly originalReference?: string | undefined;
  /** The type of the order with that reference. */
  readonly originalType?: CardOrderType | undefined;
  /** The transaction whose card the vault has, if it is not the original: a refund has none. */
  readonly cardHolderId?: string | undefined;
  /** The attempt whose approval came too late and is reversed by this one. */
  readonly reverses?: string | undefined;
  /** The type of that attempt. */
  readonly reversedType?: TransactionType | undefined;
  /** An approval that we reverse, and the message that the caller gets instead. */
  readonly takenBack?: TakenBack | undefined;
}

export interface SameDayResult {
  readonly isSameDay: boolean;
  readonly message: string;
}

export interface TakenBack {
  readonly message: string;
  readonly avsResponse: string | undefined;
  readonly cvvResponse: string | undefined;
}

/** How a repetition is recognized: by an id fetched in advance, a key, both or neither. */
export interface RequestClaim {
  readonly isIssuedId: boolean;
  readonly keyDigest: Uint8Array | undefined;
  /** How a duplicate without id and key is recognized, if the account asks for it. */
  readonly guard?: DuplicateGuard | undefined;
}

export interface DuplicateGuard {
  /** The same for the same payment. */
  readonly digest: Uint8Array;
  /** Business time. */
  readonly until: Temporal.Instant;
  /** The request says that it is no duplicate. It counts from now on, beside the payments before it. */
  readonly isOverridden: boolean;
}

/** What the vault keeps for a new transaction. */
export interface SealedSource {
  readonly kind: "card" | "bank";
  readonly sealed: Uint8Array;
}

export interface NewAttempt {
  readonly attempt: Attempt;
  readonly claim: RequestClaim;
  readonly source: SealedSource | undefined;
}

export type AttemptOutcome = "approved" | "declined" | "not_sent" | "reversed";

/** A webhook or a receipt, written to the outbox in the commit that ends the attempt. */
export type AttemptEvent = Pick<TransactionEvent, "kind" | "event" | "payload">;

export interface Finish {
  readonly attempt: Attempt;
  readonly outcome: AttemptOutcome;
  readonly result: TransactionResult;
  readonly answer: Answer;
  readonly events: readonly AttemptEvent[];
  /** Business time. */
  readonly finishedAt: Temporal.Instant;
}
