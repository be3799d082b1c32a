/**
 * Verifies a bank account before a payment, if the merchant's settings ask for it: reads what is known,
 * decides, and asks the provider once. No database transaction is open meanwhile.
 */
import type { Clock } from "../../ports/clock.ts";
import type { KeyCustody } from "../../ports/key-custody.ts";
import {
  type AccountHolder,
  VERIFIER_LIMIT_MS,
  type Verifier,
  type VerifierAnswer,
} from "../../ports/verifier.ts";
import { Secret } from "../../values/secret.ts";
import { plainWords } from "../../values/text/plain-words.ts";
import type { BankAccount, Vault } from "../vault/vault.ts";
import { effectiveSecCode, type PlanQuestion, planVerification } from "./plan.ts";
import type { SharedAnswer, SharedQuestions } from "./shared-questions.ts";
import type { KnownBank, KnownVerification, VerificationStore } from "./verification-store.ts";

export interface VerificationNeeds {
  readonly store: VerificationStore;
  readonly questions: SharedQuestions;
  readonly verifier: Verifier;
  readonly vault: Pick<Vault, "bankFingerprint">;
  readonly custody: Pick<KeyCustody, "fingerprint">;
  readonly clock: Clock;
}

export interface VerificationQuestion extends PlanQuestion, AccountHolder {
  /** The id of the payment's attempt. The provider identifies the question by it. */
  readonly requestId: string;
  readonly bank: BankAccount;
}

export type Verification =
  /** Verification is not enabled. Answers have no verification fields. */
  | { readonly kind: "off" }
  | { readonly kind: "not_required" }
  | { readonly kind: "previously_verified" }
  | { readonly kind: "passed" }
  | { readonly kind: "refused"; readonly reason: string }
  /** `isAccepted`: the payment is accepted anyway (account setting `when unavailable`). */
  | { readonly kind: "unavailable"; readonly isAccepted: boolean };

const FINGERPRINT = "verification_passes.fingerprint";
const LIMIT_MS = VERIFIER_LIMIT_MS + 250;
const REASON_LENGTH_MAX = 100;
const NO_REASON = "Account not verified";

export async function verifyAccount(
  needs: VerificationNeeds,
  { id: accountId }: { readonly id: string },
  question: VerificationQuestion,
): Promise<Verification> {
  const bank = { accountId, fingerprint: verificationFingerprint(needs, question.bank) };
  const known = await needs.store.findVerification(bank);
  if (known === undefined) return { kind: "off" };
  const plan = planFor(needs, question, known);
  if (plan.kind !== "verify") return plan;
  const isInsisting = mustAskProvider(needs, question, known);
  const heard = await needs.questions.askOnce({
    ...bank,
    since: known.seenAt,
    isInsisting,
    isSettled: () => isSettled(needs, bank, question),
    ask: () => askProvider(needs, accountId, question),
    passedAt: () => needs.clock.business(),
  });
  return toVerification(heard, isInsisting, known);
}

/** Whether verification is enabled for the account. */
export async function isVerifying(
  { store }: Pick<VerificationNeeds, "store">,
  accountId: string,
): Promise<boolean> {
  const known = await store.findVerification({ accountId, fingerprint: new Uint8Array() });
  return known?.settings.isEnabled ?? false;
}

/** Uses another digest purpose than the vault, so that rows of the two tables cannot be matched. */
export function verificationFingerprint(
  { vault, custody }: Pick<VerificationNeeds, "vault" | "custody">,
  bank: BankAccount,
): Uint8Array {
  const digest = Buffer.from(vault.bankFingerprint(bank)).toString("hex");
  return custody.fingerprint(FINGERPRINT, new Secret(digest));
}

function planFor(
  { clock }: VerificationNeeds,
  question: PlanQuestion,
  { settings, lastVerifiedAt }: Pick<KnownVerification, "settings" | "lastVerifiedAt">,
) {
  return planVerification({ ...question, settings, lastVerifiedAt, now: clock.business() });
}

/** Whether even a pass right now would not be enough: `validate_ach_account`, or every transaction. */
function mustAskProvider(
  needs: VerificationNeeds,
  question: PlanQuestion,
  { settings }: KnownVerification,
): boolean {
  const lastVerifiedAt = needs.clock.business();
  return planFor(needs, question, { settings, lastVerifiedAt }).kind === "verify";
}

async function isSettled(
  needs: VerificationNeeds,
  bank: KnownBank,
  question: PlanQuestion,
): Promise<boolean> {
  const known = await needs.store.findVerification(bank);
  return known !== undefined && planFor(needs, question, known).kind === "previously_verified";
}

/** An adapter must not throw or exceed its limit. If it does, the provider counts as unavailable. */
async function askProvider(
  { verifier }: VerificationNeeds,
  accountId: string,
  { bank, requestId, ...question }: VerificationQuestion,
): Promise<VerifierAnswer> {
  const secCode = effectiveSecCode(question);
  const { firstName, lastName, company, streetAddress, city, state, zip, phone, email } = question;
  const holder = { firstName, lastName, company, streetAddress, city, state, zip, phone, email };
  const asked = Promise.try(() =>
    verifier.verify({ requestId, accountId, ...bank, ...holder, secCode }),
  );
  const answer = await inTime(asked, LIMIT_MS);
  return answer.kind === "refused" ? { ...answer, reason: plainReason(answer.reason) } : answer;
}

/** The provider's reason as callers see it. */
export function plainReason(words: string): string {
  return plainWords(words, REASON_LENGTH_MAX) || NO_REASON;
}

function inTime(asked: Promise<VerifierAnswer>, limitMs: number): Promise<VerifierAnswer> {
  return new Promise((resolve) => {
    const end = (answer: VerifierAnswer) => {
      clearTimeout(timer);
      resolve(answer);
    };
    const timer = setTimeout(() => end({ kind: "unavailable" }), limitMs);
    asked.then(end, () => end({ kind: "unavailable" }));
  });
}

/** An insisting request that shared the question counts as verified now. */
function toVerification(
  { answer, isOwn }: SharedAnswer,
  isInsisting: boolean,
  { settings }: KnownVerification,
): Verification {
  switch (answer.kind) {
    case "passed":
      return { kind: isOwn || isInsisting ? "passed" : "previously_verified" };
    case "unavailable":
      return { kind: "unavailable", isAccepted: settings.whenUnavailable === "accept" };
    default:
      return answer;
  }
}
