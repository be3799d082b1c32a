/**
 * Which partners a caller sees, how much they have, and one page of it. Every statement carries the
 * partners itself; row-level security says it again.
 */
import type { Database } from "../../../db/database.ts";
import { allConditions, type Sql, sql, sqlIdentifier } from "../../../db/sql.ts";
import { withoutIndex } from "../../../db/unindexed-sql.ts";

export interface Slice {
  readonly take: number;
  readonly skip: number;
}

export interface Page<Item> {
  readonly total: number;
  readonly items: readonly Item[];
}

/** A table of the management data and the column that says whose a row is. */
export type ManagementTable = "clients" | "locations" | "contacts" | "devices" | "attestations";

/** The partners that a question is about, of one tree. */
export interface Visible {
  readonly partnerIds: readonly string[];
  readonly rootId: string;
}

export interface Listing extends Slice {
  readonly table: ManagementTable;
  readonly visible: Visible;
  /** On columns of the table by their bare names. */
  readonly conditions: readonly Sql[];
  /** Absent: in order of creation. */
  readonly order?: ListOrder | undefined;
  /** Of all that the conditions let through, where it is known without counting. */
  readonly counted?: number | undefined;
  /** The conditions narrow down what is in the tree more than partners do. */
  readonly isOfTree?: boolean;
}

export interface ListOrder {
  readonly by: Sql;
  /** The same, from the end. */
  readonly backwards: Sql;
  /** What is ordered by besides the id. */
  readonly columns: readonly Sql[];
}

/** So few are gathered and sorted, and so many never are. */
const FEW = 2_000;
const MANY = 30_000;
/** Between them it depends: in order, so many rows are perhaps passed over for each that counts. */
const PASSED_OVER = 10;

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

export async function countRecords(
  db: Database,
  table: Exclude<ManagementTable, "devices">,
  { partnerIds }: Visible,
): Promise<number> {
  const [row] = await db.rows<{ total: number }>`
    select coalesce(sum(${sqlIdentifier(table)}), 0)::float8 as total from management_counts
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
  const cut = cutFromNearerEnd(listing, total);
  const ids = isReadInOrder(cut, total) ? orderedIds(listing, cut) : gatheredIds(listing, cut);
  const items = await db.rows<Item>`${select(ids)}`;
  return { total, items };
}

interface Cut extends Slice {
  readonly by: Sql;
}

/** From the nearer end: fewer rows are passed over or sorted. */
function cutFromNearerEnd({ order = BY_ID, take, skip }: Listing, total: number): Cut {
  const taken = Math.min(take, total - skip);
  const behind = total - skip - taken;
  if (skip <= behind) return { by: order.by, take, skip };
  return { by: order.backwards, take: taken, skip: behind };
}

function isReadInOrder({ take, skip }: Cut, total: number): boolean {
  if (total <= FEW) return false;
  return total > MANY || (skip + take) * PASSED_OVER <= total;
}

async function countRows(db: Database, listing: Listing): Promise<number> {
  const [row] = await db.rows<{ total: number }>`
    select count(*)::float8 as total from ${sqlIdentifier(listing.table)} where ${listingCondition(listing)}`;
  return row?.total ?? 0;
}

const BY_ID: ListOrder = { by: sql`id`, backwards: sql`id desc`, columns: [] };

function gatheredIds(listing: Listing, { by, take, skip }: Cut): Sql {
  const { table, order = BY_ID } = listing;
  const columns = order.columns.reduce((left, right) => sql`${left}, ${right}`, sql`id`);
  return sql`
    with gathered as materialized (
      select ${columns} from ${sqlIdentifier(table)} where ${listingCondition(listing)}
    )
    select id from gathered order by ${by} limit ${take} offset ${skip}`;
}

function orderedIds(listing: Listing, { by, take, skip }: Cut): Sql {
  return sql`
    select id from ${sqlIdentifier(listing.table)} where ${listingCondition({ ...listing, isOfTree: true })}
    order by ${by} limit ${take} offset ${skip}`;
}

/**
 * For pages that are read in order, the index on the owner must not be used: the planner assumes that
 * tree and owner are independent, combines both indexes and reads far more rows from the table.
 */
export function listingCondition(
  listing: Pick<Listing, "table" | "visible" | "conditions" | "isOfTree">,
): Sql {
  const { table, visible, conditions, isOfTree = false } = listing;
  const { partnerIds, rootId } = visible;
  const owner = sqlIdentifier(table === "clients" ? "direct_partner_id" : "partner_id");
  const [only, ...more] = partnerIds;
  const all = [...conditions];
  if (isOfTree && table === "devices") all.push(sql`root_id = ${rootId}`);
  if (more.length === 0) all.push(sql`${owner} = ${only}`);
  else all.push(sql`${isOfTree ? withoutIndex(owner) : owner} = any (${partnerIds}::bigint[])`);
  return allConditions(all);
}

/** Whether one of these columns has the text in it, however its letters are written. */
export function containsText(columns: readonly Sql[], text: string): Sql {
  const pattern = `%${text.toLowerCase().replace(/[\\%_]/g, "\\$&")}%`;
  const each = columns.map((column) => sql`lower(${column}) like ${pattern}`);
  return each.reduce((left, right) => sql`(${left} or ${right})`);
}

/** For statements about one row: no more than this client's, where a client's person asks. */
export function isOfClient(column: Sql, clientId: string | undefined): Sql {
  return clientId === undefined ? sql`true` : sql`${column} = ${clientId}`;
}
