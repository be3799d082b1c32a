/** Checks that names and serial numbers are not taken, without disclosing their owners. */
import type { Database } from "../../../db/database.ts";
import type { ErrorCollector } from "./field-errors.ts";

export type UniqueName = "reference" | "parserName" | "userName" | "uniqueId";

/** Reports a taken name with all other errors. A constraint decides between concurrent requests. */
export async function checkNameFree(
  db: Database,
  errors: ErrorCollector,
  { field, what, value }: { field: string; what: UniqueName; value: string | null | undefined },
): Promise<void> {
  if (errors.has(field) || value === null || value === undefined || value === "") return;
  const [row] = await db.rows<{ taken: boolean }>`
    select management_has(${what}, ${value}) as taken`;
  if (row?.taken) errors.reject(field, "taken");
}

/** A serial number and the partner and client within which it must be unique. */
export interface SerialPlace {
  readonly serialNumber: string;
  readonly partnerId: string;
  readonly clientId: string | null;
  /** The id of the device itself, if it is stored already. */
  readonly id?: string;
}

/** Skipped while the serial number or the client is unknown. */
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

/** Whether any partner has called the parser for this client. */
export async function hasParserCalls(db: Database, clientId: string): Promise<boolean> {
  const [row] = await db.rows<{ journaled: boolean }>`
    select management_has('journal of client', ${clientId}) as journaled`;
  return row?.journaled ?? false;
}
