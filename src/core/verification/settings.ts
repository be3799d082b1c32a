/**
 * The settings of an account's bank account verification and their allowed values. Pure. Who may
 * change them is decided in set-verification.ts.
 */
import { isSecCode, SEC_CODES, type SecCode } from "../../values/bank.ts";

export interface VerificationSettings {
  readonly isEnabled: boolean;
  /** Each once, in the order of SEC_CODES; WEB is always among them. */
  readonly secCodes: readonly SecCode[];
  /** Undefined: every transaction. */
  readonly frequencyDays: number | undefined;
  readonly coversRecurring: boolean;
  readonly coversReissue: boolean;
  readonly whenUnavailable: WhenUnavailable;
}

export const WHEN_UNAVAILABLE = ["decline", "accept"] as const;
export type WhenUnavailable = (typeof WHEN_UNAVAILABLE)[number];

/** Always verified if verification is enabled (contract, area F, settings). */
export const FIXED_SEC_CODE = "WEB" satisfies SecCode;
export const FREQUENCY_STEP_DAYS = 30;
export const FREQUENCY_MAX_DAYS = 360;

/** The settings of an account that has none of its own. */
export const DEFAULT_VERIFICATION_SETTINGS: VerificationSettings = {
  isEnabled: false,
  secCodes: [FIXED_SEC_CODE],
  frequencyDays: FREQUENCY_MAX_DAYS,
  coversRecurring: false,
  coversReissue: false,
  whenUnavailable: "decline",
};

/** Requested settings. An absent one stays unchanged. */
export interface VerificationChange {
  readonly isEnabled?: boolean | undefined;
  readonly secCodes?: readonly string[] | undefined;
  readonly frequencyDays?: number | "every" | undefined;
  readonly coversRecurring?: boolean | undefined;
  readonly coversReissue?: boolean | undefined;
  readonly whenUnavailable?: string | undefined;
}

export type VerificationChangeError =
  | "unknown_sec_code"
  /** WEB cannot be left out. */
  | "fixed_sec_code_missing"
  | "bad_frequency"
  | "bad_when_unavailable";

export type VerificationChangeReading =
  | { readonly kind: "good"; readonly settings: VerificationSettings }
  | { readonly kind: "invalid_settings"; readonly error: VerificationChangeError };

/** Returns the changed settings, or the first error. */
export function applyVerificationChange(
  before: VerificationSettings,
  change: VerificationChange,
): VerificationChangeReading {
  const secCodes = change.secCodes === undefined ? before.secCodes : readSecCodes(change.secCodes);
  if (typeof secCodes === "string") return { kind: "invalid_settings", error: secCodes };
  const { frequencyDays: frequency } = change;
  if (typeof frequency === "number" && !isFrequency(frequency)) {
    return { kind: "invalid_settings", error: "bad_frequency" };
  }
  const { whenUnavailable: requested = before.whenUnavailable } = change;
  const whenUnavailable = WHEN_UNAVAILABLE.find((known) => known === requested);
  if (whenUnavailable === undefined)
    return { kind: "invalid_settings", error: "bad_when_unavailable" };
  const settings = {
    isEnabled: change.isEnabled ?? before.isEnabled,
    secCodes,
    frequencyDays: frequency === "every" ? undefined : (frequency ?? before.frequencyDays),
    coversRecurring: change.coversRecurring ?? before.coversRecurring,
    coversReissue: change.coversReissue ?? before.coversReissue,
    whenUnavailable,
  };
  return { kind: "good", settings };
}

function isFrequency(days: number): boolean {
  return days > 0 && days <= FREQUENCY_MAX_DAYS && days % FREQUENCY_STEP_DAYS === 0;
}

/** Sorted, so that equal choices are stored equally. */
function readSecCodes(words: readonly string[]): readonly SecCode[] | VerificationChangeError {
  const chosen = words.map((word) => word.toUpperCase());
  if (!chosen.every(isSecCode)) return "unknown_sec_code";
  if (!chosen.includes(FIXED_SEC_CODE)) return "fixed_sec_code_missing";
  return SEC_CODES.filter((code) => chosen.includes(code));
}
