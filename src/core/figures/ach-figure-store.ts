/** Counts of ACH files and entries for metrics. Each one reads an index. */
import type { Database } from "../../db/database.ts";

/** Files that are not settled, and their entries. */
interface StateCounts {
  readonly state: string;
  readonly files: number;
  readonly entries: number;
}

export interface AchCounts {
  readonly files: ReadonlyMap<string, number>;
  readonly entries: ReadonlyMap<string, number>;
}

const FILE_STATES = ["building", "fixed", "prepared", "handed_over"];

export class AchFigureStore {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /** Every state is there, also without any file. */
  async countByState(): Promise<AchCounts> {
    const [counts, waiting] = await Promise.all([this.#countFiles(), this.#countWaiting()]);
    const byState = new Map(counts.map((one) => [one.state, one]));
    const list = (name: "files" | "entries"): [string, number][] =>
      FILE_STATES.map((state) => [state, byState.get(state)?.[name] ?? 0]);
    return {
      files: new Map(list("files")),
      entries: new Map([["waiting", waiting], ...list("entries")]),
    };
  }

  #countFiles(): Promise<StateCounts[]> {
    return this.#db.rows<StateCounts>`
      select state, count(*)::int as files, coalesce(sum(entry_count), 0)::int as entries
      from ach_files where state <> 'handed_over' group by state
      union all
      select 'handed_over', count(*)::int, coalesce(sum(entry_count), 0)::int
      from ach_files where state = 'handed_over' and settled_at is null`;
  }

  async #countWaiting(): Promise<number> {
    const [row] = await this.#db.rows<{ count: number }>`
      select count(*)::int as count from transactions
      where batched_at is null and tender_type = 'ACH' and state = 'pending'`;
    return row?.count ?? 0;
  }
}
