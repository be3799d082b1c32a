/** Places where devices are kept and used: entered, changed and removed. */
import { isCountry } from "../../../values/country.ts";
import { type Difference, differenceOf } from "../scope/difference.ts";
import { fieldError, reportConstraints } from "../scope/field-errors.ts";
import { refuseOther } from "../scope/kept-reference.ts";
import { findHeld, holdClientOf } from "../scope/locked-row-store.ts";
import {
  actOnManagement,
  checkVersion,
  type ManagementCaller,
  type ManagementNeeds,
  type ManagementWork,
} from "../scope/management.ts";
import { LOCATION_FIELDS } from "../scope/management-fields.ts";
import type { Members, Reference } from "../scope/members.ts";
import type { Owner } from "../scope/reference-store.ts";
import { References } from "../scope/resolve-references.ts";
import { ManagementRowStore, type RowValues } from "../scope/row-store.ts";
import { checkFree } from "../scope/uniqueness-store.ts";
import { findLocation } from "./location-store.ts";

/** A location as it was sent, checked in every way that asks nobody. */
export interface NewLocation {
  readonly values: RowValues;
  readonly members: Members;
}

export function readNewLocation(members: Members): NewLocation {
  const { uniqueId, ...values } = members.values(LOCATION_FIELDS);
  const countryCode = readCountry(members);
  return { values: { ...values, countryCode, ...idOf(uniqueId) }, members };
}

function idOf(uniqueId: string | null | undefined): { readonly uniqueId?: string } {
  return uniqueId ? { uniqueId: uniqueId.toLowerCase() } : {};
}

/** A: country {code}, the two letters of one. */
function readCountry(members: Members): string {
  const inside = members.inside("country");
  const code = inside.get("code");
  if (code === undefined || code === null || code === "") {
    if (!members.errors.has(members.placeOf("country"))) {
      inside.reject("code", "required");
    }
    return "";
  }
  if (typeof code !== "string" || !/^[A-Za-z]{2}$/.test(code)) {
    inside.reject("code", "not_a_country_code");
    return "";
  }
  const country = code.toUpperCase();
  if (!isCountry(country)) inside.reject("code", "unknown_country");
  return country;
}

export async function checkNewLocation(
  { db }: ManagementWork,
  { values, members }: NewLocation,
): Promise<void> {
  const field = members.placeOf("uniqueId");
  const value = values["uniqueId"] as string | undefined;
  await checkFree(db, members.errors, { field, what: "uniqueId", value });
}

/** After everything was settled. Gives the new id. */
export async function addLocation(
  management: ManagementWork,
  { partnerId, clientId }: Owner,
  { values, members }: NewLocation,
): Promise<string> {
  const constraints = {
    locations_unique_id_unique: fieldError(members.placeOf("uniqueId"), "taken"),
  };
  const row = { ...values, partnerId, clientId };
  const id = await reportConstraints(constraints, () =>
    new ManagementRowStore(management).add("locations", row),
  );
  await management.record({ kind: "location", id, action: "location.create", after: row });
  return id;
}

export async function createLocation(
  needs: ManagementNeeds,
  caller: ManagementCaller,
  members: Members,
): Promise<string> {
  const location = readNewLocation(members);
  const named = members.reference("client", true);
  return actOnManagement(needs, caller, async (management) => {
    const client = await new References(management, members.errors).client("client", named);
    await checkNewLocation(management, location);
    members.errors.throwIfAny();
    if (client === undefined) throw new Error("a client that was found is gone");
    return addLocation(management, client, location);
  });
}

/** False: the caller sees no such location. */
export async function updateLocation(
  needs: ManagementNeeds,
  caller: ManagementCaller,
  { id, members }: { readonly id: string; readonly members: Members },
): Promise<boolean> {
  const { uniqueId, ...changes } = members.changes(LOCATION_FIELDS);
  // It was made where none was sent: there is always one.
  if (uniqueId === null) members.reject("uniqueId", "required");
  const country = members.get("country") === undefined ? {} : { countryCode: readCountry(members) };
  return actOnManagement(needs, caller, async (management) => {
    const location = await findHeld(management, { table: "locations", id }, findLocation);
    if (location === undefined) return false;
    checkVersion(members, location.version);
    const references = new References(management, members.errors);
    const find = (named: Reference) => references.clientAsKnown("client", named);
    await refuseOther(members, "client", { id: location.client?.id, find });
    const difference = differenceOf({ ...location }, { ...changes, ...country, ...idOf(uniqueId) });
    await checkOtherId(management, members, difference);
    members.errors.throwIfAny();
    if (difference !== undefined) await saveLocation(management, id, difference);
    return true;
  });
}

async function checkOtherId(
  { db }: ManagementWork,
  { errors }: Members,
  difference: Difference | undefined,
): Promise<void> {
  const value = difference?.after["uniqueId"] as string | undefined;
  await checkFree(db, errors, { field: "uniqueId", what: "uniqueId", value });
}

async function saveLocation(
  management: ManagementWork,
  id: string,
  { before, after }: Difference,
): Promise<void> {
  const constraints = { locations_unique_id_unique: fieldError("uniqueId", "taken") };
  await reportConstraints(constraints, () =>
    new ManagementRowStore(management).change("locations", id, after as RowValues),
  );
  await management.record({ kind: "location", id, action: "location.update", before, after });
}

const KEPT = fieldError("id", "in_use");
const KEEPING = {
  partners_location_id_fkey: KEPT,
  clients_location_id_fkey: KEPT,
  devices_location_id_fkey: KEPT,
};

/** A: what something refers to stays. False: the caller sees no such location. */
export async function removeLocation(
  needs: ManagementNeeds,
  caller: ManagementCaller,
  id: string,
): Promise<boolean> {
  return actOnManagement(needs, caller, async (management) => {
    await holdClientOf(management, "locations", id);
    const before = await findHeld(management, { table: "locations", id }, findLocation);
    if (before === undefined) return false;
    await reportConstraints(KEEPING, () =>
      new ManagementRowStore(management).remove("locations", id),
    );
    await management.record({ kind: "location", id, action: "location.delete", before });
    return true;
  });
}
