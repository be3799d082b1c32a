/**
 * Whoever knows bank accounts, as we wish they were: asked about one, they say whether it is good.
 * It never throws and never takes longer than its limit: trouble of any kind is "unavailable".
 */
import type { BankAccountType, SecCode } from "../values/bank.ts";
import type { Secret } from "../values/secret.ts";

/** For both tries together. */
export const VERIFIER_LIMIT_MS = 8_000;

/** Who owns the bank account, as far as the payment says. */
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
  /** Ours, the same on every try: the provider can tell a repetition by it. */
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
  /** The provider's own words, as they came: whoever shows them makes them plain. */
  | { readonly kind: "refused"; readonly reason: string }
  | { readonly kind: "unavailable" };

export interface Verifier {
  verify(question: VerifierQuestion): Promise<VerifierAnswer>;
}
