/** Deletes a location that nothing refers to. */
import { inUseConstraints, reportConstraints } from "../scope/field-errors.ts";
import { findAndLock, lockClientOfRow } from "../scope/locked-row-store.ts";
import {
  actOnManagement,
  type ManagementCaller,
  type ManagementNeeds,
} from "../scope/management-act.ts";
import { ManagementRowStore } from "../scope/row-store.ts";
import { findLocation } from "./location-store.ts";

const CONSTRAINTS = inUseConstraints([
  "partners_location_id_fkey",
  "clients_location_id_fkey",
  "devices_location_id_fkey",
]);

/** Returns false if the caller cannot see this location. */
export async function removeLocation(
  needs: ManagementNeeds,
  caller: ManagementCaller,
  id: string,
): Promise<boolean> {
  return actOnManagement(needs, caller, async (management) => {
    await lockClientOfRow(management, "locations", id);
    const before = await findAndLock(management, { table: "locations", id }, findLocation);
    if (before === undefined) return false;
    await reportConstraints(CONSTRAINTS, () =>
      new ManagementRowStore(management).deleteRow("locations", id),
    );
    await management.record({ kind: "location", id, action: "location.delete", before });
    return true;
  });
}
