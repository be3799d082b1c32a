/**
 * Which partners a caller sees, how much they have, and one page of it. Every statement carries the
 * partners itself; row-level security says it again.
 */
import type { Database } from "../../db/database.ts";
import { allOf, name, type Sql, sql } from "../../db/sql.ts";

export interface Slice {
  readonly take: number;
  readonly skip: number;
}

export interface Page<Item> {
  readonly total: number;
  readonly items: readonly Item[];
}

/** A table of the estate and the column that says whose a row is. */
export type EstateTable = "clients" | "locations" | "contacts" | "devices" | "attestations";

/** The partners that a question is about, of one tree. */
export interface Visible {
  readonly partnerIds: readonly string[];
  readonly rootId: string;
}

export interface Listing extends Slice {
  readonly table: EstateTable;
  readonly visible: Visible;
  /** On columns of the table by their bare names. */
  readonly conditions: readonly Sql[];
  /** Absent: in order of creation. */
  readonly order?: ListOrder | undefined;
  /** Of all that the conditions let through, where it is known without counting. */
  readonly counted?: number | undefined;
}

export interface ListOrder {
  readonly by: Sql;
  /** What is ordered by besides the id. */
  readonly columns: readonly Sql[];
}

/** So many are gathered and sorted; more are read in order until the page is full. */
const GATHERED_MAX = 30_000;

// A partner above the caller stands in every path that the caller sees: the top must itself be
// visible, or naming it would tell that it is there.
export async function visiblePartners(
  db: Database,
  callerId: string,
  topId: string | undefined,
): Promise<Visible> {
  const top = topId ?? callerId;
  const rows = await db.rows<{ id: string; root: string }>`
    select id, path[1] as root from partners
    where path @> array[${callerId}::bigint, ${top}::bigint]
      and exists (
        select from partners top
        where top.id = ${top} and top.path @> array[${callerId}::bigint])`;
  return { partnerIds: rows.map(({ id }) => id), rootId: rows[0]?.root ?? "0" };
}

export async function countOf(
  db: Database,
  table: Exclude<EstateTable, "devices">,
  { partnerIds }: Visible,
): Promise<number> {
  const [row] = await db.rows<{ total: number }>`
    select coalesce(sum(${name(table)}), 0)::float8 as total from estate_counts
    where partner_id = any (${partnerIds}::bigint[])`;
  return row?.total ?? 0;
}

/** Undefined: in whatever state. */
export async function countDevices(
  db: Database,
  { partnerIds }: Visible,
  stateId: number | undefined,
): Promise<number> {
  const [row] = await db.rows<{ total: number }>`
    select coalesce(sum(devices), 0)::float8 as total from device_counts
    where partner_id = any (${partnerIds}::bigint[])
      and (${stateId ?? null}::smallint is null or device_state_id = ${stateId ?? null})`;
  return row?.total ?? 0;
}

/**
 * The page is cut before anything is joined to it. Its statement is planned anew each time: which
 * index is best depends on how many partners there are.
 */
export async function readPage<Item>(
  db: Database,
  listing: Listing,
  select: (ids: Sql) => Sql,
): Promise<Page<Item>> {
  const { visible, skip, counted } = listing;
  if (visible.partnerIds.length === 0) return { total: 0, items: [] };
  const total = counted ?? (await countRows(db, listing));
  if (skip >= total) return { total, items: [] };
  const ids = total <= GATHERED_MAX ? gatheredIds(listing) : orderedIds(listing);
  const items = await db.rows<Item>`${select(ids)}`;
  return { total, items };
}

async function countRows(db: Database, listing: Listing): Promise<number> {
  const [row] = await db.rows<{ total: number }>`
    select count(*)::float8 as total from ${name(listing.table)} where ${conditionOf(listing)}`;
  return row?.total ?? 0;
}

const BY_ID: ListOrder = { by: sql`id`, columns: [] };

function gatheredIds(listing: Listing): Sql {
  const { table, order = BY_ID, take, skip } = listing;
  const columns = order.columns.reduce((left, right) => sql`${left}, ${right}`, sql`id`);
  return sql`
    with gathered as materialized (
      select ${columns} from ${name(table)} where ${conditionOf(listing)}
    )
    select id from gathered order by ${order.by} limit ${take} offset ${skip}`;
}

function orderedIds(listing: Listing): Sql {
  const { table, visible, order = BY_ID, take, skip } = listing;
  const ofTree = table === "devices" ? sql`root_id = ${visible.rootId} and` : sql``;
  return sql`
    select id from ${name(table)} where ${ofTree} ${conditionOf(listing)}
    order by ${order.by} limit ${take} offset ${skip}`;
}

function conditionOf({ table, visible, conditions }: Listing): Sql {
  const owner = name(table === "clients" ? "direct_partner_id" : "partner_id");
  const { partnerIds } = visible;
  // Of one partner the index has the order, too.
  const [first, ...more] = partnerIds;
  const isOwn =
    more.length === 0 ? sql`${owner} = ${first}` : sql`${owner} = any (${partnerIds}::bigint[])`;
  return sql`${isOwn} and ${allOf(conditions)}`;
}

/** For finding a row that is about to change: nobody else changes it until the transaction ends. */
export const LOCK = sql`for no key update of item`;
