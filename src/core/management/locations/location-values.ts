/** The values of a new or changed location. */
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
  /** The ISO 3166-1 code, two capital letters. */
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
  /** A UUID in lower case. Absent: the database creates one. */
  readonly uniqueId?: string;
}

/** An additional location of a client. */
export interface NewClientLocation extends NewLocation {
  /** Undefined: it could not be read and has an error. */
  readonly client: Reference | undefined;
}

/** An absent value stays unchanged; null removes the value. */
export interface LocationChange extends Partial<LocationValues> {
  readonly uniqueId?: string;
  /** It may be sent again but not changed. */
  readonly client: Reference | null | undefined;
  readonly version: number | undefined;
}
