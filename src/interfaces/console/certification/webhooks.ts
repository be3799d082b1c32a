/** The webhooks of all accounts: deliveries, responses and resending. */
import {
  type ReplayWebhookNeeds,
  replayFailedWebhooks,
  replayWebhook,
} from "../../../core/accounts/replay-webhooks.ts";
import type {
  DeliveryOverviewStore,
  OverviewLine,
} from "../../../core/outbox/delivery-overview-store.ts";
import type { EndpointStore } from "../../../core/outbox/endpoint-store.ts";
import type { DeliveryAttempt } from "../../../core/outbox/event.ts";
import type { OutboxStore } from "../../../core/outbox/outbox-store.ts";
import { parseMoment } from "../../../values/time-span.ts";
import { webhookBody, webhookHeaders } from "../../../values/webhook-envelope.ts";
import type { CursorPage } from "../contract.ts";
import { invalid } from "../errors.ts";
import type { Call, Routes } from "../routes.ts";
import type { DeliveryLine, DeliveryShown, DeliveryState, DeliveryTry } from "./contract.ts";
import { cursorOf, pageOf } from "./pages.ts";

export interface WebhookNeeds {
  readonly deliveries: DeliveryOverviewStore;
  readonly outbox: OutboxStore;
  readonly endpoints: EndpointStore;
  readonly replay: ReplayWebhookNeeds;
}

const STATES: readonly DeliveryState[] = ["waiting", "delivered", "set_aside"];
const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;
const ONE = "/certification/webhooks/:accountId/:eventId";

export function addWebhooks(routes: Routes, needs: WebhookNeeds): void {
  routes.get("/certification/webhooks", "certification", (call) => listOf(needs, call));
  routes.get(ONE, "certification", (call) => shownOf(needs, call));
  routes.post(`${ONE}/replay`, "certification", async (call) => {
    const name = nameOf(call);
    const isThere = name !== undefined && (await replayWebhook(needs.replay, name, call));
    return isThere ? null : undefined;
  });
  routes.post("/certification/webhooks/replay", "certification", async (call) => {
    const { body } = call;
    const accountId = body.optionalText("accountId", { form: ACCOUNT_FORM });
    const since = parseMoment(body.text("since"));
    body.settle();
    if (since === undefined)
      throw invalid({ since: "Enter a time, such as 2026-12-01T17:00:00Z." });
    return { replayed: await replayFailedWebhooks(needs.replay, { accountId, since }, call) };
  });
}

const ACCOUNT_FORM = [/^\d{1,12}$/, "An account number has up to 12 digits."] as const;

async function listOf({ deliveries }: WebhookNeeds, { query }: Call) {
  const take = query.take();
  const lines = await deliveries.listDeliveries({
    accountId: accountOf(query.text("account")),
    state: query.choice("state", STATES),
    event: query.text("event"),
    before: cursorOf(query),
    atMost: take + 1,
  });
  const { items, next } = pageOf(lines, take, ({ position }) => position);
  const page: CursorPage<DeliveryLine> = {
    items: items.map(shownLine),
    ...(next !== undefined && { next }),
  };
  return page;
}

async function shownOf(needs: WebhookNeeds, call: Call): Promise<DeliveryShown | undefined> {
  const name = nameOf(call);
  if (name === undefined) return undefined;
  const { accountId, eventId } = name;
  const [line] = await needs.deliveries.listDeliveries({ ...name, atMost: 1 });
  const payload = await needs.outbox.findPayload(accountId, eventId);
  if (line === undefined || payload === undefined) return undefined;
  const attempts = await needs.outbox.listAttempts(accountId, eventId);
  const endpoint = await needs.endpoints.findEndpoint(accountId);
  return {
    ...shownLine(line),
    ...(endpoint !== undefined && { url: endpoint.url }),
    payload,
    attempts: attempts.map((attempt) => shownTry(line, payload, attempt)),
  };
}

function nameOf(call: Call) {
  const [accountId, eventId] = [accountOf(call.param("accountId")), call.param("eventId")];
  return accountId !== undefined && UUID.test(eventId) ? { accountId, eventId } : undefined;
}

function accountOf(text = ""): string | undefined {
  return /^\d{1,12}$/.test(text) ? text : undefined;
}

function shownLine(line: OverviewLine): DeliveryLine {
  const { accountId, accountName, eventId, event, state, attemptCount } = line;
  return {
    ...{ accountId, accountName, eventId, event, state },
    ...(line.transactionId !== null && { transactionId: line.transactionId.padStart(12, "0") }),
    ...(line.setAsideWhy !== null && { setAsideWhy: line.setAsideWhy }),
    createdAt: line.createdAt.toString(),
    ...(state === "waiting" && { dueAt: line.dueAt.toString() }),
    attemptCount: attemptCount ?? 0,
    ...(line.lastAt !== null && { lastAttempt: { at: line.lastAt.toString(), said: said(line) } }),
  };
}

function said({ lastStatus, lastFailure }: OverviewLine): string {
  return lastStatus === null ? (lastFailure ?? "") : String(lastStatus);
}

function shownTry(line: OverviewLine, transaction: string, attempt: DeliveryAttempt): DeliveryTry {
  const { at, durationMs, outcome, status, failure, answer, seal } = attempt;
  const parts = { ...line, transaction, at };
  return {
    at: at.toString(),
    durationMs,
    outcome,
    ...(status !== undefined && { status }),
    ...(failure !== undefined && { failure }),
    ...(answer !== undefined && { answer }),
    ...(seal !== undefined && {
      sent: {
        headers: webhookHeaders(parts, seal.signature),
        body: webhookBody(parts, seal.hash),
      },
    }),
  };
}
