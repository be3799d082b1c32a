/**
 * Locks rows until the transaction ends. Every change locks in one order, so that no two wait for
 * each other: the client, then its locations and users, then its devices.
 */
import type { Database } from "../../../db/database.ts";
import { type Sql, sql, sqlIdentifier } from "../../../db/sql.ts";
import { isVisible } from "./row-store.ts";
import { isOfClient, type ManagementTable } from "./visible-store.ts";

interface Scoped {
  readonly db: Database;
  readonly callerId: string;
  readonly clientId?: string | undefined;
}

interface LockedRow {
  readonly table: Exclude<ManagementTable, "attestations"> | "partners";
  readonly id: string;
  /** The row is about to be removed, not only changed. */
  readonly isRemoved?: boolean;
}

/** Other transactions cannot change the row. */
const FOR_CHANGE = sql`for no key update of item`;
/** Also waits for transactions that insert references to the row. */
const FOR_REMOVAL = sql`for update of item`;

/**
 * Locks a row and then reads it. One statement cannot do both: after waiting for the lock it would
 * return the new row beside the partner and the location that it had before.
 */
export async function findAndLock<Found>(
  scope: Scoped,
  row: LockedRow,
  find: (scope: Scoped, id: string) => Promise<Found | undefined>,
): Promise<Found | undefined> {
  return (await lockRow(scope, row)) ? find(scope, row.id) : undefined;
}

/** Returns false if the caller cannot see this row. */
async function lockRow({ db, callerId, clientId }: Scoped, row: LockedRow): Promise<boolean> {
  const { table, id, isRemoved = false } = row;
  const select = () => db.count`
    select from ${sqlIdentifier(table)} item
    where item.id = ${id} and ${isVisible(table, callerId)} and ${isOfClient(clientColumn(table), clientId)}
    ${isRemoved ? FOR_REMOVAL : FOR_CHANGE}`;
  // A row that got another partner while we waited for the lock is skipped: try again.
  return (await select()) > 0 || (await select()) > 0;
}

function clientColumn(table: LockedRow["table"]): Sql {
  // A client's user cannot change partners.
  if (table === "partners") return sql`0`;
  return table === "clients" ? sql`item.id` : sql`item.client_id`;
}

/**
 * Call it before removing a row that a client may refer to. The removal makes the database lock the
 * client, and moving or removing a client locks the client first.
 */
export async function lockClientOfRow(
  { db, callerId }: Scoped,
  table: "locations" | "contacts",
  id: string,
): Promise<void> {
  await db.rows`
    select from clients item
    where item.id = (select client_id from ${sqlIdentifier(table)} where id = ${id})
      and ${isVisible("clients", callerId)}
    for share of item`;
}
