/**
 * The tables of the simulated bank: the files it received, and its future answers, sealed. It uses
 * commits of its own.
 */
import { arrayLiteral } from "../../db/arrays.ts";
import type { DatabasePool } from "../../db/database-pool.ts";
import type { Draft, DraftOfFile } from "../../ports/ach-network.ts";
import type { ForwardSums } from "./forward-file.ts";

export type FileName = Pick<DraftOfFile, "connection" | "name">;

export interface RememberedAnswer {
  readonly trace: string;
  readonly code: string;
  readonly dueAt: Temporal.Instant;
  readonly sealed: Uint8Array;
}

export interface DueAnswer extends Pick<RememberedAnswer, "trace" | "code" | "sealed"> {
  readonly fileName: string;
}

export class BankMemory {
  readonly #db: DatabasePool;

  constructor(db: DatabasePool) {
    this.#db = db;
  }

  /** Fails if the draft exists already. */
  async saveDraft(
    { connection, draft }: Draft,
    sums: ForwardSums,
    answers: readonly RememberedAnswer[],
  ): Promise<void> {
    await this.#db.atomically(async (db) => {
      await db.rows`
        insert into simulator.ach_files
          (connection, name, digest, entry_count, debit_cents, credit_cents)
        values (${connection}, ${draft}, ${sums.digest}, ${sums.entryCount}, ${sums.debitCents},
          ${sums.creditCents})`;
      await db.rows`
        insert into simulator.ach_answers
          (connection, file_name, trace_number, code, due_at, sealed)
        select ${connection}, ${draft}, one.* from unnest(
          ${arrayLiteral(answers.map(({ trace }) => trace))}::text[],
          ${arrayLiteral(answers.map(({ code }) => code))}::text[],
          ${arrayLiteral(answers.map(({ dueAt: listAnswersDueAt }) => listAnswersDueAt))}::timestamptz[],
          ${arrayLiteral(answers.map(({ sealed }) => sealed))}::bytea[]) as one`;
    });
  }

  /** Turns a draft into a received file. Returns false if there is no such draft. */
  async acceptDraft(
    { connection, draft, name }: DraftOfFile,
    at: Temporal.Instant,
  ): Promise<boolean> {
    return this.#db.atomically(async (db) => {
      const received = await db.count`
        update simulator.ach_files set name = ${name}, received_at = ${at}
        where connection = ${connection} and name = ${draft} and received_at is null`;
      if (received === 0) return false;
      await db.rows`
        update simulator.ach_answers set file_name = ${name}
        where connection = ${connection} and file_name = ${draft}`;
      return true;
    });
  }

  async listDrafts(connection: string): Promise<string[]> {
    const rows = await this.#db.rows<{ name: string }>`
      select name from simulator.ach_files
      where connection = ${connection} and received_at is null order by name`;
    return rows.map(({ name }) => name);
  }

  async removeDraft({ connection, draft }: Draft): Promise<void> {
    await this.#db.rows`
      with removed as (
        delete from simulator.ach_files
        where connection = ${connection} and name = ${draft} and received_at is null
        returning connection, name
      )
      delete from simulator.ach_answers answer using removed
      where answer.connection = removed.connection and answer.file_name = removed.name`;
  }

  /** The times at which answers are due that were not acknowledged yet. */
  async listDueTimes(connection: string, by: Temporal.Instant): Promise<Temporal.Instant[]> {
    const rows = await this.#db.rows<{ due_at: Temporal.Instant }>`
      select distinct answer.due_at
      from simulator.ach_answers answer join simulator.ach_files file
        on file.connection = answer.connection and file.name = answer.file_name
      where answer.connection = ${connection} and answer.put_away_at is null
        and answer.due_at <= ${by} and file.received_at is not null
      order by answer.due_at`;
    return rows.map(({ due_at }) => due_at);
  }

  async dueAt(connection: string, dueAt: Temporal.Instant): Promise<DueAnswer[]> {
    return this.#db.rows<DueAnswer>`
      select answer.file_name as "fileName", answer.trace_number as trace, answer.code,
        answer.sealed
      from simulator.ach_answers answer join simulator.ach_files file
        on file.connection = answer.connection and file.name = answer.file_name
      where answer.connection = ${connection} and answer.put_away_at is null
        and answer.due_at = ${dueAt} and file.received_at is not null
      order by answer.file_name, answer.trace_number, answer.code`;
  }

  async markAcknowledged(connection: string, answers: readonly DueAnswer[]): Promise<void> {
    await this.#db.rows`
      update simulator.ach_answers answer set put_away_at = now()
      from unnest(${arrayLiteral(answers.map(({ fileName }) => fileName))}::text[],
        ${arrayLiteral(answers.map(({ trace }) => trace))}::text[]) as one (file_name, trace)
      where answer.connection = ${connection} and answer.file_name = one.file_name
        and answer.trace_number = one.trace and answer.put_away_at is null`;
  }
}
