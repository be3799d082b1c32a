/** How the `accounts` commands say things: why something was refused, and what an account is like. */
import type { AccountRecord } from "../../core/accounts/account-record.ts";
import type { CreateOutcome } from "../../core/accounts/create-account.ts";
import type { RotateOutcome } from "../../core/accounts/rotate-access-key.ts";
import type { WebhookOutcome, WebhookSecretOutcome } from "../../core/accounts/set-webhook.ts";
import { SETTING_WORDS } from "../../core/accounts/setting-texts.ts";
import type { AccountView } from "../../core/accounts/show-account.ts";
import type { SwitchOutcome } from "../../core/accounts/switch-account.ts";
import type { UpdateOutcome } from "../../core/accounts/update-account.ts";
import type { WebhookEndpoint } from "../../core/outbox/endpoint-store.ts";
import { StartError } from "../../ports/start-error.ts";

type AnyOutcome =
  | CreateOutcome
  | UpdateOutcome
  | SwitchOutcome
  | RotateOutcome
  | WebhookOutcome
  | WebhookSecretOutcome;
type DoneKind = "created" | "updated" | "unchanged" | "switched" | "rotated" | "saved";
type Refusal = Exclude<AnyOutcome, { readonly kind: DoneKind }>;
type PlainRefusal = Exclude<Refusal["kind"], "bad_setting" | "bad_url">;
type UrlError = Extract<Refusal, { readonly kind: "bad_url" }>["error"];

const REFUSALS: Record<PlainRefusal, string> = {
  not_found: "There is no such account.",
  id_taken: "There is an account of this id already.",
  no_free_id: "Every id is taken.",
  parent_no_agent: "The account above is not there, or is no agent.",
  agent_below_agent: "An agent cannot be below another account.",
  has_sub_accounts: "It has active accounts below it, so it stays an agent.",
  bad_overlap: "Say how long the old key stays good: 1s to 30d, such as --overlap 24h.",
  too_many_keys: "Five keys of it are good already: wait until one has ended, or use --now.",
  no_webhook: "It has no webhook yet: give --url.",
};

const URL_ERRORS: Record<UrlError, string> = {
  not_a_url: "The webhook's address is not a URL.",
  too_long: "The webhook's address is longer than 2000 characters.",
  not_https: "The webhook's address must begin with https://, or in certification with http://.",
  not_public: "The webhook's address must be a public one: production calls no private network.",
  bad_port: "The webhook's port belongs to another protocol: use 443, or another port for https.",
  has_credentials: "The webhook's address must not hold a user name or a password.",
};

export function refusalOf(outcome: Refusal): StartError {
  if (outcome.kind === "bad_setting") return new StartError(SETTING_WORDS[outcome.setting]);
  if (outcome.kind === "bad_url") return new StartError(URL_ERRORS[outcome.error]);
  return new StartError(REFUSALS[outcome.kind]);
}

export function accountLine({ id, name, timeZone, isActive, isAgent, parentId }: AccountRecord) {
  const place = isAgent ? "agent" : parentId === null ? "" : `below ${parentId}`;
  const columns = [id.padStart(12), isActive ? "on " : "off", timeZone.padEnd(20)];
  return printable(`${columns.join("  ")}  ${place.padEnd(18)}  ${name}`);
}

export function accountLines({ account, keys, webhook, subAccountCount }: AccountView) {
  const { isAgent, parentId } = account;
  const pairs: readonly (readonly [what: string, value: string])[] = [
    ["Account", `${account.id}, ${account.isActive ? "on" : "off"}`],
    ["Name", account.name],
    ["Time zone", account.timeZone],
    ["Currency", account.currency],
    ["Agent", isAgent ? `it is one, of ${subAccountCount} accounts` : (parentId ?? "none")],
    ["Receipt e-mail", account.receiptEmail ?? "none"],
    ["Card processor", account.cardProcessor ?? "none"],
    ["ACH processor", `${account.achProcessor ?? "none"}, SEC code ${account.achSecCode}`],
    ["Credits", account.allowsCredit ? "allowed" : "not allowed"],
    ["Declines on AVS", account.declinesAvs || "none"],
    ["Declines on CVV", account.declinesCvv || "none"],
    ["Authorizations", `wait ${account.authorizationDays} days`],
    ["Partner", account.partnerId ?? "none"],
    ["Webhook", webhook === undefined ? "none" : `${stateWords(webhook)}, ${webhook.url}`],
    ...keys.map(({ expiresAt }) => ["Access key", keyWords(expiresAt)] as const),
  ];
  return pairs.map(([what, value]) => printable(`${what.padEnd(16)} ${value}`));
}

/** Whoever wonders why nothing comes must see that nobody here switched it off. */
function stateWords({ isOn, switchedOffAt }: WebhookEndpoint): string {
  if (isOn) return "on";
  if (switchedOffAt === undefined) return "off";
  return `off since ${momentText(switchedOffAt)}: its receiver said 410`;
}

function keyWords(expiresAt: Temporal.Instant | null): string {
  return expiresAt === null ? "good" : `good until ${momentText(expiresAt)}`;
}

export function momentText(moment: Temporal.Instant): string {
  return moment.toString({ smallestUnit: "second" });
}

/** A name must not move the cursor of whoever reads it. */
function printable(line: string): string {
  return line.replaceAll(/\p{Cc}/gu, "?");
}
