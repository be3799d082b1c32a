/** The texts of the `accounts` commands: why something was refused, and the data of an account. */
import type { AccountRecord } from "../../core/accounts/account-record.ts";
import type { CreateOutcome } from "../../core/accounts/create-account.ts";
import type { RotateOutcome } from "../../core/accounts/rotate-access-key.ts";
import type { SwitchOutcome } from "../../core/accounts/set-account-active.ts";
import type { WebhookSecretOutcome } from "../../core/accounts/set-webhook.ts";
import type { AccountView } from "../../core/accounts/show-account.ts";
import type { UpdateOutcome } from "../../core/accounts/update-account.ts";
import type { AddEndpointOutcome, RemoveOutcome } from "../../core/accounts/webhook-endpoints.ts";
import {
  ENDPOINTS_MAX,
  FIRST_ENDPOINT,
  type WebhookEndpoint,
} from "../../core/outbox/endpoint-store.ts";
import { StartError } from "../../ports/start-error.ts";
import { type Cents, formatCents } from "../../values/money.ts";
import { SETTING_TEXTS } from "../../wire/accounts/setting-texts.ts";
import { momentText, withoutControls } from "../output.ts";

type AnyOutcome =
  | CreateOutcome
  | UpdateOutcome
  | SwitchOutcome
  | RotateOutcome
  | AddEndpointOutcome
  | RemoveOutcome
  | WebhookSecretOutcome;
type DoneKind = "created" | "updated" | "unchanged" | "switched" | "rotated" | "saved" | "removed";
type Refusal = Exclude<AnyOutcome, { readonly kind: DoneKind }>;
type PlainRefusal = Exclude<Refusal["kind"], "bad_setting" | "bad_url">;
type UrlError = Extract<Refusal, { readonly kind: "bad_url" }>["error"];

const REFUSALS: Record<PlainRefusal, string> = {
  not_found: "Account not found. List all accounts with `accounts list`.",
  id_taken: "An account with this number already exists. Leave out --id to use the next free one.",
  no_free_id: "No free account number is left.",
  parent_no_agent: "The parent account does not exist or is not an agent.",
  agent_below_agent: "An agent cannot have a parent account.",
  has_sub_accounts: "The account has active sub-accounts and must stay an agent.",
  change_waiting:
    "Another change of the account waits for a second operator. Nothing was changed. See Approvals in the console.",
  bad_overlap: "Invalid overlap. Use 1s to 30d, for example --overlap 24h.",
  too_many_keys: "The account already has five active keys. Wait until one expires, or use --now.",
  no_such_key: "The account has no active key with this id.",
  no_webhook:
    "The account has no webhook yet with this number. Use --url, or --add and --url for a further one.",
  too_many_webhooks: `The account already has ${ENDPOINTS_MAX} webhook endpoints. Remove one first.`,
};

const URL_ERRORS: Record<UrlError, string> = {
  not_a_url: "The webhook URL is not valid.",
  too_long: "The webhook URL is longer than 2000 characters.",
  not_https: "The webhook URL must begin with https:// (or http:// in certification).",
  not_public:
    "The webhook URL must have a public address. Production does not call private networks.",
  bad_port:
    "The port of the webhook URL belongs to another protocol. Use 443 or another HTTPS port.",
  has_credentials: "The webhook URL must not contain a user name or password.",
};

export function accountCommandError(outcome: Refusal): StartError {
  if (outcome.kind === "bad_setting") return new StartError(SETTING_TEXTS[outcome.setting]);
  if (outcome.kind === "bad_url") return new StartError(URL_ERRORS[outcome.error]);
  return new StartError(REFUSALS[outcome.kind]);
}

export function accountLine({ id, name, timeZone, isActive, isAgent, parentId }: AccountRecord) {
  const place = isAgent ? "agent" : parentId === null ? "" : `parent ${parentId}`;
  const columns = [
    id.padStart(12),
    (isActive ? "enabled" : "disabled").padEnd(8),
    timeZone.padEnd(20),
  ];
  return withoutControls(`${columns.join("  ")}  ${place.padEnd(18)}  ${name}`);
}

export function accountLines({ account, keys, webhooks, subAccountCount }: AccountView) {
  const { isAgent, parentId } = account;
  const pairs: readonly (readonly [what: string, value: string])[] = [
    ["Account", `${account.id}, ${account.isActive ? "enabled" : "disabled"}`],
    ["Name", account.name],
    ["Time zone", account.timeZone],
    ["Currency", account.currency],
    isAgent
      ? ["Agent", `yes, with ${subAccountCount} sub-accounts`]
      : ["Parent account", parentId ?? "none"],
    ["Receipt email", account.receiptEmail ?? "none"],
    ["Card processor", account.cardProcessor ?? "none"],
    ...merchantPairs(account),
    ["ACH processor", `${account.achProcessor ?? "none"}, SEC code ${account.achSecCode}`],
    ["ACH options", achOptionsText(account)],
    ["Approvals", approvalText(account)],
    ["Credits", account.allowsCredit ? "allowed" : "not allowed"],
    ["ACH credits", account.allowsFreeCredit ? "free" : "limited by their sale"],
    ["ACH changes", account.appliesAchChanges ? "applied" : "not applied"],
    ["ACH retries", account.achRetryDays === 0 ? "none" : `after ${account.achRetryDays} days`],
    ["Declines on AVS", account.declinesAvs || "none"],
    ["Declines on CVV", account.declinesCvv || "none"],
    ["Authorizations", `expire after ${account.authorizationDays} days`],
    ["Duplicates", duplicateText(account.duplicateMinutes)],
    ["Partner", account.partnerId ?? "none"],
    ...webhookPairs(webhooks),
    ...keys.map(({ expiresAt }) => ["API key", keyText(expiresAt)] as const),
  ];
  return pairs.map(([what, value]) => withoutControls(`${what.padEnd(16)} ${value}`));
}

function duplicateText(minutes: number): string {
  return minutes === 0 ? "not refused" : `refused for ${minutes} minutes`;
}

function webhookPairs(
  webhooks: readonly WebhookEndpoint[],
): readonly (readonly [string, string])[] {
  if (webhooks.length === 0) return [["Webhook", "none"]];
  return webhooks.map((webhook) => {
    const { number, url, events } = webhook;
    const name = number === FIRST_ENDPOINT ? "Webhook" : `Webhook ${number}`;
    const chosen = events === undefined ? "" : `, ${events.join(" ")}`;
    return [name, `${webhookStateText(webhook)}, ${url}${chosen}`];
  });
}

/** Says if the receiver disabled the webhook by answering 410. */
function webhookStateText({ isOn, switchedOffAt }: WebhookEndpoint): string {
  if (isOn) return "enabled";
  if (switchedOffAt === undefined) return "disabled";
  return `disabled since ${momentText(switchedOffAt)}: the receiver answered 410`;
}

function keyText(expiresAt: Temporal.Instant | null): string {
  return expiresAt === null ? "active" : `active until ${momentText(expiresAt)}`;
}

function approvalText({ dualControl, creditApprovalCents: cents }: AccountRecord): string {
  const credits = cents === null ? [] : [`credits above ${formatCents(cents as Cents)}`];
  return [...(dualControl ? ["dual control"] : []), ...credits].join(", ") || "none";
}

function achOptionsText(account: AccountRecord): string {
  const options = [
    account.achSameDay ? ["same day"] : [],
    account.achAddenda ? ["addenda"] : [],
    account.achPrenotes ? ["prenotes"] : [],
    account.achReturnStop ? ["stop above return-rate limits"] : [],
  ].flat();
  return options.join(", ") || "none";
}

/** Most accounts have no numbers at a card host. */
function merchantPairs(account: AccountRecord): readonly (readonly [string, string])[] {
  const { cardMerchantId, cardTerminalId, cardCategoryCode } = account;
  if (cardMerchantId === null && cardTerminalId === null) return [];
  const numbers = `${cardMerchantId ?? "none"}, terminal ${cardTerminalId ?? "none"}`;
  return [["Merchant number", `${numbers}, category ${cardCategoryCode ?? "none"}`]];
}
