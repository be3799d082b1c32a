/** `accounts webhook`: the webhook endpoints of an account. Secrets are printed only once. */
import type { Config } from "../../config.ts";
import { showOnce } from "../../core/access/show-once.ts";
import { rotateWebhookSecret, setWebhook } from "../../core/accounts/set-webhook.ts";
import { addWebhook, removeWebhook } from "../../core/accounts/webhook-endpoints.ts";
import {
  ENDPOINTS_MAX,
  FIRST_ENDPOINT,
  readEndpointNumber,
} from "../../core/outbox/endpoint-store.ts";
import { WEBHOOK_EVENTS, type WebhookEvent } from "../../core/outbox/webhook-events.ts";
import { StartError } from "../../ports/start-error.ts";
import type { Secret } from "../../values/secret.ts";
import { type OutputOptions, print } from "../output.ts";
import {
  commandLineParty,
  type OpenInstallation,
  withAuditedInstallation,
} from "../with-installation.ts";
import { accountCommandError } from "./account-texts.ts";
import { accountNeeds } from "./accounts.ts";

interface WebhookOptions extends OutputOptions {
  readonly endpoint?: string;
  readonly add?: boolean;
  readonly url?: string;
  readonly events?: string;
  readonly on?: boolean;
  readonly off?: boolean;
  readonly remove?: boolean;
  readonly rotateSecret?: boolean;
}

interface WebhookCall {
  readonly installed: OpenInstallation;
  readonly id: string;
  readonly endpoint: number;
  readonly options: WebhookOptions;
}

const HOW =
  "Use --url, --events, --on or --off, or --rotate-secret or --remove alone. --add needs --url and no --endpoint.";

export async function webhookCommand(config: Config, id: string, options: WebhookOptions) {
  const { add = false, on = false, off = false, remove = false, rotateSecret = false } = options;
  const isSetting = options.url !== undefined || options.events !== undefined || on || off;
  const acts = [isSetting, remove, rotateSecret].filter((is) => is).length;
  const isBadAdd = add && (options.url === undefined || options.endpoint !== undefined);
  if (acts !== 1 || (on && off) || isBadAdd) throw new StartError(HOW);
  const endpoint = readEndpoint(options.endpoint);
  await withAuditedInstallation(config, (installed) => {
    const call = { installed, id, endpoint, options };
    if (rotateSecret) return rotateAccountWebhookSecret(call);
    return remove ? removeAccountWebhook(call) : setAccountWebhook(call);
  });
}

function readEndpoint(text: string | undefined): number {
  const number = text === undefined ? FIRST_ENDPOINT : readEndpointNumber(text);
  if (number !== undefined) return number;
  throw new StartError(`Invalid --endpoint. Use a number from 1 to ${ENDPOINTS_MAX}.`);
}

/** Null: all. */
function readEvents(text: string | undefined): readonly WebhookEvent[] | null | undefined {
  if (text === undefined) return undefined;
  if (text === "all") return null;
  const names = text.split(",").map((name) => name.trim());
  const known = WEBHOOK_EVENTS.filter((event) => names.includes(event));
  if (known.length === new Set(names).size) return known;
  throw new StartError(
    `Unknown event in --events. Use all, or some of: ${WEBHOOK_EVENTS.join(", ")}.`,
  );
}

async function setAccountWebhook({ installed, id, endpoint, options }: WebhookCall) {
  const { add = false, url, on = false, off = false } = options;
  const wish = { url, isOn: on || off ? on : undefined, events: readEvents(options.events) };
  const [needs, by] = [accountNeeds(installed), commandLineParty()];
  const outcome = add
    ? await addWebhook(needs, id, { wish, by })
    : await setWebhook(needs, id, { wish, by, endpoint });
  if (outcome.kind !== "saved") throw accountCommandError(outcome);
  const { number, isOn, url: saved, secret } = outcome;
  const line = `${webhookName(id, number)} is ${isOn ? "enabled" : "disabled"}: ${saved}`;
  printWebhook(options, { account: id, endpoint: number, url: saved, isOn }, { line, secret });
}

async function removeAccountWebhook({ installed, id, endpoint, options }: WebhookCall) {
  const act = { endpoint, by: commandLineParty() };
  const outcome = await removeWebhook(accountNeeds(installed), id, act);
  if (outcome.kind !== "removed") throw accountCommandError(outcome);
  print(options, { account: id, endpoint }, [`${webhookName(id, endpoint)} was removed.`]);
}

async function rotateAccountWebhookSecret({ installed, id, endpoint, options }: WebhookCall) {
  const act = { endpoint, by: commandLineParty() };
  const outcome = await rotateWebhookSecret(accountNeeds(installed), id, act);
  if (outcome.kind !== "rotated") throw accountCommandError(outcome);
  const line = `For one more day, webhooks to endpoint ${endpoint} of account ${id} are signed with the old secret as well.`;
  printWebhook(options, { account: id, endpoint }, { line, secret: outcome.secret });
}

function webhookName(id: string, number: number): string {
  return number === FIRST_ENDPOINT
    ? `The webhook of account ${id}`
    : `Webhook endpoint ${number} of account ${id}`;
}

function printWebhook(
  options: OutputOptions,
  document: object,
  { line, secret }: { readonly line: string; readonly secret: Secret | undefined },
): void {
  const shown = secret && showOnce(secret);
  const lines = shown === undefined ? [] : [`New secret (shown only once): ${shown}`];
  print(options, { ...document, secret: shown ?? null }, [line, ...lines]);
}
