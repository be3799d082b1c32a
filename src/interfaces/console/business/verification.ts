/**
 * The bank account verification settings of a merchant (F, settings). Only operators turn it on.
 */
import type { AccountRecordStore } from "../../../core/accounts/account-record-store.ts";
import type { AccountNeeds } from "../../../core/accounts/act-on-account.ts";
import {
  type SetOutcome,
  setVerification,
  showVerification,
} from "../../../core/verification/set-verification.ts";
import {
  FIXED_SEC_CODE,
  FREQUENCY_MAX_DAYS,
  FREQUENCY_STEP_DAYS,
  type VerificationChange,
  type VerificationChangeError,
  type VerificationSettings,
} from "../../../core/verification/settings.ts";
import { SEC_CODES } from "../../../values/bank.ts";
import { conflict, invalid } from "../errors.ts";
import { merchantAccountId } from "../merchant-user.ts";
import type { Body } from "../read.ts";
import { actingParty, type Routes } from "../routes.ts";
import type { Verification, VerificationView } from "./contract.ts";

export interface VerificationNeeds extends AccountNeeds {
  readonly records: AccountRecordStore;
}

export function addVerificationSettings(routes: Routes, needs: VerificationNeeds): void {
  routes.get("/settings/verification", "settings", async (call) => {
    const accountId = merchantAccountId(call);
    const shown = await showVerification(needs, accountId);
    if (shown.kind === "not_found") return undefined;
    return shown.kind === "shown" ? showVerificationSettings(needs, accountId, shown.settings) : {};
  });
  routes.patch("/settings/verification", "settings", async (call) => {
    const accountId = merchantAccountId(call);
    const wish = readVerificationChange(call.body);
    const outcome = await setVerification(needs, accountId, {
      change: wish,
      by: actingParty(call),
    });
    return showVerificationSettings(needs, accountId, savedSettings(outcome));
  });
}

async function showVerificationSettings(
  { records }: VerificationNeeds,
  accountId: string,
  { frequencyDays, ...settings }: VerificationSettings,
): Promise<VerificationView> {
  const account = await records.findAccount(accountId);
  const verification: Verification = {
    ...settings,
    ...(frequencyDays !== undefined && { frequencyDays }),
    choices: {
      secCodes: SEC_CODES,
      fixedSecCode: FIXED_SEC_CODE,
      frequencyStepDays: FREQUENCY_STEP_DAYS,
      frequencyMaxDays: FREQUENCY_MAX_DAYS,
      defaultSecCode: account?.achSecCode ?? FIXED_SEC_CODE,
    },
  };
  return { verification };
}

/** The core rejects an on/off value from a merchant. */
function readVerificationChange(body: Body): VerificationChange {
  const wish = {
    isEnabled: body.has("isEnabled") ? body.flag("isEnabled") : undefined,
    secCodes: body.has("secCodes") ? body.texts("secCodes", { most: 20, max: 3 }) : undefined,
    frequencyDays: readFrequency(body),
    coversRecurring: body.has("coversRecurring") ? body.flag("coversRecurring") : undefined,
    coversReissue: body.has("coversReissue") ? body.flag("coversReissue") : undefined,
    whenUnavailable: body.optionalText("whenUnavailable"),
  };
  body.settle();
  return wish;
}

function readFrequency(body: Body): VerificationChange["frequencyDays"] {
  if (!body.has("frequencyDays")) return undefined;
  if (body.isText("frequencyDays")) return body.choice<"every">("frequencyDays", ["every"]);
  return body.whole("frequencyDays", { min: 1, max: FREQUENCY_MAX_DAYS });
}

const ERRORS: Record<VerificationChangeError, Readonly<Record<string, string>>> = {
  unknown_sec_code: { secCodes: `Choose from ${SEC_CODES.join(", ")}.` },
  fixed_sec_code_missing: {
    secCodes: `${FIXED_SEC_CODE} is always verified and cannot be removed.`,
  },
  bad_frequency: {
    frequencyDays: `Choose ${FREQUENCY_STEP_DAYS} to ${FREQUENCY_MAX_DAYS} days in steps of ${FREQUENCY_STEP_DAYS}, or every payment.`,
  },
  bad_when_unavailable: { whenUnavailable: "Choose decline or accept." },
};

function savedSettings(outcome: SetOutcome): VerificationSettings {
  switch (outcome.kind) {
    case "saved":
    case "unchanged":
      return outcome.settings;
    case "invalid_settings":
      throw invalid(ERRORS[outcome.error]);
    case "operators_only":
      throw conflict("Only support can turn verification on or off. Contact support.");
    case "no_ach_processor":
    case "not_found":
      throw conflict("This account has no ACH processor, so bank accounts cannot be verified.");
  }
}
