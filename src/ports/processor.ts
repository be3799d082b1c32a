/** The card host as we wish it were. It never throws for network trouble: it answers "unknown". */
import type { Cents } from "../values/money.ts";
import type { Secret } from "../values/secret.ts";

export interface CardOrder {
  /** Ours, one per attempt; the host knows the order by it. */
  readonly reference: string;
  readonly accountId: string;
  readonly transactionId: string;
  readonly transactionType: "SALE" | "AUTHORIZATION";
  readonly amount: Cents;
  readonly currency: string;
  readonly cardNumber: Secret;
  readonly cardExpiration: string;
  readonly cardVerification: Secret | undefined;
  readonly streetAddress: string | undefined;
  readonly zip: string | undefined;
}

export interface Approval {
  readonly kind: "approved";
  readonly message: string;
  readonly authorizationCode: string;
  readonly amount: Cents;
  readonly avsResponse: string;
  readonly cvvResponse: string;
}

/**
 * "not_sent" is a promise that no money can move; "unknown" is the honest word for a broken
 * connection or a late answer, and only asking again turns it into anything else.
 */
export type ProcessorAnswer =
  | Approval
  | { readonly kind: "declined"; readonly message: string }
  | { readonly kind: "not_sent" }
  | { readonly kind: "unknown" };

/** What asking again can tell. */
export type Resolution =
  | Approval
  | { readonly kind: "declined"; readonly message: string }
  | { readonly kind: "never_arrived" }
  | { readonly kind: "reversed" }
  | { readonly kind: "still_unknown" };

export interface Processor {
  submit(order: CardOrder): Promise<ProcessorAnswer>;
  resolve(reference: string): Promise<Resolution>;
}
