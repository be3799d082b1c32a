/** Whether a name that must be unique is taken. It says nothing more of whose it is. */
import type { Database } from "../../../db/database.ts";
import type { ErrorCollector } from "./field-errors.ts";

export type UniqueName = "reference" | "parserName" | "userName" | "uniqueId";

/** So that it is told with all other errors; the constraint decides when two come at once. */
export async function checkFree(
  db: Database,
  errors: ErrorCollector,
  { field, what, value }: { field: string; what: UniqueName; value: string | null | undefined },
): Promise<void> {
  if (errors.has(field) || value === null || value === undefined || value === "") return;
  const [row] = await db.rows<{ taken: boolean }>`
    select management_has(${what}, ${value}) as taken`;
  if (row?.taken) errors.reject(field, "taken");
}

/** A device's serial number, where it is unique: at its client, or at none, of its partner. */
export interface SerialPlace {
  readonly serialNumber: string;
  readonly partnerId: string;
  readonly clientId: string | null;
  /** The device itself, once it is there. */
  readonly id?: string;
}

/** Told with all other errors, too; as long as it is known what to look for. */
export async function checkSerialFree(
  db: Database,
  errors: ErrorCollector,
  { serialNumber, partnerId, clientId, id = "0" }: SerialPlace,
): Promise<void> {
  if (errors.has("serialNumber") || errors.has("client")) return;
  const [row] = await db.rows<{ taken: boolean }>`
    select exists (
      select from devices
      where partner_id = ${partnerId} and serial_number = ${serialNumber}
        and client_id is not distinct from ${clientId} and id <> ${id}) as taken`;
  if (row?.taken) errors.reject("serialNumber", "taken");
}

/** Whether any call of the parser was for this client, by whichever partner. */
export async function hasJournal(db: Database, clientId: string): Promise<boolean> {
  const [row] = await db.rows<{ journaled: boolean }>`
    select management_has('journal of client', ${clientId}) as journaled`;
  return row?.journaled ?? false;
}
