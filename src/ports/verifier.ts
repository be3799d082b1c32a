/**
 * A verification provider: says whether a bank account is valid. An adapter never throws and never
 * takes longer than its limit; any failure is "unavailable".
 */
import type { BankAccountType, SecCode } from "../values/bank.ts";
import type { Secret } from "../values/secret.ts";

/** For both attempts together. */
export const VERIFIER_LIMIT_MS = 8_000;

/** The owner of the bank account, as given in the payment. */
export interface AccountHolder {
  readonly firstName: string;
  readonly lastName: string;
  readonly company?: string | undefined;
  readonly streetAddress?: string | undefined;
  readonly city?: string | undefined;
  readonly state?: string | undefined;
  readonly zip?: string | undefined;
  readonly phone?: string | undefined;
  readonly email?: string | undefined;
}

export interface VerifierQuestion extends AccountHolder {
  /** The same for every attempt, so that the provider can recognize a repetition. */
  readonly requestId: string;
  /** The merchant that asks. */
  readonly accountId: string;
  readonly routingNumber: string;
  readonly accountNumber: Secret;
  readonly accountType: BankAccountType;
  readonly secCode: SecCode;
}

export type VerifierAnswer =
  | { readonly kind: "passed" }
  /** The provider's text, unchanged. It must be cleaned before it is shown. */
  | { readonly kind: "refused"; readonly reason: string }
  | { readonly kind: "unavailable" };

export interface Verifier {
  verify(question: VerifierQuestion): Promise<VerifierAnswer>;
}
