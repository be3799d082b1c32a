/** Merchant accounts and their access keys, as the database has them. */
import type { Database } from "../../db/database.ts";

export interface Account {
  readonly id: string;
  readonly name: string;
  readonly timeZone: string;
  readonly currency: string;
  readonly isAgent: boolean;
  readonly cardProcessor: string | undefined;
  readonly achProcessor: string | undefined;
}

/** An account, found by one of its keys. */
export interface KeyedAccount {
  readonly account: Account;
  /** Undefined: the key is good until it is taken away. */
  readonly keyExpiresAt: Temporal.Instant | undefined;
}

interface AccountRow {
  readonly id: string;
  readonly name: string;
  readonly time_zone: string;
  readonly currency: string;
  readonly is_agent: boolean;
  readonly card_processor: string | null;
  readonly ach_processor: string | null;
}

type KeyedRow = AccountRow & { readonly expires_at: Temporal.Instant | null };

export class AccountStore {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /** The active account that this digest is a good key of. */
  async findByKey(
    id: string,
    keyDigest: Uint8Array,
    now: Temporal.Instant,
  ): Promise<KeyedAccount | undefined> {
    const [row] = await this.#db.rows<KeyedRow>`
      select id, name, time_zone, currency, is_agent, card_processor, ach_processor, expires_at
      from accounts join account_keys on account_id = id
      where id = ${id} and is_active and digest = ${keyDigest}
        and (expires_at is null or expires_at > ${now})`;
    return row && { account: toAccount(row), keyExpiresAt: row.expires_at ?? undefined };
  }
}

function toAccount(row: AccountRow): Account {
  return {
    id: row.id,
    name: row.name,
    timeZone: row.time_zone,
    currency: row.currency,
    isAgent: row.is_agent,
    cardProcessor: row.card_processor ?? undefined,
    achProcessor: row.ach_processor ?? undefined,
  };
}
