/** The webhooks and emails about a transaction, each with its delivery attempts. */
import type { DatabasePool } from "../../db/database-pool.ts";

export interface MessageAttempt {
  readonly at: Temporal.Instant;
  readonly outcome: string;
  readonly status: number | null;
  readonly failure: string | null;
}

export interface Message {
  readonly id: string;
  readonly kind: "webhook" | "mail";
  readonly event: string;
  /** The number of the endpoint that gets a webhook. */
  readonly endpoint: number;
  /** The recipient of an email. Null for webhooks. */
  readonly to: string | null;
  readonly createdAt: Temporal.Instant;
  readonly dueAt: Temporal.Instant;
  readonly deliveredAt: Temporal.Instant | null;
  readonly failedAt: Temporal.Instant | null;
  readonly failureReason: string | null;
  readonly tries: readonly MessageAttempt[];
}

interface AttemptRow extends MessageAttempt {
  readonly outbox_id: string;
}

const MESSAGES_MAX = 50;
const ATTEMPTS_MAX = 500;

export class MessageStore {
  readonly #db: DatabasePool;

  constructor(db: DatabasePool) {
    this.#db = db;
  }

  /** Oldest first. */
  async findMessages(accountId: string, transactionId: string): Promise<readonly Message[]> {
    return this.#db.within({ accountId }, async (db) => {
      const messages = await db.rows<Message & { readonly place: string }>`
        select id as place, event_id as id, event, endpoint,
          case kind when 'mail' then 'mail' else 'webhook' end as kind,
          case kind when 'mail' then payload ->> 'to' end as to, created_at as "createdAt",
          due_at as "dueAt", delivered_at as "deliveredAt", set_aside_at as "failedAt",
          set_aside_why as "failureReason"
        from outbox where account_id = ${accountId} and transaction_id = ${transactionId}
        order by outbox.id limit ${MESSAGES_MAX}`;
      const tries = await db.rows<AttemptRow>`
        select outbox_id, attempted_at as at, outcome, status, failure from delivery_attempts
        where account_id = ${accountId}
          and outbox_id = any (${messages.map(({ place }) => place)}::bigint[])
        order by id limit ${ATTEMPTS_MAX}`;
      return messages.map(({ place, ...message }) => ({
        ...message,
        tries: tries
          .filter(({ outbox_id }) => outbox_id === place)
          .map(({ at, outcome, status, failure }) => ({ at, outcome, status, failure })),
      }));
    });
  }
}
