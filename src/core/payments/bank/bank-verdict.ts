/** Decides an ACH payment from the verification of its bank account. Pure. */
import type { Verification } from "../../verification/verify-account.ts";
import type { Attempt } from "../attempts/attempt.ts";
import type { PaymentVerdict, VerificationResult } from "../outcome.ts";

/** Nobody authorizes an ACH entry. This replaces the authorization code of a card. */
const CODE = "ACH";
const PENDING = "PENDING";
export const NOT_BATCHED = "NOT BATCHED";

export function bankVerdict(attempt: Attempt, verification: Verification): PaymentVerdict {
  const words = verificationResult(verification);
  if (!isAccepted(verification)) return notBatchedVerdict(words);
  // A bank account that is only stored does not wait for a file.
  const message = attempt.transactionType === "STORE" ? "APPROVED" : PENDING;
  return { ...acceptedVerdict(attempt, message), verification: words };
}

export function acceptedVerdict({ amount }: Attempt, message: string) {
  return { kind: "approved", message, authorizationCode: CODE, amount } as const;
}

export function notBatchedVerdict(verification: VerificationResult | undefined) {
  return { kind: "declined", message: NOT_BATCHED, verification } as const;
}

function isAccepted(verification: Verification): boolean {
  if (verification.kind === "unavailable") return verification.isAccepted;
  return verification.kind !== "refused";
}

/** For a bank account that is only stored, unless the request asks for its verification. */
export const NOT_REQUIRED: VerificationResult = { isPassed: false, message: "Not required" };

export const UNAVAILABLE: VerificationResult = {
  isPassed: false,
  message: "Verification unavailable",
};

/** Undefined: the account does not verify, and its answers have no verification fields. */
function verificationResult(verification: Verification): VerificationResult | undefined {
  switch (verification.kind) {
    case "off":
      return undefined;
    case "passed":
      return { isPassed: true, message: "Accepted" };
    case "previously_verified":
      return { isPassed: false, message: "Previously verified" };
    case "not_required":
      return NOT_REQUIRED;
    case "refused":
      return { isPassed: false, message: verification.reason };
    case "unavailable":
      return UNAVAILABLE;
  }
}
