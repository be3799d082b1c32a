/** The event API: lists past webhook events, and sends one again. */
import { repeatSafely } from "../call/retry.ts";
import type { CallOptions } from "../options.ts";
import { describeAnswer, type Gateway, postForm } from "../payments/gateway.ts";
import { MONEY } from "../payments/payment-names.ts";
import { EVENT_NAMES, type WebhookEvent } from "../webhooks/webhook-event.ts";
import type { Fields } from "../wire/form.ts";
import { openRenaming, renameFromWire } from "../wire/names.ts";
import type { JsonAnswer } from "../wire/wire-types.ts";

const EVENTS_PATH = "/api/events/1.0";
type EventAnswer = JsonAnswer<typeof EVENTS_PATH, "post">;
type WireEvent = NonNullable<EventAnswer["events"]>[number];
type WireDelivery = WireEvent["deliveries"][number];

export interface EventFilter {
  readonly since?: Date | undefined;
  /** Only events before this time. */
  readonly until?: Date | undefined;
  readonly event?: WebhookEvent["event"] | undefined;
  readonly transactionId?: string | undefined;
}

/** The delivery of an event to one endpoint. */
export interface EventDelivery {
  /** The number of the endpoint. */
  readonly endpoint: number;
  readonly state: WireDelivery["state"];
  readonly attempts: number;
  readonly nextAttemptAt?: Date;
  readonly deliveredAt?: Date;
  readonly failedAt?: Date;
  /** Why it was given up. */
  readonly failure?: string;
}

export interface PastEvent extends Pick<WebhookEvent, "id" | "event" | "transaction"> {
  readonly createdAt: Date;
  readonly deliveries: readonly EventDelivery[];
}

export interface Events {
  /** Newest first, page after page. Leave the loop when you have enough. */
  list(filter?: EventFilter, options?: CallOptions): AsyncGenerator<PastEvent, void>;
  /**
   * Sends an event again with the same id: to every endpoint that chose its kind, or to one. Returns
   * the numbers of the endpoints.
   */
  sendAgain(
    id: string,
    where?: { readonly endpoint?: number | undefined },
    options?: CallOptions,
  ): Promise<readonly number[]>;
}

const RENAMING = openRenaming(EVENT_NAMES, MONEY);
/** As many as a page can have. */
const PAGE = "100";

export function openEvents(gateway: Gateway): Events {
  return {
    list: (filter = {}, options = {}) => listEvents(gateway, filter, options),
    sendAgain: async (id, { endpoint } = {}, options = {}) => {
      const where: Fields = endpoint === undefined ? {} : { endpoint: String(endpoint) };
      const fields = { action: "SEND_EVENT", event_id: id, ...where };
      return (await askEvents(gateway, fields, options)).endpoints ?? [];
    },
  };
}

async function* listEvents(
  gateway: Gateway,
  { since, until, event, transactionId }: EventFilter,
  options: CallOptions,
): AsyncGenerator<PastEvent, void> {
  const fields: Fields = {
    action: "LIST_EVENTS",
    limit: PAGE,
    ...(since && { since: since.toISOString() }),
    ...(until && { until: until.toISOString() }),
    ...(event && { event }),
    ...(transactionId && { transaction_id: transactionId }),
  };
  let cursor: string | null | undefined;
  do {
    const page: EventAnswer = await askEvents(
      gateway,
      { ...fields, ...(cursor && { cursor }) },
      options,
    );
    yield* (page.events ?? []).map(readPastEvent);
    cursor = page.next_cursor;
  } while (cursor);
}

function readPastEvent({ event_id, event, created_at, transaction, deliveries }: WireEvent) {
  const { error_msg, ...fields } = transaction;
  return {
    id: event_id,
    event,
    createdAt: new Date(created_at),
    transaction: renameFromWire(fields, RENAMING) as PastEvent["transaction"],
    deliveries: deliveries.map(readDelivery),
  };
}

function readDelivery(delivery: WireDelivery): EventDelivery {
  const { next_attempt_at, delivered_at, failed_at, ...same } = delivery;
  return {
    ...same,
    ...(next_attempt_at && { nextAttemptAt: new Date(next_attempt_at) }),
    ...(delivered_at && { deliveredAt: new Date(delivered_at) }),
    ...(failed_at && { failedAt: new Date(failed_at) }),
  };
}

/** Sending again twice is harmless: the event keeps its id. */
async function askEvents(
  gateway: Gateway,
  fields: Fields,
  options: CallOptions,
): Promise<EventAnswer> {
  const { retry } = gateway.connection;
  return repeatSafely({ retry, area: "events", options }, async () => {
    const request = { area: "events", path: EVENTS_PATH, fields } as const;
    const { answer, reply } = await postForm<EventAnswer>(gateway, request, options);
    if (answer.error_code !== 0) throw describeAnswer(answer, reply);
    return answer;
  });
}
