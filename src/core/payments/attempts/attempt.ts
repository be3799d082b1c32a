/** One accepted request on its way: all that is needed to finish it, by whoever does. */
import type { Cents } from "../../../values/money.ts";
import type { Answer } from "../answer.ts";
import type { TransactionState, TransactionType } from "../transaction.ts";
import type { DraftColumns, OutcomeColumns } from "../transaction-columns.ts";

export interface Attempt {
  readonly accountId: string;
  /** Random; the outside knows the order by it. */
  readonly attemptId: string;
  readonly transactionId: string;
  readonly transactionType: TransactionType;
  /** The transaction that this one changes or gives back. */
  readonly originalId: string | undefined;
  readonly amount: Cents;
  readonly fingerprint: Uint8Array;
  readonly note: AttemptNote;
  /** Business time. */
  readonly startedAt: Temporal.Instant;
  /** Wall time. Until then nobody but the process that started it touches it. */
  readonly leaseUntil: Temporal.Instant;
}

/** What a process that finds the attempt must know to finish it. Plain values: it is written down. */
export interface AttemptNote {
  readonly columns: DraftColumns;
  readonly timeZone: string;
  readonly hasWebhook: boolean;
  /** Letters that turn an approval into a decline. */
  readonly declinesAvs?: string | undefined;
  readonly declinesCvv?: string | undefined;
  /** To the address that the transaction has, its own or its original's. */
  readonly sendsCustomerReceipt?: boolean | undefined;
  readonly merchantReceiptTo?: string | undefined;
  readonly merchantName?: string | undefined;
  /** The request asks for the verification of its bank account: a STORE would do without. */
  readonly isToBeVerified?: boolean | undefined;
  /** Where the original stood before the attempt reserved it. */
  readonly priorState?: TransactionState | undefined;
  /** A refund of the whole before it was batched: the payment is undone. */
  readonly isVoid?: boolean | undefined;
  /** The original's, which a capture keeps. */
  readonly originalCode?: string | undefined;
  /** How the outside knows the original. */
  readonly originalReference?: string | undefined;
  /** The order of another attempt whose approval came too late, and which this one takes back. */
  readonly reverses?: string | undefined;
  /** What that order was. */
  readonly reversedType?: TransactionType | undefined;
  /** An approval that we take back, and the words that the caller gets for it. */
  readonly takenBack?: TakenBack | undefined;
}

export interface TakenBack {
  readonly message: string;
  readonly avsResponse: string | undefined;
  readonly cvvResponse: string | undefined;
}

/** How the request is known again: by an id fetched in advance, by a key, by both or neither. */
export interface Claim {
  readonly isIssuedId: boolean;
  readonly keyDigest: Uint8Array | undefined;
}

/** What the vault keeps for a new transaction. */
export interface SealedSource {
  readonly kind: "card" | "bank";
  readonly sealed: Uint8Array;
}

export interface NewAttempt {
  readonly attempt: Attempt;
  readonly claim: Claim;
  readonly source: SealedSource | undefined;
}

export type AttemptOutcome = "approved" | "declined" | "not_sent" | "reversed";

/** Something that the outside must hear of, in the commit that ends the attempt. */
export interface AttemptEvent {
  readonly kind: "webhook" | "mail";
  readonly event: string;
  readonly payload: Readonly<Record<string, unknown>>;
}

export interface Finish {
  readonly attempt: Attempt;
  readonly outcome: AttemptOutcome;
  readonly columns: OutcomeColumns;
  readonly answer: Answer;
  readonly events: readonly AttemptEvent[];
  /** Business time. */
  readonly finishedAt: Temporal.Instant;
}
