/**
 * How strict an account's verification of bank accounts is, and what each setting may be. Pure: who
 * may change what is decided elsewhere.
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

/** Always verified where anything is (F, settings). */
export const FIXED_SEC_CODE = "WEB" satisfies SecCode;
export const FREQUENCY_STEP_DAYS = 30;
export const FREQUENCY_MAX_DAYS = 360;

/** What an account has before anybody chose (F, settings). */
export const USUAL_SETTINGS: VerificationSettings = {
  isEnabled: false,
  secCodes: [FIXED_SEC_CODE],
  frequencyDays: FREQUENCY_MAX_DAYS,
  coversRecurring: false,
  coversReissue: false,
  whenUnavailable: "decline",
};

/** Settings as somebody asks for them; what is absent stays as it is. */
export interface VerificationWish {
  readonly isEnabled?: boolean | undefined;
  readonly secCodes?: readonly string[] | undefined;
  readonly frequencyDays?: number | "every" | undefined;
  readonly coversRecurring?: boolean | undefined;
  readonly coversReissue?: boolean | undefined;
  readonly whenUnavailable?: string | undefined;
}

export type WishError =
  | "unknown_sec_code"
  /** WEB cannot be left out. */
  | "fixed_sec_code_missing"
  | "bad_frequency"
  | "bad_when_unavailable";

export type WishReading =
  | { readonly kind: "good"; readonly settings: VerificationSettings }
  | { readonly kind: "bad_wish"; readonly error: WishError };

/** The settings with the wish in them, or the first thing that they cannot be. */
export function applyWish(before: VerificationSettings, wish: VerificationWish): WishReading {
  const secCodes = wish.secCodes === undefined ? before.secCodes : readSecCodes(wish.secCodes);
  if (typeof secCodes === "string") return { kind: "bad_wish", error: secCodes };
  const { frequencyDays: frequency } = wish;
  if (typeof frequency === "number" && !isFrequency(frequency)) {
    return { kind: "bad_wish", error: "bad_frequency" };
  }
  const { whenUnavailable: word = before.whenUnavailable } = wish;
  const whenUnavailable = WHEN_UNAVAILABLE.find((known) => known === word);
  if (whenUnavailable === undefined) return { kind: "bad_wish", error: "bad_when_unavailable" };
  const settings = {
    isEnabled: wish.isEnabled ?? before.isEnabled,
    secCodes,
    frequencyDays: frequency === "every" ? undefined : (frequency ?? before.frequencyDays),
    coversRecurring: wish.coversRecurring ?? before.coversRecurring,
    coversReissue: wish.coversReissue ?? before.coversReissue,
    whenUnavailable,
  };
  return { kind: "good", settings };
}

function isFrequency(days: number): boolean {
  return days > 0 && days <= FREQUENCY_MAX_DAYS && days % FREQUENCY_STEP_DAYS === 0;
}

/** In one order, so that the same choice always reads the same. */
function readSecCodes(words: readonly string[]): readonly SecCode[] | WishError {
  const chosen = words.map((word) => word.toUpperCase());
  if (!chosen.every(isSecCode)) return "unknown_sec_code";
  if (!chosen.includes(FIXED_SEC_CODE)) return "fixed_sec_code_missing";
  return SEC_CODES.filter((code) => chosen.includes(code));
}
