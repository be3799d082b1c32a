/**
 * A plain model of the payment interface: the state that it must remember. Written from the contract;
 * it must not import anything of the product.
 */
import type { Delivery, HostAnswer } from "./card-host.ts";
import type { RequestType } from "./request-type.ts";

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
  /** Reserved while the outcome of a change is unknown. */
  | "capturing"
  | "voiding"
  | "reversing";

export interface Card {
  readonly number: string;
  readonly brand: string;
  /** MMYY. */
  readonly expiration: string;
  /** Undefined if the contract does not fix it. */
  readonly entryMode: "KEYED" | "SWIPED" | undefined;
}

/** Names and address, which a reissue, refund or reversal takes from its original. */
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
  /** Undefined: the contract does not fix the text. */
  message: string | undefined;
  isApproved: boolean;
}

/** An accepted request: at most one order to the host, and one final answer. */
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
  /** The approval is reversed because of its result codes. */
  readonly isTakenBack: boolean;
  /** It voids a payment that is not in a batch yet. */
  readonly isVoid: boolean;
  /** Known once the request is answered. */
  id: string;
  /** The state of the original before. */
  priorState: State | undefined;
  outcome: "approved" | "declined" | "not_sent" | undefined;
  /** The first text of the answer, if the contract does not fix it. */
  message: string | undefined;
}

/** An order as the host stores it. */
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
  /** The first answer. Undefined while it is unknown. */
  answer: Readonly<Record<string, unknown>> | undefined;
}

export interface AccountTerms {
  readonly id: string;
  readonly accessKey: string;
  readonly timeZone: string;
  readonly allowsCredit: boolean;
  readonly declinesAvs: string;
  readonly declinesCvv: string;
  /** How many batches it has closed. */
  readonly batches: number;
}

/** The state of one account. */
export class Books {
  readonly terms: AccountTerms;
  readonly transactions = new Map<string, Transaction>();
  /** Unused ids that were fetched in advance, with their issue times. */
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
  /** A log of the steps so far. */
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
