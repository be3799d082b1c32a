/** What the forms choose from: the same for everybody. */
import { DEVICE_STATES } from "../../../core/estate/device-states.ts";
import { DEVICE_TYPES } from "../../../core/estate/device-types.ts";
import { CONTACT_ROLES, LOCATION_TYPES } from "../../../core/estate/estate-fields.ts";
import { asPartnerRole, rolesOf } from "../../../core/estate/user-roles.ts";
import { COUNTRIES } from "../../../values/country.ts";
import type { Routes } from "../routes.ts";
import type { EstateChoices } from "./contract.ts";

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

/** By name. */
function countries(): EstateChoices["countries"] {
  const all = Array.from(COUNTRIES, ([code, name]) => ({ code, name }));
  return all.toSorted((one, other) => one.name.localeCompare(other.name));
}
