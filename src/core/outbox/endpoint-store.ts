/** Webhook endpoints of accounts, and their sealed signing secrets. */
import type { Database } from "../../db/database.ts";

export interface WebhookEndpoint {
  readonly accountId: string;
  readonly url: string;
  readonly isOn: boolean;
  readonly switchedOffAt: Temporal.Instant | undefined;
  readonly switchedOffWhy: string | undefined;
  /** The subscribed events. Undefined: all. */
  readonly events: readonly string[] | undefined;
  /** Until when the previous secret also signs. Undefined: it does not. */
  readonly previousUntil: Temporal.Instant | undefined;
  readonly updatedAt: Temporal.Instant;
}

export interface EndpointSettings {
  readonly accountId: string;
  readonly url: string;
  readonly origin: string;
  readonly isOn: boolean;
  /** Null: all. Undefined: unchanged, or all for a new endpoint. */
  readonly events?: readonly string[] | null | undefined;
  readonly at: Temporal.Instant;
}

export interface NewSecret {
  readonly accountId: string;
  readonly sealed: Uint8Array;
  /** Until when the previous secret also signs. */
  readonly previousUntil: Temporal.Instant;
  readonly at: Temporal.Instant;
}

interface EndpointRow {
  readonly account_id: string;
  readonly url: string;
  readonly is_on: boolean;
  readonly switched_off_at: Temporal.Instant | null;
  readonly switched_off_why: string | null;
  readonly events: readonly string[] | null;
  readonly previous_until: Temporal.Instant | null;
  readonly updated_at: Temporal.Instant;
}

export class EndpointStore {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  async findEndpoint(accountId: string): Promise<WebhookEndpoint | undefined> {
    const [row] = await this.#db.rows<EndpointRow>`
      select account_id, url, is_on, switched_off_at, switched_off_why, events, previous_until,
        updated_at
      from webhook_endpoints where account_id = ${accountId}`;
    return row && toEndpoint(row);
  }

  /** Returns true if the endpoint is new and uses this secret. An existing endpoint keeps its secret. */
  async upsertEndpoint(settings: EndpointSettings, sealed: Uint8Array): Promise<boolean> {
    const { accountId, url, origin, isOn, events, at } = settings;
    const [row] = await this.#db.rows<{ is_new: boolean }>`
      insert into webhook_endpoints as endpoint
        (account_id, url, origin, is_on, events, secret_sealed, updated_at)
      values (${accountId}, ${url}, ${origin}, ${isOn}, ${events ?? null}, ${sealed}, ${at})
      on conflict (account_id) do update set url = excluded.url, origin = excluded.origin,
        is_on = excluded.is_on, switched_off_at = null, switched_off_why = null,
        events = case when ${events === undefined}::boolean
          then endpoint.events else excluded.events end,
        updated_at = excluded.updated_at
      returning endpoint.secret_sealed = ${sealed} as is_new`;
    return row?.is_new ?? false;
  }

  async findSealedSecret(accountId: string): Promise<Uint8Array | undefined> {
    const [row] = await this.#db.rows<{ secret_sealed: Uint8Array }>`
      select secret_sealed from webhook_endpoints where account_id = ${accountId}`;
    return row?.secret_sealed;
  }

  async removeEndpoint(accountId: string): Promise<void> {
    await this.#db.rows`delete from webhook_endpoints where account_id = ${accountId}`;
  }

  /** Returns false if the account has no endpoint. */
  async replaceSecret({ accountId, sealed, previousUntil, at }: NewSecret): Promise<boolean> {
    const replaced = await this.#db.count`
      update webhook_endpoints set previous_sealed = secret_sealed,
        previous_until = ${previousUntil}, secret_sealed = ${sealed}, updated_at = ${at}
      where account_id = ${accountId}`;
    return replaced === 1;
  }

  /** Returns false if it is disabled already, or its address has changed. */
  async disableEndpoint(
    accountId: string,
    url: string,
    { why, at }: { readonly why: string; readonly at: Temporal.Instant },
  ): Promise<boolean> {
    const switched = await this.#db.count`
      update webhook_endpoints set is_on = false, switched_off_at = ${at},
        switched_off_why = ${why}, updated_at = ${at}
      where account_id = ${accountId} and url = ${url} and is_on`;
    return switched === 1;
  }
}

function toEndpoint(row: EndpointRow): WebhookEndpoint {
  return {
    accountId: row.account_id,
    url: row.url,
    isOn: row.is_on,
    switchedOffAt: row.switched_off_at ?? undefined,
    switchedOffWhy: row.switched_off_why ?? undefined,
    events: row.events ?? undefined,
    previousUntil: row.previous_until ?? undefined,
    updatedAt: row.updated_at,
  };
}
