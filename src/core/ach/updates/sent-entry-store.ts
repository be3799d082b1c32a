/**
 * Finds sent entries and locks their transactions until the database transaction ends. Entries, files
 * and transactions are read by separate statements, because a Citus cluster cannot lock rows of
 * several shards in one statement, and has the files apart.
 */
import { columnArrays } from "../../../db/arrays.ts";
import type { Database } from "../../../db/database.ts";
import {
  type AccountGroup,
  pinToAccount,
  runByGroup,
} from "../../../db/sharding/account-groups.ts";
import { sql } from "../../../db/sql.ts";
import { REVERSED, type SentEntry } from "./network-item.ts";

export interface FilePlace {
  readonly batchNumber: number;
  readonly sequence: number;
}

export type EntryInFile = SentEntry &
  FilePlace & {
    /** The reversal that takes the entry back. */
    readonly reversalId: string | null;
    readonly reversalTrace: string | null;
  };

const FROM_THE_START: FilePlace = { batchNumber: 0, sequence: 0 };

export class SentEntryStore {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /**
   * Finds entries of a connection by trace number. Numbers repeat after millions of entries, so the newest
   * entry with the number is used.
   */
  async lockByTrace(connection: string, traces: readonly string[]): Promise<SentEntry[]> {
    const found = await this.#db.rows<FoundEntry & { readonly fileId: string }>`
      select ${FOUND}, file_id as "fileId" from ach_entries
      where trace_number = any (${traces}::bigint[]) order by trace_number, file_id desc`;
    const files = await this.#db.rows<{ id: string }>`
      select id from ach_files
      where id = any (${found.map(({ fileId }) => fileId)}::bigint[])
        and connection = ${connection} and state in ('prepared', 'handed_over')`;
    const sent = new Set(files.map(({ id }) => id));
    const meant = new Map<string, FoundEntry>();
    for (const { fileId, ...entry } of found) {
      if (sent.has(fileId) && !meant.has(entry.trace)) meant.set(entry.trace, entry);
    }
    return this.#lockEntries([...meant.values()]);
  }

  /** Finds a sent entry. Returns several if more than one account has the id. */
  async lockById(transactionId: string, accountId: string | undefined): Promise<SentEntry[]> {
    const accounts = accountId === undefined ? await this.#listAccounts() : [accountId];
    const found = await this.#db.rows<FoundEntry & { readonly fileId: string }>`
      select ${FOUND}, file_id as "fileId" from ach_entries
      where account_id = any (${accounts}::bigint[]) and transaction_id = ${transactionId}
      order by presentment`;
    const files = await this.#db.rows<{ id: string }>`
      select id from ach_files
      where id = any (${found.map(({ fileId }) => fileId)}::bigint[]) and state = 'handed_over'`;
    const sent = new Set(files.map(({ id }) => id));
    const entries = found.filter(({ fileId }) => sent.has(fileId));
    // Sorted, so that the last entry of a transaction is the one that remains.
    const latest = new Map(entries.map(({ fileId, ...entry }) => [entry.accountId, entry]));
    return this.#lockEntries([...latest.values()]);
  }

  /** The next entries of a file, in order and in any state. */
  async lockNext(
    fileId: string,
    atMost: number,
    after: FilePlace = FROM_THE_START,
  ): Promise<EntryInFile[]> {
    const next = await this.#db.rows<FoundEntry & Omit<EntryInFile, "state">>`
      select ${FOUND}, batch_number as "batchNumber", sequence from ach_entries
      where file_id = ${fileId}
        and (batch_number, sequence) > (${after.batchNumber}, ${after.sequence})
      order by batch_number, sequence limit ${atMost}`;
    return this.#lockEntries(next);
  }

  /** Locks in the order of the keys, and returns the entries in the given order with their states. */
  async #lockEntries<Entry extends FoundEntry>(
    entries: readonly Entry[],
  ): Promise<(Entry & Pick<SentEntry, "state">)[]> {
    const states = new Map<Entry, SentEntry["state"]>();
    await runByGroup(this.#db, entries, async (group) => {
      for (const { place, state, returnCode } of await this.#lockTransactions(group)) {
        const entry = group.rows[Number(place) - 1];
        if (entry === undefined) continue;
        const isReversed = state === "returned" && returnCode === null && entry.reversalId !== null;
        states.set(entry, isReversed ? REVERSED : state);
      }
      // Only now: a file may have presented a debit again while this waited for its lock.
      for (const { place } of await this.#findPresentedAgain(group)) {
        const entry = group.rows[Number(place) - 1];
        if (entry !== undefined) states.set(entry, "returned");
      }
    });
    return entries.flatMap((entry) => {
      const state = states.get(entry);
      return state === undefined ? [] : [{ ...entry, state }];
    });
  }

  #lockTransactions(group: AccountGroup<FoundEntry>): Promise<LockedRow[]> {
    const [accounts, ids] = columnArrays(group.rows, ["accountId", "transactionId"]);
    return this.#db.rows<LockedRow>`
      select asked.place, one.state, one.return_code as "returnCode"
      from unnest(${accounts}::bigint[], ${ids}::bigint[])
          with ordinality as asked (account_id, id, place)
        join transactions one on one.account_id = asked.account_id and one.id = asked.id
          and ${pinToAccount(sql`one.account_id`, group)}
      order by one.account_id, one.id
      for update of one`;
  }

  /** These entries were returned, whatever happened to their transactions later. */
  #findPresentedAgain(group: AccountGroup<FoundEntry>): Promise<Pick<LockedRow, "place">[]> {
    const columns = ["accountId", "transactionId", "presentment"];
    const [accounts, ids, presentments] = columnArrays(group.rows, columns);
    return this.#db.rows<Pick<LockedRow, "place">>`
      select asked.place
      from unnest(${accounts}::bigint[], ${ids}::bigint[], ${presentments}::smallint[])
          with ordinality as asked (account_id, id, presentment, place)
        join ach_retries retry on retry.account_id = asked.account_id
          and retry.transaction_id = asked.id and ${pinToAccount(sql`retry.account_id`, group)}
      where retry.retry_number > asked.presentment`;
  }

  async #listAccounts(): Promise<readonly string[]> {
    const rows = await this.#db.rows<{ id: string }>`select id from accounts order by id`;
    return rows.map(({ id }) => id);
  }
}

interface LockedRow {
  readonly place: string;
  readonly state: string;
  readonly returnCode: string | null;
}

type FoundEntry = Omit<SentEntry, "state"> &
  Pick<EntryInFile, "reversalId" | "reversalTrace"> & { readonly presentment: number };

const FOUND = sql`account_id as "accountId", transaction_id as "transactionId",
  lpad(trace_number::text, 15, '0') as trace, amount_cents as "amountCents", presentment,
  reversal_id as "reversalId", lpad(reversal_trace::text, 15, '0') as "reversalTrace"`;
