/** Reads locations: on their own, and inside a new partner or client. */
import {
  LOCATION_TYPES,
  type LocationChange,
  type NewClientLocation,
  type NewLocation,
} from "../../core/management/locations/location-values.ts";
import type { Submitted } from "../../core/management/scope/submitted.ts";
import { isCountry } from "../../values/country.ts";
import { lines, requiredChoice, requiredText, text } from "./field-rules.ts";
import type { Members } from "./members.ts";

const POSTAL_CODE_MAX = 10;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const COUNTRY_CODE = /^[A-Za-z]{2}$/;

export const LOCATION_RULES = {
  name: requiredText(),
  nameOfBusiness: text(),
  locationType: requiredChoice(LOCATION_TYPES),
  uniqueId: { ...text(36), form: { matches: UUID, problem: "not_a_uuid" } },
  address1: requiredText(),
  address2: text(),
  city: requiredText(),
  stateProvince: text(),
  postalCode: text(POSTAL_CODE_MAX),
  mailCountry: text(),
  mailAddress1: text(),
  mailAddress2: text(),
  mailCity: text(),
  mailStateProvince: text(),
  mailPostalCode: text(POSTAL_CODE_MAX),
  notes: lines(),
} as const;

export function readNewLocation(members: Members): NewLocation {
  const { uniqueId, ...values } = members.readValues(LOCATION_RULES);
  return { ...values, countryCode: readCountry(members), ...writtenUniqueId(uniqueId) };
}

export function readNewClientLocation(members: Members): Submitted<NewClientLocation> {
  const location = readNewLocation(members);
  const client = members.readRequiredReference("client");
  return { values: { ...location, client }, errors: members.errors };
}

export function readLocationChange(members: Members): Submitted<LocationChange> {
  const { uniqueId, ...changes } = members.readChanges(LOCATION_RULES);
  // A location always has a unique id: one is made where none is sent.
  if (uniqueId === null) members.reject("uniqueId", "required");
  const country = members.get("country") === undefined ? {} : { countryCode: readCountry(members) };
  const values = {
    ...changes,
    ...country,
    ...writtenUniqueId(uniqueId),
    client: members.readReference("client"),
    version: members.readVersion(),
  };
  return { values, errors: members.errors };
}

function writtenUniqueId(uniqueId: string | null | undefined): { readonly uniqueId?: string } {
  return uniqueId ? { uniqueId: uniqueId.toLowerCase() } : {};
}

/** A: country {code}, the two letters of ISO 3166-1. */
function readCountry(members: Members): string {
  const inside = members.inside("country");
  const code = inside.get("code");
  if (code === undefined || code === null || code === "") {
    inside.reject("code", "required");
    return "";
  }
  if (typeof code !== "string" || !COUNTRY_CODE.test(code)) {
    inside.reject("code", "not_a_country_code");
    return "";
  }
  const country = code.toUpperCase();
  if (!isCountry(country)) inside.reject("code", "unknown_country");
  return country;
}
