/** Stores when returned debits are presented again, and how often they were. */
import { columnArrays } from "../../../db/arrays.ts";
import type { Database } from "../../../db/database.ts";
import {
  type AccountGroup,
  pinToAccount,
  runByGroup,
} from "../../../db/sharding/account-groups.ts";
import { sql } from "../../../db/sql.ts";
import type { EntryKey } from "./entry-update.ts";

export interface EntryRetry {
  /** How often the debit was presented again. */
  readonly retryNumber: number;
  /** When it is presented again. Null: not again. */
  readonly retryAt: Temporal.Instant | null;
}

export interface RetryWish extends EntryKey {
  readonly retryAt: Temporal.Instant;
}

export interface RetryRules {
  /** Counted from when the payment was accepted. */
  readonly withinDays: number;
}

interface FirstEntry {
  readonly place: string;
  readonly fileId: string;
  readonly batchNumber: number;
}

const WISH = ["accountId", "transactionId", "retryAt"];

export class RetryStore {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /** The days between a return and the next try, of accounts that present debits again. */
  async findRetryDays(accounts: readonly string[]): Promise<ReadonlyMap<string, number>> {
    const rows = await this.#db.rows<{ id: string; days: number }>`
      select id, ach_retry_days as days from accounts
      where id = any (${accounts}::bigint[]) and ach_retry_days > 0`;
    return new Map(rows.map(({ id, days }) => [id, days]));
  }

  /**
   * Only sales that no operator has reversed. A re-presented check (RCK) has its own rules and is not
   * presented again here.
   */
  async planRetries(wishes: readonly RetryWish[], rules: RetryRules): Promise<void> {
    await runByGroup(this.#db, wishes, (group) => this.#planInGroup(group, rules));
  }

  async #planInGroup(group: AccountGroup<RetryWish>, rules: RetryRules): Promise<void> {
    const allowed = await this.#listAllowed(group, rules);
    if (allowed.length === 0) return;
    const named = await this.#addCompanyNames({ ...group, rows: allowed });
    const [accounts, ids, times, names] = columnArrays(named, [...WISH, "companyName"]);
    // Without "returning", and with a parameter in the last condition, Citus refuses this insert.
    await this.#db.rows`
      insert into ach_retries as known (account_id, transaction_id, retry_at, company_name)
      select account_id, id, retry_at, company_name
      from unnest(${accounts}::bigint[], ${ids}::bigint[], ${times}::timestamptz[],
        ${names}::text[]) as said (account_id, id, retry_at, company_name)
      on conflict (account_id, transaction_id) do update
      set retry_at = excluded.retry_at
      where known.retry_number < 2
      returning 1`;
  }

  async #listAllowed(
    group: AccountGroup<RetryWish>,
    { withinDays }: RetryRules,
  ): Promise<readonly RetryWish[]> {
    const [accounts, ids, times] = columnArrays(group.rows, WISH);
    return this.#db.rows<RetryWish>`
      select one.account_id as "accountId", one.id as "transactionId", said.retry_at as "retryAt"
      from unnest(${accounts}::bigint[], ${ids}::bigint[], ${times}::timestamptz[])
          as said (account_id, id, retry_at)
        join transactions one on one.account_id = said.account_id and one.id = said.id
          and ${pinToAccount(sql`one.account_id`, group)}
      where one.transaction_type = 'SALE' and one.sec_code <> 'RCK'
        and said.retry_at <= one.authorized_at + ${withinDays}::int * interval '24 hours'
        and not exists (
          select from ach_entries entry
          where entry.account_id = one.account_id and entry.transaction_id = one.id
            and entry.reversal_id is not null and ${pinToAccount(sql`entry.account_id`, group)})`;
  }

  /** The company names of the first entries. Batches are on the coordinator of a cluster. */
  async #addCompanyNames(group: AccountGroup<RetryWish>) {
    const [accounts, ids] = columnArrays(group.rows, WISH);
    const entries = await this.#db.rows<FirstEntry>`
      select asked.place, entry.file_id as "fileId", entry.batch_number as "batchNumber"
      from unnest(${accounts}::bigint[], ${ids}::bigint[])
          with ordinality as asked (account_id, id, place)
        join ach_entries entry on entry.account_id = asked.account_id
          and entry.transaction_id = asked.id and entry.presentment = 0
          and ${pinToAccount(sql`entry.account_id`, group)}`;
    const [places, files, numbers] = columnArrays(entries, ["place", "fileId", "batchNumber"]);
    const batches = await this.#db.rows<{ place: string; name: string }>`
      select asked.place, batch.company_name as name
      from unnest(${places}::bigint[], ${files}::bigint[], ${numbers}::int[])
          as asked (place, file_id, number)
        join ach_batches batch on batch.file_id = asked.file_id and batch.number = asked.number
      where batch.company_name <> ''`;
    const names = new Map(batches.map(({ place, name }) => [Number(place), name]));
    return group.rows.map((wish, n) => ({ ...wish, companyName: names.get(n + 1) ?? null }));
  }

  /** False: it is not planned, or it is in a file already. */
  async stopRetry({ accountId, transactionId }: EntryKey): Promise<boolean> {
    const stopped = await this.#db.count`
      update ach_retries set retry_at = null
      where account_id = ${accountId} and transaction_id = ${transactionId}
        and retry_at is not null`;
    return stopped === 1;
  }

  /** A transaction that was never returned as R01 or R09 is missing in the result. */
  async findRetries<Entry extends EntryKey>(
    entries: readonly Entry[],
  ): Promise<ReadonlyMap<Entry, EntryRetry>> {
    const found = new Map<Entry, EntryRetry>();
    await runByGroup(this.#db, entries, async (group) => {
      const [accounts, ids] = columnArrays(group.rows, ["accountId", "transactionId"]);
      const rows = await this.#db.rows<EntryRetry & { readonly place: string }>`
        select asked.place, retry.retry_number as "retryNumber", retry.retry_at as "retryAt"
        from unnest(${accounts}::bigint[], ${ids}::bigint[])
            with ordinality as asked (account_id, id, place)
          join ach_retries retry on retry.account_id = asked.account_id
            and retry.transaction_id = asked.id and ${pinToAccount(sql`retry.account_id`, group)}`;
      for (const { place, ...retry } of rows) {
        const entry = group.rows[Number(place) - 1];
        if (entry !== undefined) found.set(entry, retry);
      }
    });
    return found;
  }
}
