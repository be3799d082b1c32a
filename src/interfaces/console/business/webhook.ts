/** The webhook settings of a merchant: URL, events and signing secret. */
import { showOnce } from "../../../core/access/show-once.ts";
import type { AccountNeeds } from "../../../core/accounts/act-on-account.ts";
import {
  rotateWebhookSecret,
  setWebhook,
  type WebhookOutcome,
} from "../../../core/accounts/set-webhook.ts";
import { showAccount } from "../../../core/accounts/show-account.ts";
import type { UrlError } from "../../../core/outbox/endpoint.ts";
import type { WebhookEndpoint } from "../../../core/outbox/endpoint-store.ts";
import { WEBHOOK_EVENTS, type WebhookEvent } from "../../../core/outbox/webhook-events.ts";
import { conflict, invalid } from "../errors.ts";
import { merchantAccountId } from "../merchant-user.ts";
import type { Body } from "../read.ts";
import { actingParty, type Routes } from "../routes.ts";
import type { Webhook, WebhookSaved, WebhookView } from "./contract.ts";

export type WebhookRouteNeeds = AccountNeeds;

const URL_MAX = 2_000;

export function addWebhookSettings(routes: Routes, needs: WebhookRouteNeeds): void {
  routes.get("/settings/webhook", "settings", (call) =>
    showWebhookSettings(needs, merchantAccountId(call)),
  );
  routes.patch("/settings/webhook", "settings", async (call): Promise<WebhookSaved> => {
    const wish = readWebhookChange(call.body);
    const accountId = merchantAccountId(call);
    const { secret } = savedOrThrow(
      await setWebhook(needs, accountId, { wish, by: actingParty(call) }),
    );
    return {
      ...(await showWebhookSettings(needs, accountId)),
      ...(secret && { secret: showOnce(secret) }),
    };
  });
  routes.post("/settings/webhook/secret", "settings", async (call): Promise<WebhookSaved> => {
    const accountId = merchantAccountId(call);
    const outcome = await rotateWebhookSecret(needs, accountId, actingParty(call));
    if (outcome.kind !== "rotated") throw conflict(NO_ADDRESS);
    return { ...(await showWebhookSettings(needs, accountId)), secret: showOnce(outcome.secret) };
  });
}

const NO_ADDRESS = "No webhook URL is set. Save one first.";

async function showWebhookSettings(
  needs: WebhookRouteNeeds,
  accountId: string,
): Promise<WebhookView> {
  const found = await showAccount(needs, accountId);
  return {
    ...(found?.webhook && { webhook: writeWebhookSettings(found.webhook, needs.clock.wall()) }),
    events: WEBHOOK_EVENTS,
    allowsHttp: needs.environment === "certification",
  };
}

function writeWebhookSettings(endpoint: WebhookEndpoint, now: Temporal.Instant): Webhook {
  const { url, isOn, events, switchedOffAt, switchedOffWhy, previousUntil, updatedAt } = endpoint;
  const isOverlapping = previousUntil && Temporal.Instant.compare(now, previousUntil) < 0;
  return {
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
    body.error("events", "Choose at least one event, or disable the webhook.");
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

function savedOrThrow(outcome: WebhookOutcome): Extract<WebhookOutcome, { kind: "saved" }> {
  switch (outcome.kind) {
    case "saved":
      return outcome;
    case "bad_url":
      throw invalid({ url: ERRORS[outcome.error] });
    case "no_webhook":
      throw invalid({ url: "This field is required." });
    case "not_found":
      throw conflict("This account no longer exists.");
  }
}
