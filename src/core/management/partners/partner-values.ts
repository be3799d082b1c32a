/** The values of a new or changed partner. */
import type { Secret } from "../../../values/secret.ts";
import type { NewLocation } from "../locations/location-values.ts";
import type { Reference } from "../scope/reference-store.ts";
import type { NewContact } from "../users/user-values.ts";

/** A partner's credentials at the parser. An undefined value stays unchanged. */
export interface ParserSecrets {
  readonly partnerKey: Secret | undefined;
  /** How long the replaced key and older ones stay valid. Null or absent: they end at once. */
  readonly keyOverlap?: Temporal.Duration | null | undefined;
  /** PEM, normalized. Null removes it. */
  readonly publicKey: string | null | undefined;
  readonly allowList: readonly string[] | undefined;
}

export interface PartnerValues {
  readonly name: string;
  /** Unique among all partners. */
  readonly reference: string;
  readonly billingId: string | null;
  /** The partner's name at the parser. Null: its reference. */
  readonly partnerId: string | null;
  readonly verificationPhrase: string | null;
  readonly clientCanOrderEquipment: boolean;
  readonly isActive: boolean;
}

export interface NewPartner extends PartnerValues {
  readonly secrets: ParserSecrets;
  readonly location: NewLocation;
  readonly contact: NewContact;
}

export interface NewSubPartner extends NewPartner {
  /** Undefined: it could not be read and has an error. */
  readonly parent: Reference | undefined;
}

/** An absent value stays unchanged; null removes the value. */
export interface PartnerChange extends Partial<PartnerValues> {
  readonly secrets?: ParserSecrets;
  /** One of the partner's own locations. */
  readonly location?: Reference | undefined;
  /** One of the partner's own users. */
  readonly contact?: Reference | undefined;
  /** It may be sent again but not changed. */
  readonly parent?: Reference | null | undefined;
  readonly version?: number | undefined;
}
