/**
 * The plain model of the payment interface: what it has to remember, and nothing of how. Written
 * from the contract; it must not import anything of the product.
 */
import type { Delivery, HostAnswer } from "./card-host.ts";

export type NewPaymentType = "SALE" | "AUTHORIZATION" | "CREDIT" | "STORE" | "FORCE";
export type ChangeType = "CAPTURE" | "REFUND" | "REVERSAL";
export type RequestType = NewPaymentType | ChangeType | "SETTLE-BATCH";

/** A request's variables as a client sends them, without its login. */
export interface Form {
  readonly transaction_type: RequestType;
  readonly tender_type?: string | undefined;
  readonly transaction_amount?: string | undefined;
  readonly transaction_id?: string | undefined;
  readonly token_id?: string | undefined;
  readonly reissue?: string | undefined;
  readonly card_number?: string | undefined;
  readonly card_expiration?: string | undefined;
  readonly card_verification?: string | undefined;
  readonly card_tracks?: string | undefined;
  readonly authorization_code?: string | undefined;
  readonly allow_partial?: string | undefined;
  readonly disable_avs?: string | undefined;
  readonly disable_cvv?: string | undefined;
  readonly first_name?: string | undefined;
  readonly last_name?: string | undefined;
  readonly street_address1?: string | undefined;
  readonly zip?: string | undefined;
  readonly cashier?: string | undefined;
}

export interface Request {
  readonly form: Form;
  /** The Idempotency-Key header. */
  readonly key: string | undefined;
}

export type State =
  | "unknown"
  | "authorized"
  | "sold"
  | "forced"
  | "captured"
  | "credited"
  | "refunded"
  | "stored"
  | "closed"
  | "declined"
  | "not_sent"
  | "reversed"
  | "voided"
  /** Held while nobody knows what became of a change. */
  | "capturing"
  | "voiding"
  | "reversing";

export interface Card {
  readonly number: string;
  readonly brand: string;
  /** MMYY. */
  readonly expiration: string;
  /** Undefined where the contract does not say. */
  readonly entryMode: "KEYED" | "SWIPED" | undefined;
}

/** Names and address: what a reissue, a refund and a reversal take from their original. */
export interface Person {
  readonly first_name?: string | undefined;
  readonly last_name?: string | undefined;
  readonly street_address1?: string | undefined;
  readonly zip?: string | undefined;
}

export interface Transaction {
  readonly id: string;
  readonly originalId: string | undefined;
  readonly startedAt: Temporal.Instant;
  readonly card: Card | undefined;
  readonly person: Person;
  readonly cashier: string | undefined;
  type: RequestType;
  state: State;
  cents: number;
  refundedCents: number;
  batchId: number | undefined;
  /** Undefined: in words that the contract leaves open. */
  message: string | undefined;
  isApproved: boolean;
}

/** A request that was accepted: at most one order to the host, and one answer for ever. */
export interface Attempt {
  readonly request: Request;
  readonly type: RequestType;
  readonly cents: number;
  readonly original: Transaction | undefined;
  readonly card: Card | undefined;
  readonly person: Person;
  readonly cashier: string | undefined;
  readonly startedAt: Temporal.Instant;
  readonly delivery: Delivery;
  readonly hostAnswer: HostAnswer;
  /** The approval is taken back, because of its letters. */
  readonly isTakenBack: boolean;
  /** It undoes a payment that no batch has taken yet. */
  readonly isVoid: boolean;
  /** Known once the request was answered. */
  id: string;
  /** Where the original stood before. */
  priorState: State | undefined;
  outcome: "approved" | "declined" | "not_sent" | undefined;
  /** The words of the answer, where the contract leaves them open: as they were first heard. */
  message: string | undefined;
}

/** An order as the host remembers it. */
export interface Order {
  readonly transactionId: string;
  readonly type: RequestType;
  readonly cents: number;
  readonly kind: HostAnswer["kind"];
  isReversed: boolean;
}

/** A spent id or key. */
export interface Claim {
  readonly attempt: Attempt;
  /** The answer as it was first heard; undefined while nobody knew. */
  answer: Readonly<Record<string, unknown>> | undefined;
}

export interface AccountTerms {
  readonly id: string;
  readonly accessKey: string;
  readonly timeZone: string;
  readonly allowsCredit: boolean;
  readonly declinesAvs: string;
  readonly declinesCvv: string;
  /** How many batches it closed before. */
  readonly batches: number;
}

/** One account's. */
export class Books {
  readonly terms: AccountTerms;
  readonly transactions = new Map<string, Transaction>();
  /** Ids fetched in advance and not spent, with when they were issued. */
  readonly issued = new Map<string, Temporal.Instant>();
  readonly byId = new Map<string, Claim>();
  readonly byKey = new Map<string, Claim>();
  readonly doubts = new Set<Attempt>();
  readonly orders: Order[] = [];
  batches: number;
  /** So that every key is new. */
  keys = 0;

  constructor(terms: AccountTerms) {
    this.terms = terms;
    this.batches = terms.batches;
  }
}

export class PaymentModel {
  readonly books: readonly [Books, Books];
  readonly startedAt: Temporal.Instant;
  now: Temporal.Instant;
  /** What was done so far, in words. */
  readonly steps: string[] = [];

  constructor(books: readonly [Books, Books], now: Temporal.Instant) {
    this.books = books;
    this.startedAt = now;
    this.now = now;
  }
}

export const AUTHORIZATION_HOURS = 7 * 24;
export const UNSPENT_HOURS = 30 * 24;

/** Whether something is this old, or older. */
export function isPast(since: Temporal.Instant, hours: number, now: Temporal.Instant): boolean {
  return Temporal.Instant.compare(since.add({ hours }), now) <= 0;
}
