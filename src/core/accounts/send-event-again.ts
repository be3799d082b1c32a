/** Sends a past webhook event again, or one of its deliveries. Audited. */
import type { Database } from "../../db/database.ts";
import type { DatabasePool } from "../../db/database-pool.ts";
import type { Clock } from "../../ports/clock.ts";
import { assignLockedEvents } from "../outbox/claims/assign-events.ts";
import { AssignStore } from "../outbox/claims/assign-store.ts";
import { isWantedEvent } from "../outbox/endpoint.ts";
import { EndpointStore, type WebhookEndpoint } from "../outbox/endpoint-store.ts";
import {
  isUnused,
  SendAgainStore,
  type SentEvent,
} from "../outbox/past-events/send-again-store.ts";
import { TEST_EVENT } from "../outbox/webhook-events.ts";
import { type ActingParty, recordAccountAct } from "./act-on-account.ts";

export interface SendAgainNeeds {
  readonly db: DatabasePool;
  readonly clock: Clock;
}

export interface SendAgainWish {
  readonly eventId: string;
  readonly by: ActingParty;
}

export type SendAgainOutcome =
  /** The numbers of the endpoints that get it. */
  | { readonly kind: "sent_again"; readonly endpoints: readonly number[] }
  | { readonly kind: "no_such_event" }
  /** The endpoint does not exist or is disabled; or the account has no enabled one. */
  | { readonly kind: "no_endpoint" }
  /** The endpoint did not choose this kind of event; or none of them did. */
  | { readonly kind: "not_wanted" };

/** To one endpoint, or to all that want it, also to those that were added later. */
export function sendEventAgain(
  needs: SendAgainNeeds,
  accountId: string,
  wish: SendAgainWish & { readonly endpoint?: number | undefined },
): Promise<SendAgainOutcome> {
  const { endpoint } = wish;
  return sendAgain(needs, accountId, {
    ...wish,
    choose: ({ event, enabled }) => {
      if (event.copyOf !== undefined) return undefined;
      const only = endpoint ?? (event.event === TEST_EVENT ? event.endpoint : undefined);
      return only === undefined ? enabled : enabled.filter(({ number }) => number === only);
    },
  });
}

/**
 * One delivery to its endpoint. An event that waits without an endpoint goes to those that it would go
 * to anyway, and one that found no endpoint goes to all that want it now.
 */
export function sendDeliveryAgain(
  needs: SendAgainNeeds,
  accountId: string,
  wish: SendAgainWish,
): Promise<SendAgainOutcome> {
  return sendAgain(needs, accountId, {
    ...wish,
    choose: ({ event, assigned, enabled }) => {
      if (assigned !== undefined) return enabled.filter(({ number }) => assigned.includes(number));
      if (isUnused(event)) return enabled;
      return enabled.filter((one) => one.number === event.endpoint && isOwnEvent(one, event));
    },
  });
}

interface Choice {
  readonly event: SentEvent;
  /** The endpoints that the event was just assigned to. Undefined: it was assigned before. */
  readonly assigned: readonly number[] | undefined;
  readonly enabled: readonly WebhookEndpoint[];
}

interface Sending extends SendAgainWish {
  /** Undefined: there is no such event. */
  readonly choose: (choice: Choice) => readonly WebhookEndpoint[] | undefined;
}

async function sendAgain(
  { db, clock }: SendAgainNeeds,
  accountId: string,
  { eventId, by, choose }: Sending,
): Promise<SendAgainOutcome> {
  return db.within({ accountId }, async (scope): Promise<SendAgainOutcome> => {
    const store = new SendAgainStore(scope);
    const now = clock.wall();
    const event = await store.lockEvent(accountId, eventId);
    if (event === undefined) return { kind: "no_such_event" };
    const all = await new EndpointStore(scope).listEndpoints(accountId);
    const settled = await assignFirst(scope, accountId, { event, endpoints: all, now });
    const chosen = choose({ ...settled, enabled: all.filter(({ isOn }) => isOn) });
    if (chosen === undefined) return { kind: "no_such_event" };
    if (chosen.length === 0) return { kind: "no_endpoint" };
    const wanting = chosen.filter((one) => isWantedEvent(one, event.event));
    const endpoints = wanting.map(({ number }) => number);
    if (endpoints.length === 0) return { kind: "not_wanted" };
    await store.sendAgain(accountId, settled.event, { endpoints, now });
    const after = { eventId, endpoints };
    await recordAccountAct(scope, by, { action: "account.replay_webhook", accountId, after });
    return { kind: "sent_again", endpoints };
  });
}

interface LockedEvent {
  readonly event: SentEvent;
  readonly endpoints: readonly WebhookEndpoint[];
  readonly now: Temporal.Instant;
}

/**
 * Assigns an event that still waits without an endpoint, and the earlier ones of its transaction, so
 * that no other endpoint misses it, none gets it twice, and it does not overtake them.
 */
async function assignFirst(
  db: Database,
  accountId: string,
  { event, endpoints, now }: LockedEvent,
): Promise<Pick<Choice, "event" | "assigned">> {
  if (event.kind !== "webhook" || event.tries > 0) return { event, assigned: undefined };
  const events = await new AssignStore(db).lockWithEarlier(accountId, event, now);
  if (!events.some(({ id }) => id === event.id)) return { event, assigned: undefined };
  const assigned = await assignLockedEvents(db, accountId, { events, endpoints, now });
  const numbers = assigned.get(event.id) ?? [];
  const [endpoint] = numbers;
  if (endpoint === undefined) {
    return { event: { ...event, failureReason: "no_endpoint" }, assigned: undefined };
  }
  return { event: { ...event, kind: "delivery", endpoint }, assigned: numbers };
}

/** False for a delivery to an earlier endpoint with the same number, which was removed. */
function isOwnEvent({ createdAt }: WebhookEndpoint, { createdAt: at, dueAt }: SentEvent): boolean {
  if (createdAt === undefined) return true;
  return [at, dueAt].some((time) => Temporal.Instant.compare(createdAt, time) <= 0);
}
