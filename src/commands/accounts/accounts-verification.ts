/** `accounts verification`: shows or changes how bank accounts are verified for an account. */
import type { Config } from "../../config.ts";
import {
  type SetOutcome,
  type ShowOutcome,
  setVerification,
  showVerification,
} from "../../core/verification/set-verification.ts";
import {
  FREQUENCY_MAX_DAYS,
  FREQUENCY_STEP_DAYS,
  type VerificationChange,
  type VerificationChangeError,
  type VerificationSettings,
} from "../../core/verification/settings.ts";
import { StartError } from "../../ports/start-error.ts";
import { SEC_CODES } from "../../values/bank.ts";
import { readYesNo } from "../options.ts";
import { type OutputOptions, print } from "../output.ts";
import { commandLineParty, withAuditedInstallation } from "../with-installation.ts";
import { accountCommandError } from "./account-texts.ts";
import { accountNeeds } from "./accounts.ts";

interface VerificationOptions extends OutputOptions {
  readonly on?: boolean;
  readonly off?: boolean;
  readonly secCodes?: string;
  readonly frequency?: string;
  readonly recurring?: string;
  readonly reissue?: string;
  readonly whenUnavailable?: string;
}

const WISH_ERRORS: Record<VerificationChangeError, string> = {
  unknown_sec_code: `--sec-codes must be a comma-separated list of: ${SEC_CODES.join(", ")}.`,
  fixed_sec_code_missing: "WEB is always verified and cannot be left out of --sec-codes.",
  bad_frequency: `--frequency must be ${FREQUENCY_STEP_DAYS} to ${FREQUENCY_MAX_DAYS} days in steps of ${FREQUENCY_STEP_DAYS}, or every.`,
  bad_when_unavailable: "--when-unavailable must be decline or accept.",
};

export async function verificationCommand(
  config: Config,
  id: string,
  options: VerificationOptions,
): Promise<void> {
  const wish = readVerificationChange(options);
  const isLooking = Object.values(wish).every((value) => value === undefined);
  await withAuditedInstallation(config, async (installed) => {
    const needs = accountNeeds(installed);
    const outcome = isLooking
      ? await showVerification(needs, id)
      : await setVerification(needs, id, { change: wish, by: commandLineParty() });
    const settings = verificationSettings(outcome);
    const { frequencyDays = "every" } = settings;
    print(
      options,
      { account: id, verification: { ...settings, frequencyDays } },
      settingLines(settings),
    );
  });
}

function readVerificationChange(options: VerificationOptions): VerificationChange {
  const { on = false, off = false, secCodes, frequency, recurring, reissue } = options;
  if (on && off) throw new StartError("Use --on or --off, not both.");
  return {
    isEnabled: on ? true : off ? false : undefined,
    secCodes: secCodes?.split(",").map((code) => code.trim()),
    frequencyDays: frequency === "every" ? frequency : readDays(frequency),
    coversRecurring: readYesNo("--recurring", recurring),
    coversReissue: readYesNo("--reissue", reissue),
    whenUnavailable: options.whenUnavailable,
  };
}

function readDays(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (!/^\d{1,4}$/.test(text)) throw new StartError(WISH_ERRORS.bad_frequency);
  return Number(text);
}

function verificationSettings(outcome: SetOutcome | ShowOutcome): VerificationSettings {
  switch (outcome.kind) {
    case "shown":
    case "saved":
    case "unchanged":
      return outcome.settings;
    case "invalid_settings":
      throw new StartError(WISH_ERRORS[outcome.error]);
    case "no_ach_processor":
      throw new StartError(
        "The account has no ACH processor, so it has no verification settings. Set one with `accounts set --ach-processor`.",
      );
    case "operators_only":
      throw new StartError("Only operators can enable or disable verification.");
    case "not_found":
      throw accountCommandError(outcome);
  }
}

function settingLines(settings: VerificationSettings): readonly string[] {
  const { isEnabled, secCodes, frequencyDays: days, coversRecurring, coversReissue } = settings;
  const pairs: readonly (readonly [what: string, value: string])[] = [
    ["ACH verification", isEnabled ? "enabled" : "disabled"],
    ["SEC codes", secCodes.join(", ")],
    ["Frequency", days === undefined ? "every transaction" : `every ${days} days`],
    ["Recurring", coversRecurring ? "yes" : "no"],
    ["Reissue", coversReissue ? "yes" : "no"],
    ["When unavailable", settings.whenUnavailable],
  ];
  return pairs.map(([what, value]) => `${what.padEnd(17)} ${value}`);
}
