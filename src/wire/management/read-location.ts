/** Reads locations: on their own, and inside a new partner or client. */
import Type from "typebox";
import {
  LOCATION_TYPES,
  type LocationChange,
  type NewClientLocation,
  type NewLocation,
} from "../../core/management/locations/location-values.ts";
import type { Submitted } from "../../core/management/scope/submitted.ts";
import { isCountry } from "../../values/country.ts";
import { UUID } from "../../values/text/uuid.ts";
import { takeText } from "../reader/json-rules.ts";
import { ownProblem } from "../reader/problem.ts";
import { type Prepare, textRule } from "../reader/rule.ts";
import {
  type MemberRule,
  matching,
  multilineMember,
  type OwnProblem,
  requiredChoice,
  requiredText,
  textMember,
} from "./field-rules.ts";
import type { Members } from "./members.ts";

const POSTAL_CODE_MAX = 10;
const TWO_LETTERS = /^[A-Za-z]{2}$/;
const NOT_A_CODE = ownProblem<OwnProblem>("not_a_country_code");
const UNKNOWN_COUNTRY = ownProblem<OwnProblem>("unknown_country");

const takeTwoLetters: Prepare<OwnProblem> = (sent) => {
  const code = takeText(sent);
  if (code === undefined) return undefined;
  return typeof code === "string" && TWO_LETTERS.test(code) ? code : NOT_A_CODE;
};

/** Undefined: it cannot be read. */
export const COUNTRY_CODE: MemberRule<string | undefined> = textRule<OwnProblem>(takeTwoLetters, [])
  .as((code) => (isCountry(code.toUpperCase()) ? code.toUpperCase() : undefined), UNKNOWN_COUNTRY)
  .shownAs(
    Type.String({ minLength: 2, maxLength: 2, description: "The two-letter ISO 3166-1 code." }),
  );

export const LOCATION_RULES = {
  name: requiredText(),
  nameOfBusiness: textMember(),
  locationType: requiredChoice(LOCATION_TYPES),
  uniqueId: textMember(36).with(matching(UUID, "not_a_uuid")),
  address1: requiredText(),
  address2: textMember(),
  city: requiredText(),
  stateProvince: textMember(),
  postalCode: textMember(POSTAL_CODE_MAX),
  mailCountry: textMember(),
  mailAddress1: textMember(),
  mailAddress2: textMember(),
  mailCity: textMember(),
  mailStateProvince: textMember(),
  mailPostalCode: textMember(POSTAL_CODE_MAX),
  notes: multilineMember(),
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
  // Every location has a unique id. It is generated if none is sent.
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
  return members.inside("country").read("code", COUNTRY_CODE) ?? "";
}
