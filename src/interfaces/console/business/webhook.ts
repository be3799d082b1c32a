/** Where a merchant hears of its payments, of which events, and the secret that signs them. */
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
import type { Body } from "../read.ts";
import type { Routes } from "../routes.ts";
import type { Webhook, WebhookSaved, WebhookView } from "./contract.ts";
import { accountOf, actingIn } from "./merchant.ts";

export type WebhookRoomNeeds = AccountNeeds;

const URL_MAX = 2_000;

export function addWebhook(routes: Routes, needs: WebhookRoomNeeds): void {
  routes.get("/settings/webhook", "settings", (call) => view(needs, accountOf(call)));
  routes.patch("/settings/webhook", "settings", async (call): Promise<WebhookSaved> => {
    const wish = readWish(call.body);
    const accountId = accountOf(call);
    const { secret } = saved(await setWebhook(needs, accountId, { wish, by: actingIn(call) }));
    return { ...(await view(needs, accountId)), ...(secret && { secret: showOnce(secret) }) };
  });
  routes.post("/settings/webhook/secret", "settings", async (call): Promise<WebhookSaved> => {
    const accountId = accountOf(call);
    const outcome = await rotateWebhookSecret(needs, accountId, actingIn(call));
    if (outcome.kind !== "rotated") throw conflict(NO_ADDRESS);
    return { ...(await view(needs, accountId)), secret: showOnce(outcome.secret) };
  });
}

const NO_ADDRESS = "There is no address yet: save one first.";

async function view(needs: WebhookRoomNeeds, accountId: string): Promise<WebhookView> {
  const found = await showAccount(needs, accountId);
  return {
    ...(found?.webhook && { webhook: written(found.webhook, needs.clock.wall()) }),
    events: WEBHOOK_EVENTS,
    allowsHttp: needs.environment === "certification",
  };
}

function written(endpoint: WebhookEndpoint, now: Temporal.Instant): Webhook {
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

function readWish(body: Body) {
  const wish = {
    url: body.optionalText("url", { max: URL_MAX }),
    isOn: body.has("isOn") ? body.flag("isOn") : undefined,
    events: readEvents(body),
  };
  body.settle();
  return wish;
}

/** "all" in place of a list: those that are to come as well. */
function readEvents(body: Body): readonly WebhookEvent[] | null | undefined {
  if (!body.has("events")) return undefined;
  if (body.isText("events")) {
    body.choice("events", ["all"]);
    return null;
  }
  const names = body.texts("events", { most: WEBHOOK_EVENTS.length });
  const known = WEBHOOK_EVENTS.filter((event) => names.includes(event));
  if (known.length < new Set(names).size) body.error("events", "One of them is no event of ours.");
  if (known.length === 0) body.error("events", "Choose one at least, or switch the webhook off.");
  return known;
}

const ERRORS: Record<UrlError, string> = {
  not_a_url: "This is no address: it begins with https:// and a host.",
  too_long: `Use ${URL_MAX} characters at most.`,
  not_https: "Use https:// so that nobody reads along.",
  not_public: "Use a public address: webhooks never go to a private network.",
  bad_port: "This port belongs to another protocol: use 443, or another port for https.",
  has_credentials: "Leave name and password out: every delivery is signed instead.",
};

function saved(outcome: WebhookOutcome): Extract<WebhookOutcome, { kind: "saved" }> {
  switch (outcome.kind) {
    case "saved":
      return outcome;
    case "bad_url":
      throw invalid({ url: ERRORS[outcome.error] });
    case "no_webhook":
      throw invalid({ url: "Fill this in." });
    case "not_found":
      throw conflict("The account has been removed.");
  }
}
