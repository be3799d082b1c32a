/** Makes an event due again at some endpoints, inside a transaction. */
import type { Database } from "../../../db/database.ts";
import type { FailureReason, OutboxKind } from "../event.ts";
import { insertEventCopies } from "../outbox-writer-store.ts";

/** An event, or the delivery of an event to a further endpoint. */
export interface SentEvent {
  readonly id: string;
  readonly eventId: string;
  /** The id of the event of which this is a copy. Undefined: this is the event. */
  readonly copyOf: string | undefined;
  readonly kind: OutboxKind;
  /** The number of the endpoint that had it. */
  readonly endpoint: number;
  readonly event: string;
  readonly transactionId: string | undefined;
  /** JSON text. */
  readonly payload: string;
  readonly createdAt: Temporal.Instant;
  readonly dueAt: Temporal.Instant;
  readonly tries: number;
  readonly failureReason: FailureReason | undefined;
}

export class SendAgainStore {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /** Locked, so that it is not assigned to endpoints meanwhile. */
  async lockEvent(accountId: string, eventId: string): Promise<SentEvent | undefined> {
    const [row] = await this.#db.rows<SentRow>`
      select id, event_id as "eventId", copy_of as "copyOf", kind, endpoint, event,
        transaction_id as "transactionId", payload::text as payload, created_at as "createdAt",
        due_at as "dueAt", tries, set_aside_why as "failureReason"
      from outbox
      where account_id = ${accountId} and event_id = ${eventId} and kind <> 'mail'
      for update`;
    return row && toSentEvent(row);
  }

  /** With three new days of retries. The event itself goes to its own endpoint, copies to the others. */
  async sendAgain(
    accountId: string,
    event: SentEvent,
    { endpoints, now }: { readonly endpoints: readonly number[]; readonly now: Temporal.Instant },
  ): Promise<void> {
    const own = isUnused(event) ? endpoints[0] : event.endpoint;
    if (own !== undefined && endpoints.includes(own)) {
      await this.#repeatRow(accountId, { id: event.id, endpoint: own }, now);
    }
    const copies = endpoints
      .filter((number) => number !== own)
      .map((endpoint) => ({
        ...{ accountId, endpoint, copyOf: event.eventId, position: event.id },
        event: event.event,
        transactionId: event.transactionId,
        payload: event.payload,
        createdAt: event.createdAt,
      }));
    await insertEventCopies(this.#db, copies, { now, ifThere: "send_again" });
  }

  async #repeatRow(
    accountId: string,
    { id, endpoint }: { readonly id: string; readonly endpoint: number },
    now: Temporal.Instant,
  ): Promise<void> {
    await this.#db.rows`
      update outbox set kind = 'delivery', endpoint = ${endpoint}, delivered_at = null,
        set_aside_at = null, set_aside_why = null, due_at = ${now}, tries = 0, retry_until = null
      where account_id = ${accountId} and id = ${id}`;
  }
}

/** No endpoint has had this event, and it has no copies. */
export function isUnused({ kind, tries, failureReason }: SentEvent): boolean {
  return kind === "webhook" && tries === 0 && failureReason === "no_endpoint";
}

type SentRow = Omit<SentEvent, "transactionId" | "copyOf" | "failureReason"> & {
  readonly transactionId: string | null;
  readonly copyOf: string | null;
  readonly failureReason: FailureReason | null;
};

function toSentEvent(row: SentRow): SentEvent {
  return {
    ...row,
    transactionId: row.transactionId ?? undefined,
    copyOf: row.copyOf ?? undefined,
    failureReason: row.failureReason ?? undefined,
  };
}
