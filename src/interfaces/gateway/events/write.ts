/** Writes the answers of the event interface. */
import type { EventState } from "../../../core/outbox/event.ts";
import type { PastDelivery, PastEvent } from "../../../core/outbox/past-events/past-event-store.ts";
import { type GatewayRecord, NO_ERROR } from "../record.ts";
import { writeCursor } from "./cursor.ts";

export const DELIVERY_STATES: Readonly<Record<EventState, string>> = {
  waiting: "pending",
  delivered: "delivered",
  set_aside: "failed",
};

/** `events` has one more than the limit if there is another page. */
export function writeEventPage(events: readonly PastEvent[], limit: number): GatewayRecord {
  const page = events.slice(0, limit);
  const last = events.length > limit ? page.at(-1) : undefined;
  const next = last === undefined ? null : writeCursor(last);
  return { events: page.map(writeEvent), next_cursor: next, ...NO_ERROR };
}

export function writeSentAgain(eventId: string, endpoints: readonly number[]): GatewayRecord {
  return { event_id: eventId, endpoints, ...NO_ERROR };
}

function writeEvent({ eventId, event, transactionId, createdAt, payload, deliveries }: PastEvent) {
  return {
    event_id: eventId,
    event,
    created_at: createdAt.toString(),
    transaction_id: transactionId?.padStart(12, "0"),
    transaction: JSON.parse(payload),
    deliveries: deliveries.map(writeDelivery),
  };
}

function writeDelivery(delivery: PastDelivery) {
  const { endpoint, state, tries, dueAt, deliveredAt, failedAt, failureReason } = delivery;
  return {
    endpoint,
    state: DELIVERY_STATES[state],
    attempts: tries,
    next_attempt_at: state === "waiting" ? dueAt.toString() : undefined,
    delivered_at: deliveredAt?.toString(),
    failed_at: failedAt?.toString(),
    failure: failureReason,
  };
}
