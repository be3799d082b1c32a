/** The webhook deliveries of a merchant, and resending them. */
import type { AccountNeeds } from "../../../core/accounts/act-on-account.ts";
import {
  type DeliveryView,
  listDeliveries,
  replayDeliveries,
  replayDelivery,
  showDelivery,
  writeTestEvent,
} from "../../../core/accounts/webhook-log.ts";
import { ENDPOINTS_MAX } from "../../../core/outbox/endpoint-store.ts";
import type { OutboxEvent } from "../../../core/outbox/event.ts";
import type { CursorPage, DeliveryState } from "../contract.ts";
import { cursorId, cursorPage } from "../cursor-page.ts";
import { conflict } from "../errors.ts";
import { numericId } from "../ids.ts";
import { merchantAccountId, merchantUser } from "../merchant-user.ts";
import type { Body, Query } from "../read.ts";
import { actingParty, type Call, type Routes } from "../routes.ts";
import { endpointInPath } from "../webhook-endpoints.ts";
import { writeDeliveryAttempt } from "../write-delivery-attempt.ts";
import type { Delivery, DeliveryDetails } from "./contract.ts";

type DeliveryLogNeeds = Pick<AccountNeeds, "db" | "clock">;

const PATH = "/settings/webhook/deliveries";
const STATES: readonly DeliveryState[] = ["waiting", "delivered", "set_aside"];
const ENDPOINT_NUMBERS = Array.from({ length: ENDPOINTS_MAX }, (_, place) => String(place + 1));
const EVENT_ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export function addDeliveryLog(routes: Routes, needs: DeliveryLogNeeds): void {
  routes.get(PATH, "settings", (call) =>
    listMerchantDeliveries(needs, merchantAccountId(call), call.query),
  );
  routes.get(`${PATH}/:id`, "settings", async (call) => {
    const found = await withEventId(call, (id) => showDelivery(needs, merchantAccountId(call), id));
    return found && writeDeliveryDetails(found);
  });
  routes.post(`${PATH}/:id/replay`, "settings", async (call) => {
    const by = actingParty(call);
    const isThere = await withEventId(call, (eventId) =>
      replayDelivery(needs, merchantAccountId(call), { eventId, by }),
    );
    return isThere ? null : undefined;
  });
  routes.post("/settings/webhook/replay", "settings", async (call) => {
    const since = readSince(call.body, merchantUser(call).account.timeZone);
    return {
      count: await replayDeliveries(needs, merchantAccountId(call), {
        since,
        by: actingParty(call),
      }),
    };
  });
  routes.post("/settings/webhook/endpoints/:number/test", "settings", async (call) => {
    const act = { by: actingParty(call), endpoint: endpointInPath(call) };
    const outcome = await writeTestEvent(needs, merchantAccountId(call), act);
    if (outcome.kind === "written") return { id: outcome.eventId };
    throw conflict("This endpoint is disabled or does not exist. Save a URL and enable it first.");
  });
}

async function withEventId<Result>(call: Call, work: (id: string) => Promise<Result>) {
  const id = call.param("id");
  return EVENT_ID.test(id) ? work(id) : undefined;
}

async function listMerchantDeliveries(
  needs: DeliveryLogNeeds,
  accountId: string,
  query: Query,
): Promise<CursorPage<Delivery>> {
  const take = query.take();
  const endpoint = query.choice("endpoint", ENDPOINT_NUMBERS);
  const events = await listDeliveries(needs, accountId, {
    state: query.choice("state", STATES),
    transactionId: numericId(query.text("transactionId", 12)),
    endpoint: endpoint === undefined ? undefined : Number(endpoint),
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
    ...(one.setAsideAt && { setAsideAt: one.setAsideAt.toString() }),
    ...(one.setAsideWhy && { setAsideWhy: one.setAsideWhy }),
  };
}

function writeDeliveryDetails({ event, payload, attempts }: DeliveryView): DeliveryDetails {
  return { ...writeDelivery(event), payload, attempts: attempts.map(writeDeliveryAttempt) };
}

/** A time with an offset, or a local time in the account's time zone. */
function readSince(body: Body, timeZone: string): Temporal.Instant {
  const text = body.text("since", { max: 40 });
  const since = parseTime(text, timeZone);
  if (since === undefined) body.error("since", "Choose a date and time.");
  body.settle();
  return since ?? Temporal.Instant.fromEpochMilliseconds(0);
}

const LOCAL = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2})?$/;

function parseTime(text: string, timeZone: string): Temporal.Instant | undefined {
  try {
    if (!LOCAL.test(text)) return Temporal.Instant.from(text);
    return Temporal.PlainDateTime.from(text).toZonedDateTime(timeZone).toInstant();
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}
