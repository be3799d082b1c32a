/** Reads reports: one snapshot, one COPY. It sees the accounts of the criteria and nothing else. */
import type { DatabasePool } from "../../db/database-pool.ts";
import { type CopiedRows, type Snapshot, withSnapshot } from "../../db/snapshot.ts";
import { type Sql, sql } from "../../db/sql.ts";
import { selectReportColumns } from "./column-list-sql.ts";
import { countedRecords, recordsOf } from "./condition-sql.ts";
import type { Criteria, ReportQuery } from "./criteria.ts";

/** How rows are written: comma-separated for readers, or tab-separated for us to go on with. */
export type RowFormat = "csv" | "text";

const OPTIONS: Readonly<Record<RowFormat, Sql>> = {
  csv: sql`format csv`,
  text: sql`format text, null ''`,
};

/**
 * Found by index and in its order: the first row comes at once, and no report takes a second
 * processor from those who pay.
 */
export const BY_INDEX = {
  enable_seqscan: "off",
  enable_bitmapscan: "off",
  enable_hashjoin: "off",
  enable_mergejoin: "off",
  max_parallel_workers_per_gather: "0",
  jit: "off",
};

export interface ReportLook {
  count(): Promise<number>;
  rows(format: RowFormat): CopiedRows;
}

export interface LookOptions {
  readonly limitMs: number;
  readonly signal: AbortSignal;
}

export class ReportStore {
  readonly #db: DatabasePool;

  constructor(db: DatabasePool) {
    this.#db = db;
  }

  look<Result>(
    { criteria, shown, most }: ReportQuery,
    options: LookOptions,
    work: (look: ReportLook) => Promise<Result>,
  ): Promise<Result> {
    return withSnapshot(this.#db, { settings: settingsOf(criteria), ...options }, (snapshot) =>
      work({
        count: () => count(snapshot, criteria),
        // Columns are written after the order is made, of the rows that are shown.
        rows: (format) =>
          snapshot.copy(
            sql`select ${selectReportColumns(shown, criteria.records)}
              from (${recordsOf(criteria)} ${most === undefined ? sql`` : sql`limit ${most}`}
                offset 0) record`,
            OPTIONS[format],
          ),
      }),
    );
  }
}

function settingsOf({ timeZone, accountIds }: Criteria): Record<string, string> {
  return { ...BY_INDEX, timezone: timeZone, "sixdoors.account_ids": accountIds.join() };
}

async function count(snapshot: Snapshot, criteria: Criteria): Promise<number> {
  const [row] = await snapshot.rows<{ count: string }>`${countedRecords(criteria)}`;
  return Number(row?.count ?? 0);
}
