/**
 * Assigns the events of an account with several endpoints: the event itself becomes the delivery to the
 * first endpoint that wants it, and each other endpoint gets a copy. This happens here and not in the
 * commit of a payment, so that a payment costs the same with any number of endpoints.
 */
import type { DatabasePool } from "../../../db/database-pool.ts";
import { isWantedEvent } from "../endpoint.ts";
import { EndpointStore, FIRST_ENDPOINT, type WebhookEndpoint } from "../endpoint-store.ts";
import { insertEventCopies } from "../outbox-writer-store.ts";
import { AssignStore, type UnassignedEvent } from "./assign-store.ts";

/** Returns the number of events that were assigned. */
export function assignEvents(
  pool: DatabasePool,
  accountId: string,
  now: Temporal.Instant,
): Promise<number> {
  return pool.atomically(async (db) => {
    const store = new AssignStore(db);
    const events = await store.lockUnassigned(accountId, now);
    const all = await new EndpointStore(db).listEndpoints(accountId);
    const enabled = all.filter(({ isOn }) => isOn);
    const chosen = events.map((event) => ({ event, numbers: chooseEndpoints(event, enabled) }));
    await store.assignToEndpoints(
      accountId,
      chosen.map(({ event: { id }, numbers: [number] }) => ({ id, number })),
    );
    const copies = chosen.flatMap(({ event, numbers: [, ...others] }) =>
      others.map((endpoint) => ({ ...event, accountId, copyOf: event.eventId, endpoint })),
    );
    await insertEventCopies(db, copies, { now, ifThere: "keep" });
    return events.length;
  });
}

/**
 * At least one. An event that was already tried belongs to the first endpoint: it was the only one then.
 * An event that nobody wants is recorded as such by the delivery.
 */
export function chooseEndpoints(
  event: Pick<UnassignedEvent, "event" | "tries" | "createdAt">,
  enabled: readonly WebhookEndpoint[],
): readonly [number, ...number[]] {
  if (event.tries > 0) return [FIRST_ENDPOINT];
  const wanting = enabled.filter((one) => isWantedEvent(one, event.event) && wasThere(one, event));
  const [first, ...others] = wanting.map(({ number }) => number);
  return [first ?? enabled[0]?.number ?? FIRST_ENDPOINT, ...others];
}

/** A new endpoint does not get events that happened before. */
function wasThere(
  { createdAt }: WebhookEndpoint,
  event: Pick<UnassignedEvent, "createdAt">,
): boolean {
  return createdAt === undefined || Temporal.Instant.compare(createdAt, event.createdAt) <= 0;
}
