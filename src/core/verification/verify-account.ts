/**
 * Verifies a bank account before a payment goes out, where the merchant's settings want it: reads
 * what is known, plans, asks once. No transaction of the database is open meanwhile.
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
import type { BankAccount, Vault } from "../vault/vault.ts";
import { effectiveSecCode, type PlanQuestion, planVerification } from "./plan.ts";
import { plainReason } from "./reason.ts";
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
  /** Of the payment's attempt: the provider knows the question by it. */
  readonly requestId: string;
  readonly bank: BankAccount;
}

export type Verification =
  /** The feature is off here: the answer has no word of it. */
  | { readonly kind: "off" }
  | { readonly kind: "not_required" }
  | { readonly kind: "previously_verified" }
  | { readonly kind: "passed" }
  | { readonly kind: "refused"; readonly reason: string }
  /** Whether the account takes the payment all the same (its setting `when unavailable`). */
  | { readonly kind: "unavailable"; readonly isAccepted: boolean };

const FINGERPRINT = "verification_passes.fingerprint";
const LIMIT_MS = VERIFIER_LIMIT_MS + 250;

export async function verifyAccount(
  needs: VerificationNeeds,
  { id: accountId }: { readonly id: string },
  question: VerificationQuestion,
): Promise<Verification> {
  const bank = { accountId, fingerprint: fingerprintOf(needs, question.bank) };
  const known = await needs.store.find(bank);
  if (known === undefined) return { kind: "off" };
  const plan = planFor(needs, question, known);
  if (plan.kind !== "verify") return plan;
  const isInsisting = wouldAskAgain(needs, question, known);
  const heard = await needs.questions.ask({
    ...bank,
    since: known.seenAt,
    isInsisting,
    isSettled: () => isSettled(needs, bank, question),
    ask: () => ask(needs, accountId, question),
    passedAt: () => needs.clock.business(),
  });
  return told(heard, isInsisting, known);
}

/** Whether the account verifies at all, whatever bank account it is. */
export async function isVerifying(
  { store }: Pick<VerificationNeeds, "store">,
  accountId: string,
): Promise<boolean> {
  const known = await store.find({ accountId, fingerprint: new Uint8Array() });
  return known?.settings.isEnabled ?? false;
}

/** Another purpose than the vault's: the rows of the two tables cannot be matched. */
function fingerprintOf({ vault, custody }: VerificationNeeds, bank: BankAccount): Uint8Array {
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

/** Even a pass of this moment would not do: `validate_ach_account`, or every transaction. */
function wouldAskAgain(
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
  const known = await needs.store.find(bank);
  return known !== undefined && planFor(needs, question, known).kind === "previously_verified";
}

/** A provider that breaks its word, and throws or does not come back, has told us nothing. */
async function ask(
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

/** Whoever insists and shared the question was verified now, as well as whoever asked it. */
function told(
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
