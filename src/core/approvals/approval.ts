/** Something that one person requested and another one must approve. */

export type ApprovalKind = "account_change" | "credit";

/** An approved credit is used by the request that is sent again. A change is used at once. */
export type ApprovalState = "requested" | "approved" | "rejected" | "expired" | "used";

export interface Approval {
  readonly id: string;
  readonly kind: ApprovalKind;
  readonly accountId: string;
  readonly accountName: string;
  readonly details: ApprovalDetails;
  readonly state: ApprovalState;
  readonly requestedBy: string;
  readonly requestedAt: Temporal.Instant;
  readonly expiresAt: Temporal.Instant;
  readonly decidedBy: string | null;
  readonly decidedAt: Temporal.Instant | null;
}

/** Never a card or bank account number. */
export type ApprovalDetails = CreditDetails | ChangeDetails;

export interface CreditDetails {
  readonly amountCents: number;
  readonly currency: string;
  readonly tender: "CARD" | "ACH";
  readonly last4: string;
  /** Who asked for it, if the request named a cashier. */
  readonly cashier?: string | undefined;
}

/** The settings of an account before and after the change. */
export interface ChangeDetails {
  readonly before: Readonly<Record<string, unknown>>;
  readonly after: Readonly<Record<string, unknown>>;
}

/** The stored state, unless the time is over: nothing runs when a request expires. */
export function stateAt(
  { state, expiresAt }: Pick<Approval, "state" | "expiresAt">,
  now: Temporal.Instant,
): ApprovalState {
  const isOpen = state === "requested" || state === "approved";
  return isOpen && Temporal.Instant.compare(expiresAt, now) <= 0 ? "expired" : state;
}

/** How long a request, and the approval of a credit, can be used. */
export const APPROVAL_LIFETIMES: Readonly<Record<ApprovalKind, Temporal.DurationLike>> = {
  account_change: { hours: 7 * 24 },
  credit: { hours: 3 * 24 },
};
