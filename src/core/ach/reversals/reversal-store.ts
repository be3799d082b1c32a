/** Reversals of files and batches. The keys and conditions of its statements decide who comes first. */
import type { Database } from "../../../db/database.ts";
import { lockUntilCommit } from "../../../db/locks/advisory-locks.ts";
import { refuseSecondPerson } from "../../../db/second-person-sql.ts";
import { sql } from "../../../db/sql.ts";
import type { SecCode } from "../../../values/bank.ts";
import type { SecondPersonRefusal } from "../../../values/logins/second-person.ts";
import type { Direction } from "../nacha/transaction-codes.ts";
import type { Reversal, ReversalReason, ReversalState } from "./reversal.ts";

export interface ReversibleFile {
  readonly id: string;
  readonly cutOff: string;
  readonly state: string;
  readonly settlesOn: string;
  readonly batches: readonly number[];
  /** It is not certain that the bank has it. */
  readonly isUnconfirmed: boolean;
}

export interface NewReversal {
  readonly fileId: string;
  readonly batchNumber: number | undefined;
  readonly reason: ReversalReason;
  readonly note: string;
  readonly by: string;
  readonly at: Temporal.Instant;
}

interface ReversalDecision {
  readonly state: "approved" | "rejected";
  readonly by: string;
  readonly at: Temporal.Instant;
}

export interface OriginalBatch {
  readonly number: number;
  readonly accountId: string;
  readonly accountName: string | null;
  /** Its entries present returned debits again. They have a batch of their own. */
  readonly isRetry: boolean;
}

export interface ReversalBatch {
  readonly fileId: string;
  readonly number: number;
  readonly accountId: string;
  readonly secCode: SecCode;
  readonly direction: Direction;
  readonly isRetry: boolean;
  readonly entryCount: number;
  readonly amountCents: number;
}

const columns = sql`reversal.id, reversal.file_id as "fileId", file.name as "fileName",
  file.connection, file.settles_on::text as "settlesOn",
  reversal.batch_number as "batchNumber", reversal.reason, reversal.note, reversal.state,
  reversal.requested_by as "requestedBy", reversal.requested_at as "requestedAt",
  reversal.decided_by as "decidedBy", reversal.decided_at as "decidedAt",
  reversal.reversal_file_id as "reversalFileId", made.name as "reversalFileName"`;
const tables = sql`ach_reversals reversal join ach_files file on file.id = reversal.file_id
  left join ach_files made on made.id = reversal.reversal_file_id`;

export class ReversalStore {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /** Newest first. */
  listReversals(atMost: number, before?: string): Promise<Reversal[]> {
    return this.#db.rows<Reversal>`
      select ${columns} from ${tables}
      where ${before ?? null}::bigint is null or reversal.id < ${before ?? null}::bigint
      order by reversal.id desc limit ${atMost}`;
  }

  async findReversal(id: string): Promise<Reversal | undefined> {
    const [row] = await this.#db.rows<Reversal>`
      select ${columns} from ${tables} where reversal.id = ${id}`;
    return row;
  }

  async listInState(state: ReversalState, connection: string): Promise<string[]> {
    const rows = await this.#db.rows<{ id: string }>`
      select reversal.id from ach_reversals reversal
        join ach_files file on file.id = reversal.file_id
      where reversal.state = ${state} and file.connection = ${connection} order by reversal.id`;
    return rows.map(({ id }) => id);
  }

  /** Reversals with a file that the bank has for certain, and whose end is not recorded yet. */
  async listHandedOver(connection: string): Promise<string[]> {
    const rows = await this.#db.rows<{ id: string }>`
      select reversal.id from ach_reversals reversal
        join ach_files made on made.id = reversal.reversal_file_id
      where reversal.state = 'made' and made.connection = ${connection}
        and made.state = 'handed_over' and made.unconfirmed_since is null
      order by reversal.id`;
    return rows.map(({ id }) => id);
  }

  async findFile(name: string): Promise<ReversibleFile | undefined> {
    const [file] = await this.#db.rows<ReversibleFile>`
      select file.id, file.cut_off as "cutOff", file.state, file.settles_on::text as "settlesOn",
        file.unconfirmed_since is not null as "isUnconfirmed",
        array(select number from ach_batches where file_id = file.id order by number) as batches
      from ach_files file where file.name = ${name}`;
    return file;
  }

  async insertReversal(wish: NewReversal): Promise<string> {
    const [row] = await this.#db.rows<{ id: string }>`
      insert into ach_reversals (file_id, batch_number, reason, note, state, requested_by,
        requested_at)
      values (${wish.fileId}, ${wish.batchNumber}, ${wish.reason}, ${wish.note}, 'requested',
        ${wish.by}, ${wish.at})
      returning id`;
    if (row === undefined) throw new Error("The reversal was not inserted.");
    return row.id;
  }

  /** Returns how many of the batches nobody has reversed or asked to reverse before. */
  claimBatches(id: string, fileId: string, batches: readonly number[]): Promise<number> {
    return this.#db.count`
      insert into ach_reversed_batches (file_id, batch_number, reversal_id)
      select ${fileId}, number, ${id} from unnest(${batches}::int[]) as asked (number)
      on conflict do nothing`;
  }

  /** Returns false if it is not waiting, or the same person may have asked for it. */
  async decideReversal(id: string, { state, by, at }: ReversalDecision): Promise<boolean> {
    const decided = await this.#db.count`
      update ach_reversals set state = ${state}, decided_by = ${by}, decided_at = ${at}
      where id = ${id} and state = 'requested'
        and (${state} = 'rejected' or ${refuseDecision(by, at)} is null)`;
    return decided === 1;
  }

  /** Why this operator may not approve it. Undefined if another person may, or it is not waiting. */
  async findRefusal(
    id: string,
    { by, at }: Omit<ReversalDecision, "state">,
  ): Promise<SecondPersonRefusal | undefined> {
    const [row] = await this.#db.rows<{ refusal: SecondPersonRefusal | null }>`
      select ${refuseDecision(by, at)} as refusal from ach_reversals
      where id = ${id} and state = 'requested'`;
    return row?.refusal ?? undefined;
  }

  /** Others wait until the commit. Undefined: it has another state now. */
  async lockInState(id: string, state: ReversalState): Promise<Reversal | undefined> {
    const locked = await this.#db.rows`
      select from ach_reversals where id = ${id} and state = ${state} for update`;
    return locked.length === 1 ? this.findReversal(id) : undefined;
  }

  async endReversal(id: string, state: ReversalState, fileId?: string): Promise<void> {
    await this.#db.rows`
      update ach_reversals set state = ${state}, reversal_file_id = ${fileId} where id = ${id}`;
  }

  /** Returns false if the bank may have the file: a rename of its draft was begun. */
  async removeUnsentFile(fileId: string | undefined): Promise<boolean> {
    const removed = await this.#db.count`
      delete from ach_files where id = ${fileId}
        and (state = 'fixed' or state = 'prepared' and hand_over_tries = 0)`;
    return removed === 1;
  }

  /** The caller must have locked the reversal. */
  async giveUpReversal(id: string, state: "expired" | "empty"): Promise<void> {
    await this.endReversal(id, state);
    await this.releaseBatches(id);
  }

  /** So that the batches can be reversed by another request. */
  async releaseBatches(id: string): Promise<void> {
    await this.#db.rows`delete from ach_reversed_batches where reversal_id = ${id}`;
  }

  listOriginalBatches(id: string): Promise<OriginalBatch[]> {
    return this.#db.rows<OriginalBatch>`
      select batch.number, batch.account_id as "accountId", account.name as "accountName",
        batch.is_retry as "isRetry"
      from ach_reversed_batches claimed
        join ach_batches batch on batch.file_id = claimed.file_id
          and batch.number = claimed.batch_number
        left join accounts account on account.id = batch.account_id
      where claimed.reversal_id = ${id} order by batch.number`;
  }

  /** So that the file of the reversal is shown like others. */
  async insertBatch(batch: ReversalBatch): Promise<void> {
    await lockUntilCommit(this.#db, "bankBatches", batch.accountId);
    await this.#db.rows`
      insert into ach_batches (account_id, file_id, number, account_number, sec_code, direction,
        is_retry, entry_count, amount_cents)
      select ${batch.accountId}, ${batch.fileId}, ${batch.number},
        1 + coalesce((select max(account_number) from ach_batches
          where account_id = ${batch.accountId}), 0),
        ${batch.secCode}, ${batch.direction}, ${batch.isRetry}, ${batch.entryCount},
        ${batch.amountCents}`;
  }
}

function refuseDecision(second: string, at: Temporal.Instant) {
  return refuseSecondPerson({ requester: sql`requested_by`, second, at });
}
