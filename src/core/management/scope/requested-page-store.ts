/** Reads one page of the records that a caller can see. */
import type { DatabasePool } from "../../../db/database-pool.ts";
import { type Sql, sql } from "../../../db/sql.ts";
import { filterConditions, type ListFilters } from "./list-filter-sql.ts";
import {
  countRecords,
  type ListOrder,
  type ManagementTable,
  readPage,
  type Slice,
  searchConditions,
  type VisiblePage,
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

/** A question about records that belong to a partner itself or to one of its clients. */
export interface OwnedQuestion extends Slice, ListFilters {
  /** Only this partner and all partners below it. */
  readonly topId?: string | undefined;
  /** Only this client. Undefined: all that the caller can see. */
  readonly clientId: string | undefined;
  /** Only records of this partner itself, without its clients'. */
  readonly ownOf?: string | undefined;
  readonly search?: string | undefined;
}

interface OwnedTable {
  readonly table: PageQuestion["table"];
  /** The columns in which text is searched. */
  readonly searched: readonly Sql[];
}

export async function readOwnedPage<Item>(
  app: DatabasePool,
  { table, searched }: OwnedTable,
  asked: OwnedQuestion & { readonly callerId: string },
  select: Sql,
): Promise<VisiblePage<Item>> {
  const { callerId, topId, take, skip } = asked;
  const conditions = [
    ...ownerConditions(asked),
    ...filterConditions(asked),
    ...searchConditions(searched, asked.search),
  ];
  return readVisiblePage(
    app,
    { table, callerId, topId, conditions, take, skip },
    (ids) => sql`${select} where item.id in (${ids}) order by item.id`,
  );
}

/** Conditions on the owner of listed rows. */
export function ownerConditions({ clientId, ownOf }: Pick<OwnedQuestion, "clientId" | "ownOf">) {
  return [
    ...(clientId === undefined ? [] : [sql`client_id = ${clientId}`]),
    ...(ownOf === undefined ? [] : [sql`partner_id = ${ownOf}`, sql`client_id is null`]),
  ];
}

/** Runs in its own transaction. Without conditions the total comes from stored counts. */
export async function readVisiblePage<Item>(
  app: DatabasePool,
  { callerId, topId, ...asked }: PageQuestion,
  select: (ids: Sql) => Sql,
): Promise<VisiblePage<Item>> {
  return app.within({ partnerId: callerId }, async (db) => {
    const visible = await visiblePartners(db, callerId, topId);
    const isAll = asked.conditions.length === 0;
    const counted = isAll ? await countRecords(db, asked.table, visible) : undefined;
    return readPage(db, { ...asked, visible, counted }, select);
  });
}
