/**
 * Rows that are held until the transaction ends. Every act holds in one order, so that no two wait
 * for each other: the client, then what is at it, its locations and users before its devices.
 */
import type { Database } from "../../../db/database.ts";
import { name, type Sql, sql } from "../../../db/sql.ts";
import { isSeen } from "./row-store.ts";
import { type ManagementTable, ofClient } from "./visible-store.ts";

interface Scoped {
  readonly db: Database;
  readonly callerId: string;
  readonly clientId?: string | undefined;
}

interface Held {
  readonly table: Exclude<ManagementTable, "attestations"> | "partners";
  readonly id: string;
  /** Absent: only to change it. */
  readonly isToGo?: boolean;
}

/** For a row that is about to change: nobody else changes it. */
const TO_CHANGE = sql`for no key update of item`;
/** For one that others refer to and that is about to go: those who are naming it come first. */
const TO_GO = sql`for update of item`;

/**
 * Holds a row and then reads it. One statement cannot do both: where it waited for the row, it has
 * the row as it is now beside the partner and the location that it had before.
 */
export async function findHeld<Found>(
  scope: Scoped,
  held: Held,
  find: (scope: Scoped, id: string) => Promise<Found | undefined>,
): Promise<Found | undefined> {
  return (await hold(scope, held)) ? find(scope, held.id) : undefined;
}

/** False: the caller sees no such row. */
async function hold({ db, callerId, clientId }: Scoped, held: Held): Promise<boolean> {
  const { table, id, isToGo = false } = held;
  const look = () => db.count`
    select from ${name(table)} item
    where item.id = ${id} and ${isSeen(table, callerId)} and ${ofClient(clientOf(table), clientId)}
    ${isToGo ? TO_GO : TO_CHANGE}`;
  // A row that got another partner while we waited for it is passed over: it is to be looked at anew.
  return (await look()) > 0 || (await look()) > 0;
}

function clientOf(table: Held["table"]): Sql {
  // A client's person has no partner to change.
  if (table === "partners") return sql`0`;
  return table === "clients" ? sql`item.id` : sql`item.client_id`;
}

/**
 * To be called before something is removed that a client may refer to: the database then looks at
 * the client, which whoever moves or removes it holds before all that it has.
 */
export async function holdClientOf(
  { db, callerId }: Scoped,
  table: "locations" | "contacts",
  id: string,
): Promise<void> {
  await db.rows`
    select from clients item
    where item.id = (select client_id from ${name(table)} where id = ${id})
      and ${isSeen("clients", callerId)}
    for share of item`;
}
