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

export interface Listing extends Slice {
  readonly table: EstateTable;
  readonly partnerIds: readonly string[];
  /** On columns of the table by their bare names. */
  readonly conditions: readonly Sql[];
  /** Absent: in order of creation. */
  readonly order?: Sql | undefined;
  /** Of all that the conditions let through, where it is known without counting. */
  readonly counted?: number | undefined;
}

// A partner above the caller stands in every path that the caller sees: the top must itself be
// visible, or naming it would tell that it is there.
export async function visiblePartners(
  db: Database,
  callerId: string,
  topId: string | undefined,
): Promise<readonly string[]> {
  const top = topId ?? callerId;
  const rows = await db.rows<{ id: string }>`
    select id from partners
    where path @> array[${callerId}::bigint, ${top}::bigint]
      and exists (
        select from partners top
        where top.id = ${top} and top.path @> array[${callerId}::bigint])`;
  return rows.map(({ id }) => id);
}

export async function countOf(
  db: Database,
  table: Exclude<EstateTable, "devices">,
  partnerIds: readonly string[],
): Promise<number> {
  const [row] = await db.rows<{ total: number }>`
    select coalesce(sum(${name(table)}), 0)::float8 as total from estate_counts
    where partner_id = any (${partnerIds}::bigint[])`;
  return row?.total ?? 0;
}

/** Undefined: in whatever state. */
export async function countDevices(
  db: Database,
  partnerIds: readonly string[],
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
  const { partnerIds, take, skip, order, counted } = listing;
  if (partnerIds.length === 0) return { total: 0, items: [] };
  const from = fromListing(listing);
  const total = counted ?? (await countRows(db, from));
  if (skip >= total) return { total, items: [] };
  const ids = sql`select id ${from} order by ${order ?? sql`id`} limit ${take} offset ${skip}`;
  const items = await db.rows<Item>`${select(ids)}`;
  return { total, items };
}

async function countRows(db: Database, from: Sql): Promise<number> {
  const [row] = await db.rows<{ total: number }>`select count(*)::float8 as total ${from}`;
  return row?.total ?? 0;
}

function fromListing({ table, partnerIds, conditions }: Listing): Sql {
  const owner = name(table === "clients" ? "direct_partner_id" : "partner_id");
  return sql`from ${name(table)}
    where ${owner} = any (${partnerIds}::bigint[]) and ${allOf(conditions)}`;
}

/** For finding a row that is about to change: nobody else changes it until the transaction ends. */
export const LOCK = sql`for no key update of item`;
