/** Users of the point of sale and their account. */
import type { ActOrigin } from "../../audit/act.ts";

export const POS_ROLES = ["admin", "manager", "cashier"] as const;
export type PosRole = (typeof POS_ROLES)[number];

export interface PosUser {
  readonly id: string;
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly role: PosRole;
  readonly isActive: boolean;
  readonly createdAt: Temporal.Instant;
  readonly updatedAt: Temporal.Instant;
}

/** The fields of an account that the point of sale shows. */
export interface PosAccount {
  readonly id: string;
  readonly name: string;
  readonly timeZone: string;
  readonly receiptEmail: string | undefined;
  readonly currency: string;
  /** Whether tax is calculated on the amounts before discount. */
  readonly isTaxedBeforeDiscount: boolean;
}

/** The logged-in user and the account. */
export interface PosCaller {
  readonly user: PosUser;
  readonly account: PosAccount;
  /** The origin of the request, for the audit log. */
  readonly from?: ActOrigin | undefined;
}

/** A user with the digest of the password that was checked, which may have changed meanwhile. */
export interface ProvenPosUser extends PosCaller {
  readonly passwordDigest: Uint8Array;
}
