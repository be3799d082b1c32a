/** Reads a report with one COPY in one snapshot. It can see the accounts of the criteria only. */
import type { DatabasePool } from "../../../db/database-pool.ts";
import { type CopiedRows, type Snapshot, withSnapshot } from "../../../db/snapshot.ts";
import { type Sql, sql } from "../../../db/sql.ts";
import { selectReportColumns } from "../column-list-sql.ts";
import { selectRecordCount, selectRecords } from "../conditions-sql.ts";
import type { Criteria, ReportQuery } from "../criteria.ts";

/** The COPY format: comma-separated for CSV reports, tab-separated for the other formats. */
export type RowFormat = "csv" | "text";

const OPTIONS: Readonly<Record<RowFormat, Sql>> = {
  csv: sql`format csv`,
  text: sql`format text, null ''`,
};

/**
 * Forces index scans, so that the first row comes immediately, and no parallel workers, so that
 * payments keep the other processors.
 */
export const BY_INDEX = {
  enable_seqscan: "off",
  enable_bitmapscan: "off",
  enable_hashjoin: "off",
  enable_mergejoin: "off",
  max_parallel_workers_per_gather: "0",
  jit: "off",
};

export interface ReportSnapshot {
  count(): Promise<number>;
  rows(format: RowFormat): CopiedRows;
}

export interface SnapshotOptions {
  readonly limitMs: number;
  readonly signal: AbortSignal;
}

export class ReportStore {
  readonly #db: DatabasePool;

  constructor(db: DatabasePool) {
    this.#db = db;
  }

  withSnapshot<Result>(
    { criteria, shown, most }: ReportQuery,
    options: SnapshotOptions,
    work: (snapshot: ReportSnapshot) => Promise<Result>,
  ): Promise<Result> {
    return withSnapshot(
      this.#db,
      { settings: snapshotSettings(criteria), ...options },
      (snapshot) =>
        work({
          count: () => count(snapshot, criteria),
          // Columns are computed after sorting and only for the rows that are shown.
          rows: (format) =>
            snapshot.copy(
              sql`select ${selectReportColumns(shown, criteria.records)}
              from (${selectRecords(criteria)} ${most === undefined ? sql`` : sql`limit ${most}`}
                offset 0) record`,
              OPTIONS[format],
            ),
        }),
    );
  }
}

function snapshotSettings({ timeZone, accountIds }: Criteria): Record<string, string> {
  return { ...BY_INDEX, timezone: timeZone, "sixdoors.account_ids": accountIds.join() };
}

async function count(snapshot: Snapshot, criteria: Criteria): Promise<number> {
  const [row] = await snapshot.rows<{ count: string }>`${selectRecordCount(criteria)}`;
  return Number(row?.count ?? 0);
}
