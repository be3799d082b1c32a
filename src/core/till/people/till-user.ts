/** The people of the till and the account they work for. */
import type { ActOrigin } from "../../audit/act.ts";

export const TILL_ROLES = ["admin", "manager", "cashier"] as const;
export type TillRole = (typeof TILL_ROLES)[number];

export interface TillUser {
  readonly id: string;
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly role: TillRole;
  readonly isActive: boolean;
  readonly createdAt: Temporal.Instant;
  readonly updatedAt: Temporal.Instant;
}

/** What the till shows of a merchant account. */
export interface TillAccount {
  readonly id: string;
  readonly name: string;
  readonly timeZone: string;
  readonly receiptEmail: string | undefined;
  readonly currency: string;
  /** Tax is taken on the amounts before discount. */
  readonly isTaxedBeforeDiscount: boolean;
}

/** Who is logged in, and for whom. */
export interface TillCaller {
  readonly user: TillUser;
  readonly account: TillAccount;
  /** Where the call came from, for the audit. */
  readonly from?: ActOrigin | undefined;
}

/** A user whose password was right: this one, whatever it is by now. */
export interface ProvenTillUser extends TillCaller {
  readonly passwordDigest: Uint8Array;
}
