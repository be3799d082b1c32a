/**
 * Claims entries for a file that is being built, in chunks. Each chunk is a commit of its own, so a
 * request that voids a payment does not wait for the whole file. A claim is a conditional update under
 * the locks of the file's row and of the trace counter: a fixed or full file gets no more entries, and
 * two processes that build the same file claim different entries.
 */

import type { Database } from "../../../db/database.ts";
import type { DatabasePool } from "../../../db/database-pool.ts";
import { lockUntilCommit } from "../../../db/locks/advisory-locks.ts";
import { sql } from "../../../db/sql.ts";
import type { SecCode } from "../../../values/bank.ts";
import type { BankConnection } from "../connections/bank-connection.ts";
import { accountWindows } from "../cut-offs.ts";
import { prenoteDeadline } from "../prenotes.ts";
import { settlementMoment } from "../settlement.ts";
import type { ClaimedEntries } from "./claimed-bank-store.ts";
import { lockCounter, moveCounter } from "./counter-store.ts";
import type { EntryKind } from "./entry-kind.ts";
import { BATCH_ID_MAX, TRACE_SHOWN } from "./entry-numbers.ts";
import { afterPrenote, afterSale } from "./entry-order-sql.ts";
import { FORCED, type OutboundFile } from "./outbound-file.ts";
import {
  countTaken,
  hasOtherName,
  listRetryKinds,
  type Taken,
  takeRetries,
} from "./retry-claim-store.ts";
import {
  dueInWindow,
  entryDirection,
  entrySecCode,
  isWaitingEntry,
  isWaitingPrenote,
  windowKind,
} from "./waiting-entry-sql.ts";
import { listNewKinds } from "./waiting-kinds-store.ts";

export interface Chunk extends ClaimedEntries {
  readonly count: number;
  readonly amountCents: number;
  /** The last transaction that was examined. */
  readonly lastId: string;
  /** No more entries of this kind are waiting. */
  readonly isLast: boolean;
}

interface Batch {
  readonly number: number;
  readonly batch_id: number;
  readonly entry_count: number;
  readonly company_name: string;
}

interface ClaimNeeds {
  readonly db: DatabasePool;
  readonly connection: BankConnection;
  readonly chunkSize: number;
}

const SEQUENCE_SIZE = 10_000_000;
/** Leaves numbers for the offset entries of the last file before the counter restarts. */
const SEQUENCE_MAX = 9_950_000;
/** The file control has room for these, plus a chunk of the largest entries. */
const FILE_ENTRIES_MAX = 900_000;
const FILE_CENTS_MAX = 800_000_000_000;
/** A batch control counts up to 999,999 records, and each entry of these classes can have two. */
const BATCH_ENTRIES_MAX = 490_000;
const WITH_ADDENDA: readonly SecCode[] = ["CCD", "PPD"];

export class EntryClaimStore {
  readonly #needs: ClaimNeeds;

  constructor(needs: ClaimNeeds) {
    this.#needs = needs;
  }

  /** The kinds of entries that wait for a window, in the order of their batches. */
  async listWaitingKinds(cutOff: string, at: Temporal.Instant): Promise<EntryKind[]> {
    const accounts = await this.#listAccounts(cutOff);
    if (accounts.length === 0) return [];
    return [
      ...(await listNewKinds(this.#needs.db, { accounts, cutOff, at })),
      ...(await this.#listRetries(accounts, cutOff, at)),
    ];
  }

  /** A same-day window sends what was to go out on the same day, and a retry never was. */
  async #listRetries(
    accounts: readonly string[],
    cutOff: string,
    at: Temporal.Instant,
  ): Promise<EntryKind[]> {
    return windowKind(cutOff) === "sameDay" ? [] : listRetryKinds(this.#needs.db, accounts, at);
  }

  /** The accounts whose entries go into this window. */
  async #listAccounts(cutOff: string): Promise<readonly string[]> {
    const { db, connection } = this.#needs;
    const rows = await db.rows<{ id: string; own: readonly string[] | null }>`
      select id, ach_cut_offs as own from accounts where ach_processor = ${connection.name}`;
    const uses = (own: readonly string[] | null) =>
      accountWindows(own ?? [], connection.windows).some(({ name }) => name === cutOff);
    return rows.filter(({ own }) => cutOff === FORCED || uses(own)).map(({ id }) => id);
  }

  /** Returns undefined if no entries of this kind are left, or the file takes no more. */
  async claimEntries(
    file: OutboundFile,
    kind: EntryKind,
    after: string,
  ): Promise<Chunk | undefined> {
    const { db: pool, connection, chunkSize } = this.#needs;
    return pool.atomically(async (db) => {
      if (!(await lockOpenFile(db, file.id))) return undefined;
      const last = await lockCounter(db, connection.name);
      if (last + chunkSize > SEQUENCE_MAX) return undefined;
      const batch = await openBatch(db, file, kind);
      if (isFull(kind, batch) || hasOtherName(kind, batch.company_name)) return undefined;
      const claim = { kind, batch, after, last };
      const taken = await this.#claim(db, file, claim);
      const chunk = taken && toChunk(taken, { file, claim, chunkSize });
      if (chunk === undefined) return undefined;
      await countChunk(db, file.id, { kind, batch, chunk });
      await moveCounter(db, connection.name, chunk.lastSequence);
      return chunk;
    });
  }

  #claim(db: Database, file: OutboundFile, claim: EntriesToClaim): Promise<Taken | undefined> {
    const { connection, chunkSize } = this.#needs;
    const firstTrace = Number(connection.odfi) * SEQUENCE_SIZE;
    const { kind, batch, after, last } = claim;
    if (!kind.isRetry) return this.#take(db, file, claim);
    const numbers = { firstTrace, last, traceShown: TRACE_SHOWN, chunkSize };
    return takeRetries(db, file, { kind, batch, after, numbers });
  }

  async #take(
    db: Database,
    file: OutboundFile,
    { kind, batch, after, last }: EntriesToClaim,
  ): Promise<Taken | undefined> {
    const { connection, chunkSize } = this.#needs;
    const firstTrace = Number(connection.odfi) * SEQUENCE_SIZE;
    const accounts = sql`${[kind.accountId]}::bigint[]`;
    const at = sql`${file.cutOffAt}`;
    const isDue = dueInWindow(windowKind(file.cutOff), at);
    const isWaiting = kind.isPrenote ? isWaitingPrenote : isWaitingEntry;
    const deadline = sql`${prenoteDeadline(file.cutOffAt)}`;
    const isFree = kind.isPrenote ? sql`true` : afterPrenote(accounts, deadline);
    const [taken] = await db.rows<Taken>`
      with picked as (
        select one.id from transactions one
        where one.account_id = ${kind.accountId} and one.id > ${after} and ${isWaiting}
          and one.authorized_at <= ${file.cutOffAt} and ${isDue} and ${isFree}
          and ${afterSale(accounts, at)}
          and ${entryDirection} = ${kind.direction} and ${entrySecCode} = ${kind.secCode}
        order by one.id limit ${chunkSize}
      ), placed as (
        select id, ${last}::int + (row_number() over (order by id))::int as sequence from picked
      ), marked as (
        update transactions one set batched_at = ${file.cutOffAt}, batch_id = ${batch.batch_id},
          settle_at = ${settlementMoment(file.settlesOn, file.cutOffAt)}, message = 'BATCHED',
          trace_num = (${firstTrace}::bigint + placed.sequence) % ${TRACE_SHOWN}::bigint
        from placed
        where one.account_id = ${kind.accountId} and one.id = placed.id and ${isWaiting}
        returning one.id, one.amount_cents, placed.sequence
      ), entered as (
        insert into ach_entries (account_id, transaction_id, file_id, batch_number, sequence,
          trace_number, amount_cents)
        select ${kind.accountId}, id, ${file.id}, ${batch.number}, sequence,
          ${firstTrace}::bigint + sequence, amount_cents
        from marked
      )
      ${countTaken}`;
    return taken;
  }
}

interface ClaimedFrom {
  readonly file: OutboundFile;
  readonly claim: EntriesToClaim;
  readonly chunkSize: number;
}

function toChunk(taken: Taken, { file, claim, chunkSize }: ClaimedFrom): Chunk | undefined {
  if (taken.last_id === null) return undefined;
  return {
    fileId: file.id,
    accountId: claim.kind.accountId,
    batchNumber: claim.batch.number,
    afterSequence: claim.last,
    count: taken.count,
    amountCents: Number(taken.amount_cents),
    lastId: taken.last_id,
    lastSequence: taken.last_sequence,
    isLast: taken.looked_at < chunkSize,
  };
}

interface EntriesToClaim {
  readonly kind: EntryKind;
  readonly batch: Batch;
  readonly after: string;
  /** The last number used by any file of the connection. */
  readonly last: number;
}

/** Locks the file's row until the commit. Returns false if the file is fixed, gone or full. */
async function lockOpenFile(db: Database, fileId: string): Promise<boolean> {
  const open = await db.rows`
    select from ach_files
    where id = ${fileId} and state = 'building' and entry_count < ${FILE_ENTRIES_MAX}
      and debit_cents + credit_cents < ${FILE_CENTS_MAX}
    for update`;
  return open.length === 1;
}

/** Finds or creates the batch of this kind in the file. */
async function openBatch(
  db: Database,
  { id: fileId }: OutboundFile,
  kind: EntryKind,
): Promise<Batch> {
  const { accountId } = kind;
  // Files of two banks may number batches of the same account at the same time.
  await lockUntilCommit(db, "bankBatches", accountId);
  await db.rows`
    insert into ach_batches
      (account_id, file_id, number, account_number, sec_code, direction, is_retry, company_name)
    select ${accountId}, ${fileId},
      1 + coalesce((select max(number) from ach_batches where file_id = ${fileId}), 0),
      1 + coalesce(
        (select max(account_number) from ach_batches where account_id = ${accountId}), 0),
      ${kind.secCode}, ${kind.direction}, ${kind.isRetry},
      coalesce(${kind.companyName ?? null}::text,
        (select name from accounts where id = ${accountId}), '')
    on conflict on constraint ach_batches_one_of_a_kind do nothing`;
  const [batch] = await db.rows<Batch>`
    select number, (account_number - 1) % ${BATCH_ID_MAX}::int + 1 as batch_id, entry_count,
      company_name
    from ach_batches
    where file_id = ${fileId} and account_id = ${accountId} and sec_code = ${kind.secCode}
      and direction = ${kind.direction} and is_retry = ${kind.isRetry}`;
  if (batch === undefined) throw new Error("The ACH batch was not found after it was inserted.");
  return batch;
}

function isFull({ secCode }: EntryKind, batch: Batch): boolean {
  return WITH_ADDENDA.includes(secCode) && batch.entry_count >= BATCH_ENTRIES_MAX;
}

async function countChunk(
  db: Database,
  fileId: string,
  { kind, batch, chunk }: { kind: EntryKind; batch: Batch; chunk: Chunk },
): Promise<void> {
  const { count, amountCents, lastSequence } = chunk;
  const [debits, credits] = kind.direction === "debit" ? [amountCents, 0] : [0, amountCents];
  await db.rows`
    update ach_files set last_sequence = ${lastSequence}, entry_count = entry_count + ${count}::int,
      debit_cents = debit_cents + ${debits}::bigint, credit_cents = credit_cents + ${credits}::bigint
    where id = ${fileId}`;
  await db.rows`
    update ach_batches set entry_count = entry_count + ${count}::int,
      amount_cents = amount_cents + ${amountCents}::bigint
    where account_id = ${kind.accountId} and file_id = ${fileId} and number = ${batch.number}`;
}
