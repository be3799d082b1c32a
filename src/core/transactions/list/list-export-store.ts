/** Copies a whole transaction list as CSV rows: the same filter, order and columns as on the page. */
import type { DatabasePool } from "../../../db/database-pool.ts";
import { withSnapshot } from "../../../db/snapshot.ts";
import { type Sql, sql } from "../../../db/sql.ts";
import {
  BY_INDEX,
  type ReportSnapshot,
  type SnapshotOptions,
} from "../../reports/run/report-store.ts";
import { rangeConditions, transactionConditions } from "./filter-conditions-sql.ts";
import { COLUMN_SQL, orderTerms } from "./list-columns-sql.ts";
import type { ListColumn, ListOrder, TransactionFilter } from "./transaction-filter.ts";

export interface ListExport {
  readonly accountId: string;
  readonly timeZone: string;
  readonly filter: TransactionFilter;
  readonly order: ListOrder;
  /** At least one. */
  readonly columns: readonly ListColumn[];
}

export class ListExportStore {
  readonly #db: DatabasePool;

  constructor(db: DatabasePool) {
    this.#db = db;
  }

  async withSnapshot<Result>(
    list: ListExport,
    options: SnapshotOptions,
    work: (snapshot: Pick<ReportSnapshot, "rows">) => Promise<Result>,
  ): Promise<Result> {
    const { accountId, timeZone } = list;
    const settings = { ...BY_INDEX, timezone: timeZone, "sixdoors.account_id": accountId };
    return withSnapshot(this.#db, { settings, ...options }, (snapshot) =>
      work({ rows: () => snapshot.copy(exportQuery(list), sql`format csv`) }),
    );
  }
}

export function exportQuery({ accountId, filter, order, columns }: ListExport): Sql {
  return sql`select ${selectColumns(columns)} from transactions one
    where ${rangeConditions(accountId, filter)} and ${transactionConditions(filter)}
    order by ${orderTerms(order)}`;
}

function selectColumns(columns: readonly ListColumn[]): Sql {
  return columns
    .map((column) => COLUMN_SQL[column].shown)
    .reduce((left, right) => sql`${left}, ${right}`);
}

/** A time has its zone in the header, and every time its offset. */
export function exportHeaders({ columns, timeZone }: ListExport): readonly string[] {
  return columns.map((column) => {
    const { header } = COLUMN_SQL[column];
    return column === "at" ? `${header} (${timeZone})` : header;
  });
}
