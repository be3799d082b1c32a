/** What a caller may say of a client, new or changed. */
import type { NewLocation } from "../locations/location-values.ts";
import type { Reference } from "../scope/reference-store.ts";
import type { NewContact } from "../users/user-values.ts";

export interface ClientValues {
  readonly name: string;
  /** Links the client to a merchant of the partner. */
  readonly mid: string | null;
  readonly billingId: string | null;
  readonly isActive: boolean;
}

export interface NewClient extends ClientValues {
  /** Undefined: it could not be read, which is among the errors. */
  readonly directPartner: Reference | undefined;
  readonly location: NewLocation;
  readonly contact: NewContact;
}

/** Absent stays what it is; null removes the value. */
export interface ClientChange extends Partial<ClientValues> {
  readonly directPartner: Reference | undefined;
  /** One of the client's own locations. */
  readonly location: Reference | undefined;
  /** One of the client's own users. */
  readonly contact: Reference | undefined;
  readonly version: number | undefined;
}
