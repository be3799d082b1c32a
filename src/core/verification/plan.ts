/**
 * Decides whether a bank account must be verified for a payment (contract, area F, routing rules 1 to
 * 5). Pure: it uses neither the database nor the clock.
 */
import type { SecCode } from "../../values/bank.ts";
import type { VerificationSettings } from "./settings.ts";

/** The values of a payment that the rules use. */
export interface PlanQuestion {
  /** As sent. DEF means the same as undefined. */
  readonly secCodeSent: SecCode | "DEF" | undefined;
  /** The default of the account's ACH processor. */
  readonly defaultSecCode: SecCode;
  /** The transaction that is reissued. */
  readonly original?: { readonly secCode: SecCode | undefined } | undefined;
  readonly isReissue: boolean;
  readonly isRecurring: boolean;
  /** `validate_ach_account`, if it was sent. */
  readonly validates: boolean | undefined;
}

export interface PlanFacts extends PlanQuestion {
  readonly settings: VerificationSettings;
  /** When this bank account last passed for this merchant. */
  readonly lastVerifiedAt: Temporal.Instant | undefined;
  /** Business time. */
  readonly now: Temporal.Instant;
}

export type VerificationPlan =
  | { readonly kind: "off" }
  | { readonly kind: "not_required" }
  | { readonly kind: "previously_verified" }
  | { readonly kind: "verify" };

export function planVerification(facts: PlanFacts): VerificationPlan {
  const { settings, validates } = facts;
  if (!settings.isEnabled) return { kind: "off" };
  // Rule 4 has priority.
  if (validates !== undefined) return { kind: validates ? "verify" : "not_required" };
  if (!isCovered(facts)) return { kind: "not_required" };
  return { kind: isStillVerified(facts) ? "previously_verified" : "verify" };
}

/** Rules 1 to 3, and the settings for recurring payments and reissues. */
function isCovered(facts: PlanFacts): boolean {
  const { settings } = facts;
  if (facts.isReissue && !settings.coversReissue) return false;
  if (facts.isRecurring && !settings.coversRecurring) return false;
  return settings.secCodes.includes(effectiveSecCode(facts));
}

/**
 * Rule 5. A day has 24 hours, and the end is not included: with 30 days, a pass at noon is valid until
 * just before noon 30 days later.
 */
function isStillVerified({ settings, lastVerifiedAt, now }: PlanFacts): boolean {
  const { frequencyDays } = settings;
  if (frequencyDays === undefined || lastVerifiedAt === undefined) return false;
  const validUntil = lastVerifiedAt.add({ hours: 24 * frequencyDays });
  return Temporal.Instant.compare(now, validUntil) < 0;
}

type CodeQuestion = Pick<PlanQuestion, "secCodeSent" | "defaultSecCode" | "original" | "isReissue">;

/** The effective code: sent, else the original's (rule 3), else the default (rule 1). */
export function effectiveSecCode(question: CodeQuestion): SecCode {
  const { secCodeSent, defaultSecCode, original, isReissue } = question;
  if (secCodeSent !== undefined && secCodeSent !== "DEF") return secCodeSent;
  return (isReissue ? original?.secCode : undefined) ?? defaultSecCode;
}
