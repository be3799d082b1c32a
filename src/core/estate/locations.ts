/** Places where devices are kept and used: entered, changed and removed. */
import { isCountry } from "../../values/country.ts";
import { type Difference, differenceOf } from "./difference.ts";
import {
  actOnEstate,
  checkVersion,
  type EstateCaller,
  type EstateNeeds,
  type EstateWork,
} from "./estate.ts";
import { LOCATION_FIELDS } from "./estate-fields.ts";
import { EstateRowStore, type RowValues } from "./estate-row-store.ts";
import { IN_USE, refereed, taken } from "./faults.ts";
import { findHeld, holdClientOf } from "./held-row-store.ts";
import { refuseOther } from "./kept-reference.ts";
import { findLocation } from "./location-store.ts";
import type { Members, Reference } from "./members.ts";
import type { Owner } from "./reference-store.ts";
import { References } from "./resolve-references.ts";
import { checkFree } from "./uniqueness-store.ts";

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
    if (!members.faults.has(members.placeOf("country"))) {
      inside.blame("code", "required", "is required.");
    }
    return "";
  }
  if (typeof code !== "string" || !/^[A-Za-z]{2}$/.test(code)) {
    inside.blame("code", "wrong_form", "must be two letters.");
    return "";
  }
  const country = code.toUpperCase();
  if (!isCountry(country)) inside.blame("code", "not_allowed", "is no country.");
  return country;
}

export async function checkNewLocation(
  { db }: EstateWork,
  { values, members }: NewLocation,
): Promise<void> {
  const field = members.placeOf("uniqueId");
  const value = values["uniqueId"] as string | undefined;
  await checkFree(db, members.faults, { field, what: "uniqueId", value });
}

/** After everything was settled. Gives the new id. */
export async function addLocation(
  estate: EstateWork,
  { partnerId, clientId }: Owner,
  { values, members }: NewLocation,
): Promise<string> {
  const constraints = { locations_unique_id_unique: taken(members.placeOf("uniqueId")) };
  const row = { ...values, partnerId, clientId };
  const id = await refereed(constraints, () => new EstateRowStore(estate).add("locations", row));
  await estate.record({ kind: "location", id, action: "location.create", after: row });
  return id;
}

export async function createLocation(
  needs: EstateNeeds,
  caller: EstateCaller,
  members: Members,
): Promise<string> {
  const location = readNewLocation(members);
  const named = members.reference("client", true);
  return actOnEstate(needs, caller, async (estate) => {
    const client = await new References(estate, members.faults).client("client", named);
    await checkNewLocation(estate, location);
    members.faults.settle();
    if (client === undefined) throw new Error("a client that was found is gone");
    return addLocation(estate, client, location);
  });
}

/** False: the caller sees no such location. */
export async function updateLocation(
  needs: EstateNeeds,
  caller: EstateCaller,
  { id, members }: { readonly id: string; readonly members: Members },
): Promise<boolean> {
  const { uniqueId, ...changes } = members.changes(LOCATION_FIELDS);
  // It was made where none was sent: there is always one.
  if (uniqueId === null) members.blame("uniqueId", "required", "is required.");
  const country = members.get("country") === undefined ? {} : { countryCode: readCountry(members) };
  return actOnEstate(needs, caller, async (estate) => {
    const location = await findHeld(estate, { table: "locations", id }, findLocation);
    if (location === undefined) return false;
    checkVersion(members, location.version);
    const references = new References(estate, members.faults);
    const find = (named: Reference) => references.clientAsKnown("client", named);
    await refuseOther(members, "client", { id: location.client?.id, find });
    const difference = differenceOf({ ...location }, { ...changes, ...country, ...idOf(uniqueId) });
    await checkOtherId(estate, members, difference);
    members.faults.settle();
    if (difference !== undefined) await saveLocation(estate, id, difference);
    return true;
  });
}

async function checkOtherId(
  { db }: EstateWork,
  { faults }: Members,
  difference: Difference | undefined,
): Promise<void> {
  const value = difference?.after["uniqueId"] as string | undefined;
  await checkFree(db, faults, { field: "uniqueId", what: "uniqueId", value });
}

async function saveLocation(
  estate: EstateWork,
  id: string,
  { before, after }: Difference,
): Promise<void> {
  const constraints = { locations_unique_id_unique: taken("uniqueId") };
  await refereed(constraints, () =>
    new EstateRowStore(estate).change("locations", id, after as RowValues),
  );
  await estate.record({ kind: "location", id, action: "location.update", before, after });
}

const KEPT = { field: "id", kind: "in_use", rule: IN_USE } as const;
const KEEPING = {
  partners_location_id_fkey: KEPT,
  clients_location_id_fkey: KEPT,
  devices_location_id_fkey: KEPT,
};

/** A: what something refers to stays. False: the caller sees no such location. */
export async function removeLocation(
  needs: EstateNeeds,
  caller: EstateCaller,
  id: string,
): Promise<boolean> {
  return actOnEstate(needs, caller, async (estate) => {
    await holdClientOf(estate, "locations", id);
    const before = await findHeld(estate, { table: "locations", id }, findLocation);
    if (before === undefined) return false;
    await refereed(KEEPING, () => new EstateRowStore(estate).remove("locations", id));
    await estate.record({ kind: "location", id, action: "location.delete", before });
    return true;
  });
}
