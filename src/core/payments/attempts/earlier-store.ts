/** Finds what an id or a key was used for before: still under way, or answered. */
import { columnArrays } from "../../../db/arrays.ts";
import { Coalescer } from "../../../db/coalescer.ts";
import type { Database } from "../../../db/database.ts";
import type { Answer } from "../answer.ts";

/** A request that came before. The attempt is named where a key led to it. */
export interface EarlierKey {
  readonly accountId: string;
  readonly transactionId: string;
  readonly attemptId: string | undefined;
}

export interface Earlier {
  readonly fingerprint: Uint8Array;
  /** Absent while it is under way. */
  readonly answer: Answer | undefined;
  /** Somebody waits for the outside; false once they have given up, or have an answer. */
  readonly isRunning: boolean;
}

interface EarlierRow {
  readonly place: string;
  readonly fingerprint: Uint8Array;
  readonly answer: Answer | null;
  readonly is_running: boolean;
}

export class EarlierStore {
  readonly #db: Database;
  readonly #finds: Coalescer<EarlierKey, Earlier | undefined>;

  constructor({ db, queueMax }: { readonly db: Database; readonly queueMax: number }) {
    this.#db = db;
    this.#finds = new Coalescer({ runAll: (keys) => this.#findAll(keys), queueMax });
  }

  find(key: EarlierKey): Promise<Earlier | undefined> {
    return this.#finds.run(key);
  }

  async findKey(accountId: string, digest: Uint8Array): Promise<EarlierKey | undefined> {
    const [row] = await this.#db.rows<{ attempt_id: string; transaction_id: string }>`
      select attempt_id, transaction_id from idempotency_keys
      where account_id = ${accountId} and digest = ${digest}`;
    return row && { accountId, transactionId: row.transaction_id, attemptId: row.attempt_id };
  }

  /**
   * Of several attempts on one id, the first made it: captures come later. What is open is looked up
   * row by row (offset 0): the planner may hold the table for empty and compare all with all.
   */
  async #findAll(keys: readonly EarlierKey[]): Promise<(Earlier | undefined)[]> {
    const [accounts, ids, attempts] = columnArrays(keys, COLUMNS);
    const rows = await this.#db.rows<EarlierRow>`
      with asked as materialized (
        select * from unnest(${accounts}::bigint[], ${ids}::bigint[], ${attempts}::uuid[])
          with ordinality as asked (account_id, transaction_id, attempt_id, place)
      ), found as (
        select asked.place, kept.fingerprint, kept.answer, false as is_running, kept.started_at
        from asked join attempts kept on kept.account_id = asked.account_id
          and kept.transaction_id = asked.transaction_id
          and (asked.attempt_id is null or kept.attempt_id = asked.attempt_id)
        union all
        select asked.place, open.fingerprint, null, open.state <> 'unknown', open.started_at
        from asked cross join lateral (
          select fingerprint, state, started_at from open_attempts
          where account_id + 0 = asked.account_id and transaction_id = asked.transaction_id
            and (asked.attempt_id is null or attempt_id = asked.attempt_id)
          offset 0) open
      )
      select distinct on (place) place, fingerprint, answer, is_running
      from found order by place, started_at`;
    const byPlace = new Map(rows.map((row) => [Number(row.place), row]));
    return keys.map((_, place) => toEarlier(byPlace.get(place + 1)));
  }
}

const COLUMNS = ["accountId", "transactionId", "attemptId"];

function toEarlier(row: EarlierRow | undefined): Earlier | undefined {
  return (
    row && {
      fingerprint: row.fingerprint,
      answer: row.answer ?? undefined,
      isRunning: row.is_running,
    }
  );
}
