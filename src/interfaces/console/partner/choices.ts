/** What the forms choose from: the same for everybody. */
import { DEVICE_STATES } from "../../../core/estate/device-states.ts";
import { DEVICE_TYPES } from "../../../core/estate/device-types.ts";
import { CONTACT_ROLES, LOCATION_TYPES } from "../../../core/estate/estate-fields.ts";
import { asPartnerRole, rolesOf } from "../../../core/estate/user-roles.ts";
import type { Routes } from "../routes.ts";
import type { EstateChoices } from "./contract.ts";

const LETTERS = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"];

export function addChoices(routes: Routes): void {
  const choices: EstateChoices = {
    partnerRoles: rolesOf("partner"),
    clientRoles: rolesOf("client"),
    contactRoles: CONTACT_ROLES.filter((role) => asPartnerRole(role) !== undefined),
    locationTypes: LOCATION_TYPES,
    deviceTypes: DEVICE_TYPES,
    deviceStates: DEVICE_STATES,
    countries: countries(),
  };
  routes.get("/estate/choices", "estate", async () => choices);
}

/** Every pair of letters that is a country's, by name. */
function countries(): EstateChoices["countries"] {
  const names = new Intl.DisplayNames("en", { type: "region", fallback: "none" });
  const codes = LETTERS.flatMap((first) => LETTERS.map((second) => first + second));
  return codes
    .flatMap((code) => {
      const name = isCountry(code) ? names.of(code) : undefined;
      return name === undefined ? [] : [{ code, name }];
    })
    .toSorted((one, other) => one.name.localeCompare(other.name));
}

/** Unions, pseudo-regions and codes of former countries have names as well. */
const NO_COUNTRIES = new Set(["EU", "EZ", "UN", "QO", "XA", "XB", "ZZ"]);

function isCountry(code: string): boolean {
  return !NO_COUNTRIES.has(code) && new Intl.Locale("und", { region: code }).region === code;
}
