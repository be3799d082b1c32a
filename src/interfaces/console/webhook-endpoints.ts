/**
 * The webhook endpoints of an account: URL, events and signing secret of each. Merchants and operators
 * have the same routes, each below their own address.
 */
import { showOnce } from "../../core/access/show-once.ts";
import type { AccountNeeds } from "../../core/accounts/act-on-account.ts";
import { changeExistingWebhook, rotateWebhookSecret } from "../../core/accounts/set-webhook.ts";
import { showAccount } from "../../core/accounts/show-account.ts";
import {
  type AddEndpointOutcome,
  addWebhook,
  removeWebhook,
} from "../../core/accounts/webhook-endpoints.ts";
import { URL_MAX, type UrlError } from "../../core/outbox/endpoint.ts";
import {
  ENDPOINTS_MAX,
  readEndpointNumber,
  type WebhookEndpoint,
} from "../../core/outbox/endpoint-store.ts";
import { WEBHOOK_EVENTS, type WebhookEvent } from "../../core/outbox/webhook-events.ts";
import type { Secret } from "../../values/secret.ts";
import type { Webhook, WebhookSaved } from "./business/contract.ts";
import type { Permission } from "./contract.ts";
import { conflict, invalid } from "./errors.ts";
import type { Body } from "./read.ts";
import { actingParty, type Call, type Routes } from "./routes.ts";

export interface WebhookPlace {
  /** The address of the settings. */
  readonly base: string;
  readonly needed: Permission;
  accountId(call: Call): string;
}

export function addWebhookEndpoints(
  routes: Routes,
  needs: AccountNeeds,
  { base, needed, accountId }: WebhookPlace,
): void {
  const one = `${base}/endpoints/:number`;
  const show = (call: Call, secret?: Secret) => showWebhooks(needs, accountId(call), secret);
  const showSaved = async (call: Call, outcome: AddEndpointOutcome) =>
    outcome.kind === "not_found" ? undefined : show(call, savedOrThrow(outcome).secret);
  routes.get(base, needed, (call) => show(call));
  routes.post(`${base}/endpoints`, needed, async (call) => {
    const act = { wish: readWebhookChange(call.body), by: actingParty(call) };
    return showSaved(call, await addWebhook(needs, accountId(call), act));
  });
  routes.patch(one, needed, async (call) => {
    const wish = readWebhookChange(call.body);
    const act = { wish, by: actingParty(call), endpoint: endpointInPath(call) };
    const outcome = await changeExistingWebhook(needs, accountId(call), act);
    if (outcome.kind === "no_webhook") throw conflict(NO_ENDPOINT);
    return showSaved(call, outcome);
  });
  routes.delete(one, needed, async (call) => {
    const act = { by: actingParty(call), endpoint: endpointInPath(call) };
    const outcome = await removeWebhook(needs, accountId(call), act);
    return outcome.kind === "removed" ? null : undefined;
  });
  routes.post(`${one}/secret`, needed, async (call) => {
    const act = { by: actingParty(call), endpoint: endpointInPath(call) };
    const outcome = await rotateWebhookSecret(needs, accountId(call), act);
    if (outcome.kind === "no_webhook") throw conflict(NO_ENDPOINT);
    return outcome.kind === "not_found" ? undefined : show(call, outcome.secret);
  });
}

const NO_ENDPOINT = "This endpoint does not exist. Add it first.";
/** No endpoint has this number. */
const NO_NUMBER = 0;

export function endpointInPath(call: Call): number {
  return readEndpointNumber(call.param("number")) ?? NO_NUMBER;
}

async function showWebhooks(
  needs: AccountNeeds,
  accountId: string,
  secret: Secret | undefined,
): Promise<WebhookSaved | undefined> {
  const found = await showAccount(needs, accountId);
  if (found === undefined) return undefined;
  const now = needs.clock.wall();
  return {
    webhooks: found.webhooks.map((one) => writeWebhookSettings(one, now)),
    endpointsMax: ENDPOINTS_MAX,
    events: WEBHOOK_EVENTS,
    allowsHttp: needs.environment === "certification",
    ...(secret && { secret: showOnce(secret) }),
  };
}

function writeWebhookSettings(endpoint: WebhookEndpoint, now: Temporal.Instant): Webhook {
  const { number, url, isOn, events, previousUntil, updatedAt } = endpoint;
  const { switchedOffAt, switchedOffWhy } = endpoint;
  const isOverlapping = previousUntil && Temporal.Instant.compare(now, previousUntil) < 0;
  return {
    number,
    url,
    isOn,
    ...(events && { events }),
    ...(switchedOffAt && { switchedOffAt: switchedOffAt.toString() }),
    ...(switchedOffWhy && { switchedOffWhy }),
    ...(isOverlapping && { previousSecretUntil: previousUntil.toString() }),
    updatedAt: updatedAt.toString(),
  };
}

function readWebhookChange(body: Body) {
  const wish = {
    url: body.optionalText("url", { max: URL_MAX }),
    isOn: body.has("isOn") ? body.flag("isOn") : undefined,
    events: readEvents(body),
  };
  body.settle();
  return wish;
}

/** "all" instead of a list includes future events. */
function readEvents(body: Body): readonly WebhookEvent[] | null | undefined {
  if (!body.has("events")) return undefined;
  if (body.isText("events")) {
    body.choice("events", ["all"]);
    return null;
  }
  const names = body.texts("events", { most: WEBHOOK_EVENTS.length });
  const known = WEBHOOK_EVENTS.filter((event) => names.includes(event));
  if (known.length < new Set(names).size)
    body.error("events", "One of these events does not exist.");
  if (known.length === 0)
    body.error("events", "Choose at least one event, or disable the endpoint.");
  return known;
}

const ERRORS: Record<UrlError, string> = {
  not_a_url: "Enter a full address, such as https://shop.example/webhooks.",
  too_long: `Use at most ${URL_MAX} characters.`,
  not_https: "Use an https:// address.",
  not_public: "Use a public address. Webhooks are never sent to a private network.",
  bad_port: "This port is reserved for another protocol. Use 443 or another https port.",
  has_credentials:
    "Remove the user name and password from the address. Deliveries are signed instead.",
};

type Saved = Extract<AddEndpointOutcome, { readonly kind: "saved" }>;

function savedOrThrow(outcome: Exclude<AddEndpointOutcome, { readonly kind: "not_found" }>): Saved {
  switch (outcome.kind) {
    case "saved":
      return outcome;
    case "bad_url":
      throw invalid({ url: ERRORS[outcome.error] });
    case "no_webhook":
      throw invalid({ url: "This field is required." });
    case "too_many_webhooks":
      throw conflict(`An account can have at most ${ENDPOINTS_MAX} endpoints. Remove one first.`);
  }
}
