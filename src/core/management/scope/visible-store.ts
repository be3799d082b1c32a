/**
 * Finds the partners that a caller can see, counts their records and reads pages of them. Every
 * statement names the partners; row-level security is the second protection.
 */
import type { Database } from "../../../db/database.ts";
import { allConditions, type Sql, sql, sqlIdentifier } from "../../../db/sql.ts";
import { withoutIndex } from "../../../db/unindexed-sql.ts";

export interface Slice {
  readonly take: number;
  readonly skip: number;
}

export interface VisiblePage<Item> {
  readonly total: number;
  readonly items: readonly Item[];
}

/** The tables with an owner. */
export type ManagementTable = "clients" | "locations" | "contacts" | "devices" | "attestations";

/** The partners that a question is about. All belong to one tree. */
export interface Visible {
  readonly partnerIds: readonly string[];
  readonly rootId: string;
}

export interface Listing extends Slice {
  readonly table: ManagementTable;
  readonly visible: Visible;
  /** Conditions on columns of the table, without an alias. */
  readonly conditions: readonly Sql[];
  /** Absent: in order of creation. */
  readonly order?: ListOrder | undefined;
  /** The total, if it is known without counting. */
  readonly counted?: number | undefined;
  /** The conditions select fewer rows of the tree than the partners do. */
  readonly isOfTree?: boolean;
}

export interface ListOrder {
  readonly by: Sql;
  /** The reverse order. */
  readonly backwards: Sql;
  /** The sort columns, without the id. */
  readonly columns: readonly Sql[];
}

/** Up to FEW rows are collected and sorted; more than MANY never are. */
const FEW = 2_000;
const MANY = 30_000;
/** Between the two: reading in order may skip this many rows for each row of the page. */
const PASSED_OVER = 10;

// Every path that the caller can see contains the partners above the caller. So the top must itself
// be visible; otherwise naming a partner above would show that it exists.
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

/** Without a state, devices in all states. */
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
 * Selects the ids of the page before joining other tables. The statement is planned each time,
 * because the best index depends on the number of partners.
 */
export async function readPage<Item>(
  db: Database,
  listing: Listing,
  select: (ids: Sql) => Sql,
): Promise<VisiblePage<Item>> {
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

/** Starts at the nearer end, so that fewer rows are skipped or sorted. */
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

/** Whether one of these columns contains the text, ignoring case. */
export function containsText(columns: readonly Sql[], text: string): Sql {
  const pattern = `%${text.toLowerCase().replace(/[\\%_]/g, "\\$&")}%`;
  const each = columns.map((column) => sql`lower(${column}) like ${pattern}`);
  return each.reduce((left, right) => sql`(${left} or ${right})`);
}

/** No condition if nothing is searched. */
export function searchConditions(columns: readonly Sql[], text: string | undefined): Sql[] {
  return text === undefined ? [] : [containsText(columns, text)];
}

/** Limits a statement to one client's rows if the caller is a client's user. */
export function isOfClient(column: Sql, clientId: string | undefined): Sql {
  return clientId === undefined ? sql`true` : sql`${column} = ${clientId}`;
}
