/** Error messages for account changes. */
import type { BadSetting } from "../../../core/accounts/account-record.ts";
import type { CreateOutcome } from "../../../core/accounts/create-account.ts";
import type { RevokeOutcome } from "../../../core/accounts/revoke-access-key.ts";
import type { RotateOutcome } from "../../../core/accounts/rotate-access-key.ts";
import type { UpdateOutcome } from "../../../core/accounts/update-account.ts";
import type { SetOutcome } from "../../../core/verification/set-verification.ts";
import { SETTING_TEXTS } from "../../../wire/accounts/setting-texts.ts";
import { ConsoleRefusal, conflict, invalid } from "../errors.ts";

type AnyOutcome = CreateOutcome | UpdateOutcome | RotateOutcome | RevokeOutcome;
type DoneKind = "created" | "updated" | "unchanged" | "rotated" | "revoked" | "not_found";
type Refusal = Exclude<AnyOutcome, { readonly kind: DoneKind }>;
type PlainRefusal = Exclude<Refusal["kind"], "bad_setting">;
type VerificationChangeError = Extract<SetOutcome, { readonly kind: "invalid_settings" }>["error"];

const REFUSALS: Record<PlainRefusal, ConsoleRefusal> = {
  id_taken: invalid({ id: "An account with this number already exists." }),
  no_free_id: conflict("No account number is free. Enter a number yourself."),
  parent_no_agent: invalid({ parentId: "This account does not exist or is not an agent." }),
  agent_below_agent: invalid({ parentId: "An agent cannot have a parent agent." }),
  has_sub_accounts: invalid({
    isAgent: "This agent has active sub-accounts. Move or disable them first.",
  }),
  change_waiting: conflict(
    "Another change of this account waits for a second operator. Nothing was saved. See Approvals.",
  ),
  bad_overlap: invalid({ overlapHours: "Existing keys can be kept for up to 30 days." }),
  too_many_keys: conflict(
    "This account already has five active keys. Revoke one, or let the existing keys expire immediately.",
  ),
  no_such_key: conflict("This key has already expired."),
  last_key: conflict(
    "The only key cannot be revoked. Create a new key instead, and let this one expire immediately.",
  ),
};

export const WISH_ERRORS: Record<VerificationChangeError, ConsoleRefusal> = {
  unknown_sec_code: invalid({ secCodes: "One of these SEC codes does not exist." }),
  fixed_sec_code_missing: invalid({ secCodes: "WEB is always verified and cannot be removed." }),
  bad_frequency: invalid({ frequency: "Choose 30 to 360 days in steps of 30, or every payment." }),
  bad_when_unavailable: invalid({ whenUnavailable: "Choose decline or accept." }),
};

export function accountRefusal(outcome: Refusal | BadSetting): ConsoleRefusal {
  const { kind } = outcome;
  if (kind === "bad_setting") return invalid({ [outcome.setting]: SETTING_TEXTS[outcome.setting] });
  const { text: words, fields } = REFUSALS[kind];
  return new ConsoleRefusal(words, fields);
}
