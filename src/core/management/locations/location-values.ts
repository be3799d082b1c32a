/** What a caller may say of a location, new or changed. */
import type { Reference } from "../scope/reference-store.ts";

export const LOCATION_TYPES = [
  "Manufacturer",
  "Manufacturer long term storage",
  "KIF",
  "Vendor fulfillment location",
  "Fulfillment location",
  "Merchant retail location",
  "Merchant CSR location",
  "Merchant long term storage location",
  "Merchant short term storage & distribution",
  "Corporate Headquarters",
  "Regional Office",
  "Field Office",
  "Partner Location",
] as const;

export interface LocationValues {
  readonly name: string;
  readonly nameOfBusiness: string | null;
  /** One of the location types. */
  readonly locationType: string;
  /** Two capital letters of ISO 3166-1. */
  readonly countryCode: string;
  readonly address1: string;
  readonly address2: string | null;
  readonly city: string;
  readonly stateProvince: string | null;
  readonly postalCode: string | null;
  readonly mailCountry: string | null;
  readonly mailAddress1: string | null;
  readonly mailAddress2: string | null;
  readonly mailCity: string | null;
  readonly mailStateProvince: string | null;
  readonly mailPostalCode: string | null;
  readonly notes: string | null;
}

export interface NewLocation extends LocationValues {
  /** A UUID in lower case. Absent: the database makes one. */
  readonly uniqueId?: string;
}

/** One more location of a client. */
export interface NewClientLocation extends NewLocation {
  /** Undefined: it could not be read, which is among the errors. */
  readonly client: Reference | undefined;
}

/** Absent stays what it is; null removes the value. */
export interface LocationChange extends Partial<LocationValues> {
  readonly uniqueId?: string;
  /** It may be repeated but not changed. */
  readonly client: Reference | null | undefined;
  readonly version: number | undefined;
}
