/** Named card hosts in the database. */
import type { Database } from "../../db/database.ts";
import { NOT_IN_SAFE_MODE } from "../../db/safe-mode.ts";
import type { CardHostConnection, CardHostKind } from "../../ports/card-host-settings.ts";
import type { CardHostRecord } from "./card-host-record.ts";

interface HostRow {
  readonly name: string;
  readonly kind: CardHostKind;
  readonly settings: Omit<CardHostConnection, "kind">;
}

export class CardHostStore {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  async listHosts(): Promise<CardHostRecord[]> {
    const rows = await this.#db.rows<HostRow>`
      select name, kind, settings from card_hosts where removed_at is null order by name`;
    return rows.map(toRecord);
  }

  /** None in safe mode: a copy must not sign on beside the original. */
  async listHostsToOpen(): Promise<CardHostRecord[]> {
    const rows = await this.#db.rows<HostRow>`
      select name, kind, settings from card_hosts
      where removed_at is null and ${NOT_IN_SAFE_MODE} order by name`;
    return rows.map(toRecord);
  }

  /** Locks the host until the transaction ends, also against accounts that begin to use it. */
  async lockHost(name: string): Promise<CardHostRecord | undefined> {
    const [row] = await this.#db.rows<HostRow>`
      select name, kind, settings from card_hosts
      where name = ${name} and removed_at is null for update`;
    return row && toRecord(row);
  }

  /** Returns false if the name is taken. A removed host can come back as the same kind. */
  async insertHost({ name, connection }: CardHostRecord): Promise<boolean> {
    const { kind, ...settings } = connection;
    const added = await this.#db.count`
      insert into card_hosts (name, kind, settings)
      values (${name}, ${kind}, ${JSON.stringify(settings)}::jsonb)
      on conflict (name) do update set settings = excluded.settings, removed_at = null
      where card_hosts.removed_at is not null and card_hosts.kind = excluded.kind`;
    return added === 1;
  }

  async saveHost({ name, connection }: CardHostRecord): Promise<void> {
    const { kind: _kind, ...settings } = connection;
    await this.#db.rows`
      update card_hosts set settings = ${JSON.stringify(settings)}::jsonb where name = ${name}`;
  }

  /** The name stays taken, because payments refer to it. */
  async markRemoved(name: string): Promise<void> {
    await this.#db.rows`update card_hosts set removed_at = now() where name = ${name}`;
  }

  /** The first accounts that send their orders to this host, and how many there are. */
  async findUsers(name: string): Promise<{ readonly first: string[]; readonly count: number }> {
    const rows = await this.#db.rows<{ id: string; count: number }>`
      select id, count(*) over ()::integer as count from accounts
      where card_processor = ${name} order by id limit 3`;
    return { first: rows.map(({ id }) => id), count: rows[0]?.count ?? 0 };
  }

  /** Payments, captures, refunds and reversals without a result. */
  async countUnfinished(name: string): Promise<number> {
    const [row] = await this.#db.rows<{ count: number }>`
      select count(*)::integer as count from open_attempts
      where request->'columns'->>'card_host' = ${name}`;
    return row?.count ?? 0;
  }
}

function toRecord({ name, kind, settings }: HostRow): CardHostRecord {
  return { name, connection: { kind, ...settings } as CardHostConnection };
}
