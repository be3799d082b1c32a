/** The webhooks of all accounts: deliveries, responses and resending. */
import {
  type ReplayWebhookNeeds,
  replayFailedWebhooks,
} from "../../../core/accounts/replay-webhooks.ts";
import { sendDeliveryAgain } from "../../../core/accounts/send-event-again.ts";
import type {
  DeliveryOverviewStore,
  OverviewLine,
} from "../../../core/outbox/delivery-overview-store.ts";
import type { EndpointStore } from "../../../core/outbox/endpoint-store.ts";
import type { OutboxStore } from "../../../core/outbox/outbox-store.ts";
import { readUuid } from "../../../values/text/uuid.ts";
import { parseMoment } from "../../../values/time-span.ts";
import type { CursorPage, DeliveryState } from "../contract.ts";
import { cursorId, cursorPage } from "../cursor-page.ts";
import { invalid } from "../errors.ts";
import { addList } from "../lists/export-list.ts";
import { WEBHOOK_COLUMNS } from "../lists/test-columns.ts";
import type { Call, Routes } from "../routes.ts";
import { sentOrThrow } from "../sent-again.ts";
import { writeWebhookAttempt } from "../write-delivery-attempt.ts";
import type { WebhookDetails, WebhookLine } from "./contract.ts";

export interface WebhookNeeds {
  readonly deliveries: DeliveryOverviewStore;
  readonly outbox: OutboxStore;
  readonly endpoints: EndpointStore;
  readonly replay: ReplayWebhookNeeds;
}

const STATES: readonly DeliveryState[] = ["waiting", "delivered", "set_aside"];
const ONE = "/certification/webhooks/:accountId/:eventId";

export function addWebhooks(routes: Routes, needs: WebhookNeeds): void {
  addList(routes, {
    ...{ path: "/certification/webhooks", needs: "certification", name: "webhooks" },
    columns: WEBHOOK_COLUMNS,
    read: (call) => listWebhooks(needs, call),
  });
  routes.get(ONE, "certification", (call) => showWebhook(needs, call));
  routes.post(`${ONE}/replay`, "certification", async (call) => {
    const name = readWebhookPath(call);
    if (name === undefined) return undefined;
    const { accountId, eventId } = name;
    return sentOrThrow(await sendDeliveryAgain(needs.replay, accountId, { eventId, by: call }));
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

async function listWebhooks({ deliveries }: WebhookNeeds, { query }: Call) {
  const take = query.take();
  const lines = await deliveries.listDeliveries({
    accountId: readAccountId(query.text("account")),
    state: query.choice("state", STATES),
    event: query.text("event"),
    before: cursorId(query, "before"),
    atMost: take + 1,
  });
  const page = cursorPage(lines, take, ({ position }) => position);
  return { ...page, items: page.items.map(writeWebhookLine) } satisfies CursorPage<WebhookLine>;
}

async function showWebhook(needs: WebhookNeeds, call: Call): Promise<WebhookDetails | undefined> {
  const name = readWebhookPath(call);
  if (name === undefined) return undefined;
  const { accountId, eventId } = name;
  const [line] = await needs.deliveries.listDeliveries({ ...name, atMost: 1 });
  const payload = await needs.outbox.findPayload(accountId, eventId);
  if (line === undefined || payload === undefined) return undefined;
  const attempts = await needs.outbox.listAttempts(accountId, eventId);
  const endpoint = await needs.endpoints.findEndpoint({ accountId, number: line.endpoint });
  const parts = { ...line, eventId: line.webhookId, transaction: payload };
  return {
    ...writeWebhookLine(line),
    ...(endpoint !== undefined && { url: endpoint.url }),
    payload,
    attempts: attempts.map((attempt) => writeWebhookAttempt(parts, attempt)),
  };
}

function readWebhookPath(call: Call) {
  const [accountId, eventId] = [
    readAccountId(call.param("accountId")),
    readUuid(call.param("eventId")),
  ];
  return accountId && eventId ? { accountId, eventId } : undefined;
}

function readAccountId(text = ""): string | undefined {
  return /^\d{1,12}$/.test(text) ? text : undefined;
}

function writeWebhookLine(line: OverviewLine): WebhookLine {
  const { accountId, accountName, eventId, webhookId, endpoint, event, state, attemptCount } = line;
  return {
    ...{ accountId, accountName, eventId, webhookId, endpoint, event, state },
    ...(line.transactionId !== null && { transactionId: line.transactionId.padStart(12, "0") }),
    ...(line.failureReason !== null && { failureReason: line.failureReason }),
    createdAt: line.createdAt.toString(),
    ...(state === "waiting" && { dueAt: line.dueAt.toString() }),
    attemptCount: attemptCount ?? 0,
    ...(line.lastAt !== null && {
      lastAttempt: { at: line.lastAt.toString(), lastResponse: said(line) },
    }),
  };
}

function said({ lastStatus, lastFailure }: OverviewLine): string {
  return lastStatus === null ? (lastFailure ?? "") : String(lastStatus);
}
