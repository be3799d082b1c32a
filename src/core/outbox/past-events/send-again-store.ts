/** Makes an event due again at some endpoints, inside a transaction. */
import type { Database } from "../../../db/database.ts";
import type { EndpointKey } from "../endpoint-store.ts";
import type { OutboxKind } from "../event.ts";
import { insertEventCopies } from "../outbox-writer-store.ts";

export interface SentEvent {
  readonly id: string;
  readonly eventId: string;
  readonly kind: OutboxKind;
  /** The number of the endpoint that had the event itself. The others had copies. */
  readonly endpoint: number;
  readonly event: string;
  readonly transactionId: string | undefined;
  /** JSON text. */
  readonly payload: string;
  readonly createdAt: Temporal.Instant;
}

export class SendAgainStore {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /** Locked, so that it is not assigned to endpoints meanwhile. */
  async lockEvent(accountId: string, eventId: string): Promise<SentEvent | undefined> {
    const [row] = await this.#db.rows<SentRow>`
      select id, event_id as "eventId", kind, endpoint, event, transaction_id as "transactionId",
        payload::text as payload, created_at as "createdAt"
      from outbox
      where account_id = ${accountId} and event_id = ${eventId} and kind <> 'mail'
        and copy_of is null
      for update`;
    return row && { ...row, transactionId: row.transactionId ?? undefined };
  }

  /** With three new days of retries. */
  async sendAgain(
    accountId: string,
    event: SentEvent,
    { endpoints, now }: { readonly endpoints: readonly number[]; readonly now: Temporal.Instant },
  ): Promise<void> {
    const others = endpoints.filter((number) => number !== event.endpoint);
    if (others.length < endpoints.length) {
      await this.#repeatEvent({ accountId, number: event.endpoint }, event.id, now);
    }
    const copies = others.map((endpoint) => ({
      ...{ accountId, copyOf: event.eventId, endpoint },
      event: event.event,
      transactionId: event.transactionId,
      payload: event.payload,
      createdAt: event.createdAt,
    }));
    await insertEventCopies(this.#db, copies, { now, ifThere: "send_again" });
  }

  async #repeatEvent(
    { accountId, number }: EndpointKey,
    id: string,
    now: Temporal.Instant,
  ): Promise<void> {
    await this.#db.rows`
      update outbox set kind = 'delivery', endpoint = ${number}, delivered_at = null,
        set_aside_at = null, set_aside_why = null, due_at = ${now}, tries = 0, retry_until = null
      where account_id = ${accountId} and id = ${id}`;
  }
}

type SentRow = Omit<SentEvent, "transactionId"> & { readonly transactionId: string | null };
