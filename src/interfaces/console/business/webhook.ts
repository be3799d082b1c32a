/** The webhook endpoints of a merchant: URL, events and signing secret of each. */
import { showOnce } from "../../../core/access/show-once.ts";
import type { AccountNeeds } from "../../../core/accounts/act-on-account.ts";
import { changeExistingWebhook, rotateWebhookSecret } from "../../../core/accounts/set-webhook.ts";
import { showAccount } from "../../../core/accounts/show-account.ts";
import {
  type AddOutcome,
  addWebhook,
  removeWebhook,
} from "../../../core/accounts/webhook-endpoints.ts";
import { URL_MAX, type UrlError } from "../../../core/outbox/endpoint.ts";
import {
  ENDPOINTS_MAX,
  readEndpointNumber,
  type WebhookEndpoint,
} from "../../../core/outbox/endpoint-store.ts";
import { WEBHOOK_EVENTS, type WebhookEvent } from "../../../core/outbox/webhook-events.ts";
import type { Secret } from "../../../values/secret.ts";
import { conflict, invalid } from "../errors.ts";
import { merchantAccountId } from "../merchant-user.ts";
import type { Body } from "../read.ts";
import { actingParty, type Call, type Routes } from "../routes.ts";
import type { Webhook, WebhookSaved, WebhookView } from "./contract.ts";

export type WebhookRouteNeeds = AccountNeeds;

const ENDPOINTS = "/settings/webhook/endpoints";
const ONE = `${ENDPOINTS}/:number`;

export function addWebhookSettings(routes: Routes, needs: WebhookRouteNeeds): void {
  routes.get("/settings/webhook", "settings", (call) =>
    showWebhookSettings(needs, merchantAccountId(call)),
  );
  routes.post(ENDPOINTS, "settings", async (call) => {
    const act = { wish: readWebhookChange(call.body), by: actingParty(call) };
    const { secret } = savedOrThrow(await addWebhook(needs, merchantAccountId(call), act));
    return showSaved(needs, call, secret);
  });
  routes.patch(ONE, "settings", async (call) => {
    const wish = readWebhookChange(call.body);
    const act = { wish, by: actingParty(call), endpoint: endpointInPath(call) };
    const outcome = await changeExistingWebhook(needs, merchantAccountId(call), act);
    if (outcome.kind === "no_webhook") throw conflict(NO_ENDPOINT);
    return showSaved(needs, call, savedOrThrow(outcome).secret);
  });
  routes.delete(ONE, "settings", async (call) => {
    const act = { by: actingParty(call), endpoint: endpointInPath(call) };
    const outcome = await removeWebhook(needs, merchantAccountId(call), act);
    return outcome.kind === "removed" ? null : undefined;
  });
  routes.post(`${ONE}/secret`, "settings", async (call) => {
    const act = { by: actingParty(call), endpoint: endpointInPath(call) };
    const outcome = await rotateWebhookSecret(needs, merchantAccountId(call), act);
    if (outcome.kind !== "rotated") throw conflict(NO_ENDPOINT);
    return showSaved(needs, call, outcome.secret);
  });
}

const NO_ENDPOINT = "This endpoint does not exist. Add it first.";
/** No endpoint has this number. */
const NO_NUMBER = 0;

export function endpointInPath(call: Call): number {
  return readEndpointNumber(call.param("number")) ?? NO_NUMBER;
}

async function showSaved(
  needs: WebhookRouteNeeds,
  call: Call,
  secret: Secret | undefined,
): Promise<WebhookSaved> {
  const view = await showWebhookSettings(needs, merchantAccountId(call));
  return { ...view, ...(secret && { secret: showOnce(secret) }) };
}

async function showWebhookSettings(
  needs: WebhookRouteNeeds,
  accountId: string,
): Promise<WebhookView> {
  const found = await showAccount(needs, accountId);
  const now = needs.clock.wall();
  return {
    webhooks: (found?.webhooks ?? []).map((one) => writeWebhookSettings(one, now)),
    endpointsMax: ENDPOINTS_MAX,
    events: WEBHOOK_EVENTS,
    allowsHttp: needs.environment === "certification",
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

function savedOrThrow(outcome: AddOutcome): Extract<AddOutcome, { kind: "saved" }> {
  switch (outcome.kind) {
    case "saved":
      return outcome;
    case "bad_url":
      throw invalid({ url: ERRORS[outcome.error] });
    case "no_webhook":
      throw invalid({ url: "This field is required." });
    case "too_many_webhooks":
      throw conflict(`You can have at most ${ENDPOINTS_MAX} endpoints. Remove one first.`);
    case "not_found":
      throw conflict("This account no longer exists.");
  }
}
