/** The values of a new or changed client. */
import type { NewLocation } from "../locations/location-values.ts";
import type { Reference } from "../scope/reference-store.ts";
import type { NewContact } from "../users/user-values.ts";

export interface ClientValues {
  readonly name: string;
  /** The client's merchant id in the partner's own system. */
  readonly mid: string | null;
  readonly billingId: string | null;
  readonly isActive: boolean;
}

export interface NewClient extends ClientValues {
  /** Undefined: it could not be read and has an error. */
  readonly directPartner: Reference | undefined;
  readonly location: NewLocation;
  readonly contact: NewContact;
}

/** An absent value stays unchanged; null removes the value. */
export interface ClientChange extends Partial<ClientValues> {
  readonly directPartner: Reference | undefined;
  /** One of the client's own locations. */
  readonly location: Reference | undefined;
  /** One of the client's own users. */
  readonly contact: Reference | undefined;
  readonly version: number | undefined;
}
