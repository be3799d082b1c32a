/**
 * Assigns the events of an account with several endpoints: the event itself becomes the delivery to the
 * first endpoint that wants it, and each other endpoint gets a copy. This happens here and not in the
 * commit of a payment, so that a payment costs the same with any number of endpoints.
 */
import type { Database } from "../../../db/database.ts";
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
    const events = await new AssignStore(db).lockUnassigned(accountId, now);
    if (events.length === 0) return 0;
    const endpoints = await new EndpointStore(db).listEndpoints(accountId);
    await assignLockedEvents(db, accountId, { events, endpoints, now });
    return events.length;
  });
}

export interface Assignment {
  /** Locked by the transaction, in their order. */
  readonly events: readonly UnassignedEvent[];
  readonly endpoints: readonly WebhookEndpoint[];
  readonly now: Temporal.Instant;
}

/** Returns the numbers of the endpoints of each event, by the id of its row. */
export async function assignLockedEvents(
  db: Database,
  accountId: string,
  { events, endpoints, now }: Assignment,
): Promise<ReadonlyMap<string, readonly number[]>> {
  const enabled = endpoints.filter(({ isOn }) => isOn);
  const chosen = events.map((event) => ({ event, numbers: chooseEndpoints(event, enabled) }));
  const assigned = chosen.map(({ event: { id }, numbers: [number = null] }) => ({ id, number }));
  await new AssignStore(db).assignToEndpoints(accountId, assigned, now);
  const copies = chosen.flatMap(({ event, numbers: [, ...others] }) =>
    others.map((endpoint) => ({
      ...{ ...event, accountId, endpoint },
      ...{ copyOf: event.eventId, position: event.id },
    })),
  );
  await insertEventCopies(db, copies, { now, ifThere: "keep" });
  return new Map(chosen.map(({ event: { id }, numbers }) => [id, numbers]));
}

/**
 * None if every enabled endpoint is newer than the event. An event that was already tried belongs to the
 * first endpoint: it was the only one then. An event that nobody wants goes to one endpoint, and the
 * delivery records that it is not wanted.
 */
export function chooseEndpoints(
  event: Pick<UnassignedEvent, "event" | "tries" | "createdAt">,
  enabled: readonly WebhookEndpoint[],
): readonly number[] {
  if (event.tries > 0) return [FIRST_ENDPOINT];
  const present = enabled.filter((one) => wasThere(one, event));
  const wanting = present.filter((one) => isWantedEvent(one, event.event));
  return (wanting.length > 0 ? wanting : present.slice(0, 1)).map(({ number }) => number);
}

/** A new endpoint does not get events that happened before. */
function wasThere(
  { createdAt }: WebhookEndpoint,
  event: Pick<UnassignedEvent, "createdAt">,
): boolean {
  return createdAt === undefined || Temporal.Instant.compare(createdAt, event.createdAt) <= 0;
}
