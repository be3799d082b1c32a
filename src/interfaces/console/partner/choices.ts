/** The choices for the management forms. Only the assignable roles depend on the user. */
import { DEVICE_STATES } from "../../../core/management/devices/device-states.ts";
import { DEVICE_TYPES } from "../../../core/management/devices/device-types.ts";
import { LOCATION_TYPES } from "../../../core/management/locations/location-values.ts";
import {
  fittingRoles,
  mayGiveRole,
  PARTNER_CONTACT_ROLES,
} from "../../../core/management/users/user-roles.ts";
import { allCountries } from "../../../values/country.ts";
import type { Routes } from "../routes.ts";
import type { ManagementChoices } from "./contract.ts";
import { managementCaller } from "./management-access.ts";

export function addChoices(routes: Routes): void {
  let choices: ManagementChoices | undefined;
  routes.get("/management/choices", "management", async (call) => {
    choices ??= allChoices();
    const { may } = managementCaller(call);
    const isOffered = (role: string) => mayGiveRole(may, role, "partner");
    return { ...choices, partnerRoles: choices.partnerRoles.filter(isOffered) };
  });
}

function allChoices(): ManagementChoices {
  return {
    partnerRoles: fittingRoles("partner"),
    clientRoles: fittingRoles("client"),
    contactRoles: PARTNER_CONTACT_ROLES.filter((role) => fittingRoles("partner").includes(role)),
    locationTypes: LOCATION_TYPES,
    deviceTypes: DEVICE_TYPES,
    deviceStates: DEVICE_STATES,
    countries: allCountries(),
  };
}
