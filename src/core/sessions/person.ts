/** Who can sign in to the console, in the words of the rooms that know them. */
import type { Actor } from "../audit/act.ts";
import type { PosCaller } from "../pos/users/pos-user.ts";

export interface OperatorPerson {
  readonly kind: "operator";
  readonly id: string;
  readonly userName: string;
  /** Somebody else has seen the password: nothing is done with it but to choose another. */
  readonly mustChangePassword: boolean;
}

/** One of a partner's people, or of one of its clients. */
export interface ManagementPerson {
  readonly kind: "contact";
  readonly id: string;
  readonly userName: string;
  /** The one that counts: a client's user has a client role. */
  readonly userRole: string;
  readonly partner: { readonly id: string; readonly name: string };
  /** Undefined for a partner's own people. */
  readonly client: { readonly id: string; readonly name: string } | undefined;
}

/** One of the point of sale's people, for whom a merchant account is home. */
export interface MerchantPerson extends PosCaller {
  readonly kind: "pos_user";
  readonly id: string;
}

export type Person = OperatorPerson | ManagementPerson | MerchantPerson;

/** What a session and an authenticator are kept by. */
export interface PersonKey {
  readonly kind: Person["kind"];
  readonly id: string;
  /** The merchant of a point of sale user, the partner of a contact. */
  readonly tenantId: string | undefined;
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
