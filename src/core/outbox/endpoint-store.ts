/**
 * Webhook endpoints of accounts, and their sealed signing secrets. An account has up to ENDPOINTS_MAX,
 * each with a number. The first one is in a table of its own: the migration "several endpoints" says why.
 */
import type { Database } from "../../db/database.ts";
import { type Sql, sql } from "../../db/sql.ts";

/** How many endpoints an account can have. */
export const ENDPOINTS_MAX = 5;
/** The number of an account's only endpoint. Events that have no other number go there. */
export const FIRST_ENDPOINT = 1;

/** Returns undefined if no endpoint can have this number. */
export function readEndpointNumber(text: string): number | undefined {
  const number = /^[1-9]$/.test(text) ? Number(text) : 0;
  return number >= FIRST_ENDPOINT && number <= ENDPOINTS_MAX ? number : undefined;
}

export interface EndpointKey {
  readonly accountId: string;
  /** 1 to ENDPOINTS_MAX. */
  readonly number: number;
}

export function firstEndpoint(accountId: string): EndpointKey {
  return { accountId, number: FIRST_ENDPOINT };
}

export interface WebhookEndpoint extends EndpointKey {
  readonly url: string;
  readonly isOn: boolean;
  readonly switchedOffAt: Temporal.Instant | undefined;
  readonly switchedOffWhy: string | undefined;
  /** The subscribed events. Undefined: all. */
  readonly events: readonly string[] | undefined;
  /** Until when the previous secret also signs. Undefined: it does not. */
  readonly previousUntil: Temporal.Instant | undefined;
  readonly updatedAt: Temporal.Instant;
  /** Undefined: it was there before endpoints had a time. */
  readonly createdAt: Temporal.Instant | undefined;
}

export interface EndpointSettings extends EndpointKey {
  readonly url: string;
  readonly origin: string;
  readonly isOn: boolean;
  /** Null: all. Undefined: unchanged, or all for a new endpoint. */
  readonly events?: readonly string[] | null | undefined;
  readonly at: Temporal.Instant;
}

export interface NewSecret extends EndpointKey {
  readonly sealed: Uint8Array;
  /** Until when the previous secret also signs. */
  readonly previousUntil: Temporal.Instant;
  readonly at: Temporal.Instant;
}

interface EndpointRow {
  readonly account_id: string;
  readonly number: number;
  readonly url: string;
  readonly is_on: boolean;
  readonly switched_off_at: Temporal.Instant | null;
  readonly switched_off_why: string | null;
  readonly events: readonly string[] | null;
  readonly previous_until: Temporal.Instant | null;
  readonly updated_at: Temporal.Instant;
  readonly created_at: Temporal.Instant | null;
}

export class EndpointStore {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /** In the order of their numbers. */
  async listEndpoints(accountId: string): Promise<readonly WebhookEndpoint[]> {
    const rows = await this.#db.rows<EndpointRow>`
      select account_id, number, url, is_on, switched_off_at, switched_off_why, events,
        previous_until, updated_at, created_at
      from all_webhook_endpoints where account_id = ${accountId} order by number`;
    return rows.map(toEndpoint);
  }

  async findEndpoint({ accountId, number }: EndpointKey): Promise<WebhookEndpoint | undefined> {
    const endpoints = await this.listEndpoints(accountId);
    return endpoints.find((one) => one.number === number);
  }

  /** Returns true if the endpoint is new and uses this secret. An existing endpoint keeps its secret. */
  async upsertEndpoint(settings: EndpointSettings, sealed: Uint8Array): Promise<boolean> {
    const { accountId, number, url, origin, isOn, events, at } = settings;
    const [row] = await this.#db.rows<{ is_new: boolean }>`
      insert into ${endpointTable(number)} as endpoint
        (account_id, number, url, origin, is_on, events, secret_sealed, updated_at,
          created_at)
      values (${accountId}, ${number}, ${url}, ${origin}, ${isOn}, ${events ?? null}, ${sealed},
        ${at}, ${at})
      on conflict (account_id, number) do update set url = excluded.url, origin = excluded.origin,
        is_on = excluded.is_on, switched_off_at = null, switched_off_why = null,
        events = case when ${events === undefined}::boolean
          then endpoint.events else excluded.events end,
        updated_at = excluded.updated_at
      returning endpoint.secret_sealed = ${sealed} as is_new`;
    return row?.is_new ?? false;
  }

  async findSealedSecret({ accountId, number }: EndpointKey): Promise<Uint8Array | undefined> {
    const [row] = await this.#db.rows<{ secret_sealed: Uint8Array }>`
      select secret_sealed from all_webhook_endpoints
      where account_id = ${accountId} and number = ${number}`;
    return row?.secret_sealed;
  }

  /** Returns false if there is no such endpoint. */
  async removeEndpoint({ accountId, number }: EndpointKey): Promise<boolean> {
    const removed = await this.#db.count`
      delete from ${endpointTable(number)} where account_id = ${accountId} and number = ${number}`;
    return removed === 1;
  }

  /** Returns false if there is no such endpoint. */
  async replaceSecret({
    accountId,
    number,
    sealed,
    previousUntil,
    at,
  }: NewSecret): Promise<boolean> {
    const replaced = await this.#db.count`
      update ${endpointTable(number)} set previous_sealed = secret_sealed,
        previous_until = ${previousUntil}, secret_sealed = ${sealed}, updated_at = ${at}
      where account_id = ${accountId} and number = ${number}`;
    return replaced === 1;
  }

  /** Returns false if it is disabled already, or its address has changed. */
  async disableEndpoint(
    { accountId, number }: EndpointKey,
    url: string,
    { why, at }: { readonly why: string; readonly at: Temporal.Instant },
  ): Promise<boolean> {
    const switched = await this.#db.count`
      update ${endpointTable(number)} set is_on = false, switched_off_at = ${at},
        switched_off_why = ${why}, updated_at = ${at}
      where account_id = ${accountId} and number = ${number} and url = ${url} and is_on`;
    return switched === 1;
  }
}

function endpointTable(number: number): Sql {
  return number === FIRST_ENDPOINT ? sql`webhook_endpoints` : sql`further_webhook_endpoints`;
}

function toEndpoint(row: EndpointRow): WebhookEndpoint {
  return {
    accountId: row.account_id,
    number: row.number,
    url: row.url,
    isOn: row.is_on,
    switchedOffAt: row.switched_off_at ?? undefined,
    switchedOffWhy: row.switched_off_why ?? undefined,
    events: row.events ?? undefined,
    previousUntil: row.previous_until ?? undefined,
    updatedAt: row.updated_at,
    createdAt: row.created_at ?? undefined,
  };
}
