/** The kinds of people who can sign in to the console. */

import type { OperatorRole } from "../access/operator-role.ts";
import type { Actor } from "../audit/act.ts";
import type { PosCaller } from "../pos/users/pos-user.ts";

export interface OperatorPerson {
  readonly kind: "operator";
  readonly id: string;
  readonly userName: string;
  /** Undefined until the operator has entered one. */
  readonly email: string | undefined;
  readonly role: OperatorRole;
  /** The password was set by someone else. It can only be used to choose another. */
  readonly mustChangePassword: boolean;
}

/** A user of a partner or of one of its clients. */
export interface ManagementPerson {
  readonly kind: "contact";
  readonly id: string;
  readonly userName: string;
  /** The role that applies: a client's user has a client role. */
  readonly userRole: string;
  readonly partner: { readonly id: string; readonly name: string };
  /** Undefined for a partner's own users. */
  readonly client: { readonly id: string; readonly name: string } | undefined;
}

/** A user of a merchant account, who can also sign in to the point of sale. */
export interface MerchantPerson extends PosCaller {
  readonly kind: "pos_user";
  readonly id: string;
}

export type Person = OperatorPerson | ManagementPerson | MerchantPerson;

/** Identifies the person of a session or authenticator. */
export interface PersonKey {
  readonly kind: Person["kind"];
  readonly id: string;
  /** The merchant account of a point-of-sale user, or the partner of a contact. */
  readonly tenantId: string | undefined;
}

/** A person whose password was verified, and the digest of its hash. */
export interface ProvenLogin {
  readonly person: Person;
  readonly passwordDigest: Uint8Array;
}

export function personKey(person: Person): PersonKey {
  const { kind, id } = person;
  if (person.kind === "operator") return { kind, id, tenantId: undefined };
  return { kind, id, tenantId: person.kind === "contact" ? person.partner.id : person.account.id };
}

export function personActor(person: Person): Actor {
  const { id } = person;
  if (person.kind === "operator") return { kind: "operator", id, name: person.userName };
  if (person.kind === "contact") return { kind: "partner_user", id, name: person.userName };
  return { kind: "merchant_user", id, name: person.user.email };
}
