/**
 * What the simulated bank remembers: the files that it was handed, and the entries that it will
 * answer, sealed. It has commits of its own.
 */
import { arrayLiteral } from "../../db/arrays.ts";
import type { DatabasePool } from "../../db/database-pool.ts";
import type { FileName } from "../../ports/ach-network.ts";
import type { ForwardSums } from "./forward-file.ts";

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

  /** Said again, nothing changes. Other bytes under the same name are a fault. */
  async remember(
    { connection, name }: FileName,
    sums: ForwardSums,
    answers: readonly RememberedAnswer[],
  ): Promise<void> {
    await this.#db.atomically(async (db) => {
      await db.rows`
        insert into simulator.ach_files
          (connection, name, digest, entry_count, debit_cents, credit_cents)
        values (${connection}, ${name}, ${sums.digest}, ${sums.entryCount}, ${sums.debitCents},
          ${sums.creditCents})
        on conflict do nothing`;
      const same = await db.rows`
        select from simulator.ach_files
        where connection = ${connection} and name = ${name} and digest = ${sums.digest}`;
      if (same.length === 0) throw new Error(`${name} came before with other bytes`);
      await db.rows`
        insert into simulator.ach_answers
          (connection, file_name, trace_number, code, due_at, sealed)
        select ${connection}, ${name}, one.* from unnest(
          ${arrayLiteral(answers.map(({ trace }) => trace))}::text[],
          ${arrayLiteral(answers.map(({ code }) => code))}::text[],
          ${arrayLiteral(answers.map(({ dueAt }) => dueAt))}::timestamptz[],
          ${arrayLiteral(answers.map(({ sealed }) => sealed))}::bytea[]) as one
        on conflict do nothing`;
    });
  }

  async receive({ connection, name }: FileName, at: Temporal.Instant): Promise<void> {
    const received = await this.#db.count`
      update simulator.ach_files set received_at = coalesce(received_at, ${at})
      where connection = ${connection} and name = ${name}`;
    if (received !== 1) throw new Error(`${name} was handed over and never prepared`);
  }

  /** When there is something to say, and was not said yet. */
  async dueTimes(connection: string, by: Temporal.Instant): Promise<Temporal.Instant[]> {
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

  async putAway(connection: string, answers: readonly DueAnswer[]): Promise<void> {
    await this.#db.rows`
      update simulator.ach_answers answer set put_away_at = now()
      from unnest(${arrayLiteral(answers.map(({ fileName }) => fileName))}::text[],
        ${arrayLiteral(answers.map(({ trace }) => trace))}::text[]) as one (file_name, trace)
      where answer.connection = ${connection} and answer.file_name = one.file_name
        and answer.trace_number = one.trace and answer.put_away_at is null`;
  }
}
