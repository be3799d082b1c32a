/** Reads one page of the records that a caller can see. */
import type { DatabasePool } from "../../../db/database-pool.ts";
import type { Sql } from "../../../db/sql.ts";
import {
  countRecords,
  type ListOrder,
  type ManagementTable,
  type Page,
  readPage,
  type Slice,
  visiblePartners,
} from "./visible-store.ts";

/** Which records, and which page of them. */
export interface PageQuestion extends Slice {
  readonly table: Exclude<ManagementTable, "devices">;
  readonly callerId: string;
  /** Only this partner and all partners below it. */
  readonly topId?: string | undefined;
  readonly conditions: readonly Sql[];
  readonly order?: ListOrder | undefined;
}

/** Runs in its own transaction. Without conditions the total comes from stored counts. */
export async function readVisiblePage<Item>(
  app: DatabasePool,
  { callerId, topId, ...asked }: PageQuestion,
  select: (ids: Sql) => Sql,
): Promise<Page<Item>> {
  return app.within({ partnerId: callerId }, async (db) => {
    const visible = await visiblePartners(db, callerId, topId);
    const isAll = asked.conditions.length === 0;
    const counted = isAll ? await countRecords(db, asked.table, visible) : undefined;
    return readPage(db, { ...asked, visible, counted }, select);
  });
}
