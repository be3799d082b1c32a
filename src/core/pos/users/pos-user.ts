/** The people of the point of sale and the account they work for. */
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

/** What the point of sale shows of a merchant account. */
export interface PosAccount {
  readonly id: string;
  readonly name: string;
  readonly timeZone: string;
  readonly receiptEmail: string | undefined;
  readonly currency: string;
  /** Tax is taken on the amounts before discount. */
  readonly isTaxedBeforeDiscount: boolean;
}

/** Who is logged in, and for whom. */
export interface PosCaller {
  readonly user: PosUser;
  readonly account: PosAccount;
  /** Where the call came from, for the audit. */
  readonly from?: ActOrigin | undefined;
}

/** A user whose password was right: this one, whatever it is by now. */
export interface ProvenPosUser extends PosCaller {
  readonly passwordDigest: Uint8Array;
}
