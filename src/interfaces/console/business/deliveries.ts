/** The webhook deliveries of a merchant, and resending them. */
import { sendDeliveryAgain } from "../../../core/accounts/send-event-again.ts";
import {
  type DeliveryView,
  listDeliveries,
  replayDeliveries,
  sendTestEvent,
  showDelivery,
  type TestEventNeeds,
} from "../../../core/accounts/webhook-log.ts";
import {
  ENDPOINTS_MAX,
  FIRST_ENDPOINT,
  readEndpointNumber,
} from "../../../core/outbox/endpoint-store.ts";
import type { OutboxEvent } from "../../../core/outbox/event.ts";
import { TEST_EVENT, WEBHOOK_EVENTS } from "../../../core/outbox/webhook-events.ts";
import { readUuid } from "../../../values/text/uuid.ts";
import type { CursorPage, DeliveryState } from "../contract.ts";
import { cursorId, cursorPage } from "../cursor-page.ts";
import { parseStorableTime } from "../day-range.ts";
import { conflict, invalid } from "../errors.ts";
import { numericId } from "../ids.ts";
import { addList } from "../lists/export-list.ts";
import { DELIVERY_COLUMNS } from "../lists/merchant-columns.ts";
import { merchantAccountId, merchantUser } from "../merchant-user.ts";
import type { Body, Query } from "../read.ts";
import { actingParty, type Call, type Routes } from "../routes.ts";
import { sentOrThrow } from "../sent-again.ts";
import { endpointInPath } from "../webhook-endpoints.ts";
import { writeWebhookAttempt } from "../write-delivery-attempt.ts";
import type { Delivery, DeliveryDetails } from "./contract.ts";

export type DeliveryLogNeeds = TestEventNeeds;

const PATH = "/settings/webhook/deliveries";
const STATES: readonly DeliveryState[] = ["waiting", "delivered", "set_aside"];

export function addDeliveryLog(routes: Routes, needs: DeliveryLogNeeds): void {
  addList(routes, {
    ...{ path: PATH, needs: "settings", name: "webhook-deliveries", columns: DELIVERY_COLUMNS },
    read: (call) => listMerchantDeliveries(needs, merchantAccountId(call), call.query),
  });
  routes.get(`${PATH}/:id`, "settings", async (call) => {
    const found = await withEventId(call, (id) => showDelivery(needs, merchantAccountId(call), id));
    return found && writeDeliveryDetails(merchantAccountId(call), found);
  });
  routes.post(`${PATH}/:id/replay`, "settings", async (call) => {
    const by = actingParty(call);
    const outcome = await withEventId(call, (eventId) =>
      sendDeliveryAgain(needs, merchantAccountId(call), { eventId, by }),
    );
    return outcome && sentOrThrow(outcome);
  });
  routes.post("/settings/webhook/replay", "settings", async (call) => {
    const failed = readFailed(call.body, merchantUser(call).account.timeZone);
    const act = { ...failed, by: actingParty(call) };
    return { count: await replayDeliveries(needs, merchantAccountId(call), act) };
  });
  routes.post("/settings/webhook/endpoints/:number/test", "settings", async (call) => {
    const event = readTestEvent(call.body);
    const act = { by: actingParty(call), endpoint: endpointInPath(call), event };
    const outcome = await sendTestEvent(needs, merchantAccountId(call), act);
    if (outcome.kind === "written") return { id: outcome.eventId };
    if (outcome.kind === "not_wanted") throw invalid({ event: NOT_CHOSEN });
    throw conflict("This endpoint is disabled or does not exist. Save a URL and enable it first.");
  });
}

const NOT_CHOSEN = "This endpoint does not receive this kind of event. Select the event first.";

function readTestEvent(body: Body) {
  if (!body.has("event")) return TEST_EVENT;
  const event = body.choice("event", [...WEBHOOK_EVENTS, TEST_EVENT]);
  body.settle();
  return event;
}

async function withEventId<Result>(call: Call, work: (id: string) => Promise<Result>) {
  const id = readUuid(call.param("id"));
  return id && work(id);
}

async function listMerchantDeliveries(
  needs: DeliveryLogNeeds,
  accountId: string,
  query: Query,
): Promise<CursorPage<Delivery>> {
  const take = query.take();
  const events = await listDeliveries(needs, accountId, {
    state: query.choice("state", STATES),
    transactionId: numericId(query.text("transactionId", 12)),
    endpoint: readEndpointNumber(query.text("endpoint") ?? ""),
    before: cursorId(query, "before"),
    limit: take + 1,
  });
  const page = cursorPage(events, take, ({ position }) => position);
  return { ...page, items: page.items.map(writeDelivery) };
}

function writeDelivery(one: OutboxEvent): Delivery {
  return {
    id: one.eventId,
    webhookId: one.webhookId,
    endpoint: one.endpoint,
    event: one.event,
    ...(one.transactionId && { transactionId: one.transactionId.padStart(12, "0") }),
    state: one.state,
    createdAt: one.createdAt.toString(),
    dueAt: one.dueAt.toString(),
    tries: one.tries,
    ...(one.deliveredAt && { deliveredAt: one.deliveredAt.toString() }),
    ...(one.failedAt && { failedAt: one.failedAt.toString() }),
    ...(one.failureReason && { failureReason: one.failureReason }),
  };
}

function writeDeliveryDetails(accountId: string, view: DeliveryView): DeliveryDetails {
  const { event: one, payload, attempts } = view;
  const { webhookId: eventId, event } = one;
  const parts = { accountId, eventId, event, transaction: payload };
  return {
    ...writeDelivery(one),
    payload,
    attempts: attempts.map((attempt) => writeWebhookAttempt(parts, attempt)),
  };
}

/** The time has an offset, or is local in the account's time zone. */
function readFailed(body: Body, timeZone: string) {
  const text = body.text("since", { max: 40 });
  const since = parseTime(text, timeZone);
  if (since === undefined) body.error("since", "Choose a date and time.");
  const endpoint = body.has("endpoint")
    ? body.whole("endpoint", { min: FIRST_ENDPOINT, max: ENDPOINTS_MAX })
    : undefined;
  body.settle();
  return { since: since ?? Temporal.Instant.fromEpochMilliseconds(0), endpoint };
}

const LOCAL = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2})?$/;

function parseTime(text: string, timeZone: string): Temporal.Instant | undefined {
  if (!LOCAL.test(text)) return parseStorableTime(text);
  try {
    const local = Temporal.PlainDateTime.from(text).toZonedDateTime(timeZone);
    return parseStorableTime(local.toInstant().toString());
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}
