/** Writes the members that locations and users have in `/api/v1` and in the console. */
import type { LocationRecord } from "../../core/management/locations/location-store.ts";
import type { UserRecord } from "../../core/management/users/contact-store.ts";

/** Every member is listed, so that a new column is never published by accident. */
export function writeLocationValues(location: LocationRecord) {
  return {
    name: location.name,
    nameOfBusiness: location.nameOfBusiness,
    locationType: location.locationType,
    uniqueId: location.uniqueId,
    country: { code: location.countryCode },
    address1: location.address1,
    address2: location.address2,
    city: location.city,
    stateProvince: location.stateProvince,
    postalCode: location.postalCode,
    mailCountry: location.mailCountry,
    mailAddress1: location.mailAddress1,
    mailAddress2: location.mailAddress2,
    mailCity: location.mailCity,
    mailStateProvince: location.mailStateProvince,
    mailPostalCode: location.mailPostalCode,
    notes: location.notes,
    version: location.version,
  };
}

/** Without the role, which is shown as the one that applies. */
export function writePersonValues(user: UserRecord) {
  return {
    id: user.id,
    userName: user.userName,
    firstName: user.firstName,
    lastName: user.lastName,
    email: user.email,
    phone: user.phone,
  };
}
