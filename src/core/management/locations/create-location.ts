/** Creates locations of a client, also the first one of a new partner or client. */
import { type ErrorCollector, fieldError, reportConstraints } from "../scope/field-errors.ts";
import {
  actOnManagement,
  type ManagementCaller,
  type ManagementNeeds,
  type ManagementWork,
} from "../scope/management-act.ts";
import type { Owner } from "../scope/reference-store.ts";
import { References } from "../scope/resolve-references.ts";
import { ManagementRowStore } from "../scope/row-store.ts";
import type { Submitted } from "../scope/submitted.ts";
import { checkNameFree } from "../scope/uniqueness-store.ts";
import type { NewClientLocation, NewLocation } from "./location-values.ts";

/** Returns the new id. */
export async function createLocation(
  needs: ManagementNeeds,
  caller: ManagementCaller,
  { values, errors }: Submitted<NewClientLocation>,
): Promise<string> {
  const { client: named, ...location } = values;
  return actOnManagement(needs, caller, async (management) => {
    const client = await new References(management, errors).resolveClient("client", named);
    await checkNewLocation(management, errors, { location, field: "uniqueId" });
    errors.throwIfAny();
    if (client === undefined) throw new Error("the client is missing but was not reported");
    return insertLocation(management, client, { location, field: "uniqueId" });
  });
}

/** A location, and the field that reports errors of its unique id. */
interface PlacedLocation {
  readonly location: NewLocation;
  readonly field: string;
}

export async function checkNewLocation(
  { db }: ManagementWork,
  errors: ErrorCollector,
  { location, field }: PlacedLocation,
): Promise<void> {
  await checkNameFree(db, errors, { field, what: "uniqueId", value: location.uniqueId });
}

/** Call it only after the request was found free of errors. Returns the new id. */
export async function insertLocation(
  management: ManagementWork,
  { partnerId, clientId }: Owner,
  { location, field }: PlacedLocation,
): Promise<string> {
  const constraints = { locations_unique_id_unique: fieldError(field, "taken") };
  const row = { ...location, partnerId, clientId };
  const id = await reportConstraints(constraints, () =>
    new ManagementRowStore(management).insertRow("locations", row),
  );
  await management.record({ kind: "location", id, action: "location.create", after: row });
  return id;
}
