/** What clients know about their payments: their requests and the answers. */
import { FIRST_FREE_CENTS, toDecimal } from "./card-host.ts";

/** With a fetched id, with an Idempotency-Key, or with neither; the last one is never retried. */
export type Way = "id" | "key" | "plain";
export type PaymentType = "SALE" | "AUTHORIZATION";

/** An answer with the result of the payment. */
export interface Outcome {
  readonly kind: "approved" | "declined";
  readonly transactionId: string;
  readonly authorizationCode: string | undefined;
  readonly amountCents: number;
  readonly message: string;
  readonly isReplay: boolean;
  /** The exact answer. */
  readonly body: string;
}

export type Heard =
  | Outcome
  /** 50000: ask for the status. */
  | { readonly kind: "temporary" }
  | { readonly kind: "refused"; readonly code: number; readonly message: string }
  /** The connection ended without an answer. */
  | { readonly kind: "broken" }
  /** There was no answer within the time limit. */
  | { readonly kind: "silent" }
  | { readonly kind: "unreadable"; readonly status: number };

/** "calm": no failure was injected, so an answer without a result is not allowed. */
export type Hearing = { readonly in: "storm" | "calm"; readonly heard: Heard };

export interface Wish {
  readonly accountId: string;
  readonly way: Way;
  readonly type: PaymentType;
  /** Undefined: a card. */
  readonly tender?: "ACH";
  /** Undefined: a unique amount that is approved. */
  readonly amountCents?: number;
  /** Fetched in advance. */
  readonly transactionId?: string;
  /** False: the caller stops before the request's last byte. */
  readonly isWhole?: boolean;
}

export interface Payment extends Wish {
  readonly number: number;
  /** Sent as custom_id, and as the key of a payment with a key. */
  readonly mark: string;
  readonly amountCents: number;
  readonly isWhole: boolean;
  readonly hearings: Hearing[];
}

export class Ledger {
  readonly payments: Payment[] = [];
  readonly #name: string;

  /** The name distinguishes several ledgers on one database. */
  constructor(name: string) {
    this.#name = name;
  }

  open(wish: Wish): Payment {
    const number = this.payments.length;
    const payment: Payment = {
      isWhole: true,
      ...wish,
      number,
      // A letter in between, because many digits may look like a card number.
      mark: `${this.#name}q${number}`,
      amountCents: wish.amountCents ?? FIRST_FREE_CENTS + number,
      hearings: [],
    };
    this.payments.push(payment);
    return payment;
  }
}

export function isOutcome(heard: Heard): heard is Outcome {
  return heard.kind === "approved" || heard.kind === "declined";
}

export function listOutcomes({ hearings }: Payment): readonly Outcome[] {
  return hearings.map(({ heard }) => heard).filter(isOutcome);
}

export function hasHeard({ hearings }: Payment, kind: Heard["kind"]): boolean {
  return hearings.some(({ heard }) => heard.kind === kind);
}

export function paymentName({ mark, way, type, amountCents, accountId }: Payment): string {
  return `${mark} (${way}, ${type} ${toDecimal(amountCents)}, account ${accountId})`;
}
