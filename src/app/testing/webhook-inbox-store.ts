/** Reads the webhooks of all accounts from the outbox, in their order. */
import type { Database } from "../../db/database.ts";

export interface InboxFilter {
  readonly event?: string | undefined;
  readonly transactionId?: string | undefined;
  readonly accountId?: string | undefined;
  /** Events that are not wanted again. */
  readonly without: readonly string[];
}

export interface InboxRow {
  readonly eventId: string;
  readonly accountId: string;
  readonly event: string;
  readonly transactionId: string | null;
  /** JSON text. */
  readonly payload: string;
  /** The secret of the account's webhook settings. */
  readonly secretSealed: Uint8Array;
}

export class WebhookInboxStore {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /** The oldest first. */
  async findOldest(filter: InboxFilter): Promise<InboxRow | undefined> {
    const { event = null, transactionId = null, accountId = null, without } = filter;
    const [row] = await this.#db.rows<InboxRow>`
      select event_id as "eventId", outbox.account_id as "accountId", event,
        transaction_id as "transactionId", payload::text as payload,
        endpoint.secret_sealed as "secretSealed"
      from outbox join webhook_endpoints endpoint on endpoint.account_id = outbox.account_id
      where kind <> 'mail' and copy_of is null and event_id <> all (${without}::uuid[])
        and (${event}::text is null or event = ${event})
        and (${transactionId}::bigint is null or transaction_id = ${transactionId})
        and (${accountId}::bigint is null or outbox.account_id = ${accountId})
      order by id limit 1`;
    return row;
  }

  /** For error messages. */
  async listEvents(): Promise<
    readonly { readonly event: string; readonly transactionId: string }[]
  > {
    return this.#db.rows`
      select event, coalesce(lpad(transaction_id::text, 12, '0'), 'no transaction') as "transactionId"
      from outbox where kind <> 'mail' and copy_of is null order by id desc limit 10`;
  }
}
