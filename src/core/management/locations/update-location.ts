/** Changes a location. */
import { changeRecord } from "../scope/change-record.ts";
import { findDifference, type RecordDifference } from "../scope/difference.ts";
import { fieldError, reportConstraints } from "../scope/field-errors.ts";
import { rejectOtherReference } from "../scope/fixed-reference.ts";
import type { ManagementCaller, ManagementNeeds, ManagementWork } from "../scope/management-act.ts";
import { References } from "../scope/resolve-references.ts";
import { ManagementRowStore, type RowValues } from "../scope/row-store.ts";
import type { SubmittedChange } from "../scope/submitted.ts";
import { checkNameFree } from "../scope/uniqueness-store.ts";
import { findLocation, type LocationRecord } from "./location-store.ts";
import type { LocationChange } from "./location-values.ts";

/** Returns false if the caller cannot see this location. */
export function updateLocation(
  needs: ManagementNeeds,
  caller: ManagementCaller,
  { id, values, errors }: SubmittedChange<LocationChange>,
): Promise<boolean> {
  const { client, version, ...changes } = values;
  const change = { table: "locations", id, find: findLocation, version, errors } as const;
  const apply = async (management: ManagementWork, location: LocationRecord) => {
    const references = new References(management, errors);
    await rejectOtherReference(errors, "client", {
      named: client,
      id: location.client?.id,
      resolve: (reference) => references.resolveClientWithoutLock("client", reference),
    });
    const difference = findDifference({ ...location }, changes);
    const value = difference?.after["uniqueId"] as string | undefined;
    await checkNameFree(management.db, errors, { field: "uniqueId", what: "uniqueId", value });
    errors.throwIfAny();
    if (difference !== undefined) await saveLocation(management, id, difference);
  };
  return changeRecord(needs, caller, { change, apply });
}

async function saveLocation(
  management: ManagementWork,
  id: string,
  { before, after }: RecordDifference,
): Promise<void> {
  const constraints = { locations_unique_id_unique: fieldError("uniqueId", "taken") };
  await reportConstraints(constraints, () =>
    new ManagementRowStore(management).updateRow("locations", id, after as RowValues),
  );
  await management.record({ kind: "location", id, action: "location.update", before, after });
}
