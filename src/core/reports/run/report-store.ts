/** Reads a report with one COPY in one snapshot. It can see the accounts of the criteria only. */
import type { DatabasePool } from "../../../db/database-pool.ts";
import { type CopiedRows, type DatabaseSnapshot, withSnapshot } from "../../../db/snapshot.ts";
import { type Sql, sql } from "../../../db/sql.ts";
import { selectReportColumns } from "../column-list-sql.ts";
import { selectRecordCount, selectRecords, selectRecordTotals } from "../conditions-sql.ts";
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

/** The rows in the format of COPY, in chunks. */
export interface ReportRows extends AsyncIterable<Buffer> {
  /** Known at the end. */
  readonly rowCount: number;
}

export interface ReportSnapshot {
  count(): Promise<number>;
  totals(): Promise<readonly TypeTotals[]>;
  rows(format: RowFormat): ReportRows;
}

/** Sums of all records of one type in one currency. */
export interface TypeTotals {
  readonly type: string;
  readonly isApproved: boolean;
  readonly currency: string;
  readonly count: number;
  readonly amountCents: number;
  readonly refundBalanceCents: number;
  readonly taxCents: number;
  readonly gratuityCents: number;
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

  async withSnapshot<Result>(
    query: ReportQuery,
    options: SnapshotOptions,
    work: (snapshot: ReportSnapshot) => Promise<Result>,
  ): Promise<Result> {
    const isSharded = await this.#db.isSharded();
    const settings = snapshotSettings(query.criteria);
    return withSnapshot(this.#db, { settings, ...options }, (snapshot) =>
      work(isSharded ? readByAccount(snapshot, query) : readTogether(snapshot, query)),
    );
  }
}

function readTogether(snapshot: DatabaseSnapshot, query: ReportQuery): ReportSnapshot {
  return {
    count: () => countRecords(snapshot, query.criteria),
    totals: () => sumRecords(snapshot, query.criteria),
    rows: (format) => copyRecords(snapshot, query, format),
  };
}

/**
 * On a Citus cluster each account is read on its shard, in the order of the accounts, which is the
 * order of the report.
 */
function readByAccount(snapshot: DatabaseSnapshot, query: ReportQuery): ReportSnapshot {
  const { criteria } = query;
  const accounts = criteria.accountIds.toSorted((one, other) => Number(one) - Number(other));
  const each = accounts.map((accountId) => ({ ...criteria, accountId, accountIds: [accountId] }));
  return {
    count: async () => {
      let count = 0;
      for (const one of each) count += await countRecords(snapshot, one);
      return count;
    },
    totals: async () => {
      const sums: TypeTotals[] = [];
      for (const one of each) sums.push(...(await sumRecords(snapshot, one)));
      return sums;
    },
    rows: (format) => new JoinedRows(snapshot, query, { each, format }),
  };
}

class JoinedRows implements ReportRows {
  readonly #snapshot: DatabaseSnapshot;
  readonly #query: ReportQuery;
  readonly #parts: { readonly each: readonly Criteria[]; readonly format: RowFormat };
  #rowCount = 0;

  constructor(
    snapshot: DatabaseSnapshot,
    query: ReportQuery,
    parts: { readonly each: readonly Criteria[]; readonly format: RowFormat },
  ) {
    this.#snapshot = snapshot;
    this.#query = query;
    this.#parts = parts;
  }

  get rowCount(): number {
    return this.#rowCount;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Buffer> {
    const { shown, most } = this.#query;
    for (const criteria of this.#parts.each) {
      const left = most === undefined ? {} : { most: most - this.#rowCount };
      if (left.most === 0) return;
      const query = { criteria, shown, ...left };
      const rows = copyRecords(this.#snapshot, query, this.#parts.format);
      yield* rows as AsyncIterable<Buffer>;
      this.#rowCount += rows.rowCount;
    }
  }
}

/** Columns are computed after sorting and only for the rows that are shown. */
function copyRecords(
  snapshot: DatabaseSnapshot,
  { criteria, shown, most }: ReportQuery,
  format: RowFormat,
): CopiedRows {
  return snapshot.copy(
    sql`select ${selectReportColumns(shown, criteria)}
    from (${selectRecords(criteria)} ${most === undefined ? sql`` : sql`limit ${most}`}
      offset 0) record`,
    OPTIONS[format],
  );
}

function snapshotSettings({ timeZone, accountIds }: Criteria): Record<string, string> {
  return { ...BY_INDEX, timezone: timeZone, "sixdoors.account_ids": accountIds.join() };
}

async function countRecords(snapshot: DatabaseSnapshot, criteria: Criteria): Promise<number> {
  const [row] = await snapshot.rows<{ count: string }>`${selectRecordCount(criteria)}`;
  return Number(row?.count ?? 0);
}

type AccountTotals = Omit<TypeTotals, "currency"> & { readonly accountId: string };

/** The views of the reports have no currency. That of an account never changes. */
async function sumRecords(snapshot: DatabaseSnapshot, criteria: Criteria): Promise<TypeTotals[]> {
  const sums = await snapshot.rows<AccountTotals>`${selectRecordTotals(criteria)}`;
  const accounts = await snapshot.rows<{ id: string; currency: string }>`
    select id, currency from accounts where id = any (${`{${criteria.accountIds.join()}}`}::bigint[])`;
  const currencies = new Map(accounts.map(({ id, currency }) => [id, currency]));
  return sums.map(({ accountId, ...totals }) => {
    const currency = currencies.get(accountId);
    if (currency === undefined) throw new Error(`Account ${accountId} does not exist.`);
    return { ...totals, currency };
  });
}
