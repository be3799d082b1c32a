/** One page of what a caller sees of the management data, by whatever it asks for. */
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

/** What of a caller's management data is asked for. */
export interface PageQuestion extends Slice {
  readonly table: Exclude<ManagementTable, "devices">;
  readonly callerId: string;
  /** Only of this partner and all below it. */
  readonly topId?: string | undefined;
  readonly conditions: readonly Sql[];
  readonly order?: ListOrder | undefined;
}

/** A page in a transaction of its own. Where nothing narrows it down, all were counted before. */
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
