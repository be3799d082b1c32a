/** Why something about an account was not done, as the console says it. */
import type { BadSetting } from "../../../core/accounts/account-record.ts";
import type { CreateOutcome } from "../../../core/accounts/create-account.ts";
import type { RevokeOutcome } from "../../../core/accounts/revoke-access-key.ts";
import type { RotateOutcome } from "../../../core/accounts/rotate-access-key.ts";
import type { WebhookOutcome } from "../../../core/accounts/set-webhook.ts";
import { SETTING_WORDS } from "../../../core/accounts/setting-texts.ts";
import type { UpdateOutcome } from "../../../core/accounts/update-account.ts";
import type { SetOutcome } from "../../../core/verification/set-verification.ts";
import { ConsoleRefusal, conflict, invalid } from "../errors.ts";

type AnyOutcome = CreateOutcome | UpdateOutcome | RotateOutcome | RevokeOutcome | WebhookOutcome;
type DoneKind = "created" | "updated" | "unchanged" | "rotated" | "revoked" | "saved" | "not_found";
type Refusal = Exclude<AnyOutcome, { readonly kind: DoneKind }>;
type PlainRefusal = Exclude<Refusal["kind"], "bad_setting" | "bad_url">;
type UrlError = Extract<Refusal, { readonly kind: "bad_url" }>["error"];
type WishError = Extract<SetOutcome, { readonly kind: "bad_wish" }>["error"];

const REFUSALS: Record<PlainRefusal, ConsoleRefusal> = {
  id_taken: invalid({ id: "There is an account of this number already." }),
  no_free_id: conflict("Every account number is taken."),
  parent_no_agent: invalid({ parentId: "The account above is not there, or is no agent." }),
  agent_below_agent: invalid({ parentId: "An agent cannot be below another account." }),
  has_sub_accounts: invalid({
    isAgent: "Active accounts are below it: move them or switch them off first.",
  }),
  bad_overlap: invalid({ overlapHours: "The old key stays good for up to 30 days." }),
  too_many_keys: conflict("Five keys are good already: revoke one first, or end them all at once."),
  no_such_key: conflict("This key has ended already."),
  last_key: conflict("This is the only key: replace it instead, and let the old one end at once."),
  no_webhook: invalid({ url: "Give the address first." }),
};

const URL_ERRORS: Record<UrlError, string> = {
  not_a_url: "This is no address: it begins with https://.",
  too_long: "Use 2000 characters at most.",
  not_https: "The address must begin with https://.",
  not_public: "The address must be a public one: webhooks never go to a private network.",
  bad_port: "This port belongs to another protocol: use 443, or another port for https.",
  has_credentials: "The address must not hold a user name or a password.",
};

export const WISH_ERRORS: Record<WishError, ConsoleRefusal> = {
  unknown_sec_code: invalid({ secCodes: "One of these is no SEC code." }),
  fixed_sec_code_missing: invalid({ secCodes: "WEB is always verified." }),
  bad_frequency: invalid({ frequency: "Choose 30 to 360 days in steps of 30, or every payment." }),
  bad_when_unavailable: invalid({ whenUnavailable: "Choose to decline or to accept." }),
};

export function accountRefusal(outcome: Refusal | BadSetting): ConsoleRefusal {
  const { kind } = outcome;
  if (kind === "bad_setting") return invalid({ [outcome.setting]: SETTING_WORDS[outcome.setting] });
  if (kind === "bad_url") return invalid({ url: URL_ERRORS[outcome.error] });
  const { words, fields } = REFUSALS[kind];
  return new ConsoleRefusal(words, fields);
}
