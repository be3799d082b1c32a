/** Decides whether a charge of the card host agrees with what the database knows of it. Pure. */
import type { HostCharge } from "../../ports/host-charge.ts";
import { monthNumber, monthOfId } from "../../values/transaction-id.ts";
import type { KnownOrder } from "./known-order-store.ts";

export type ChargeVerdict =
  | "agrees"
  /** Not judged: its payment may still be running, or be restored after a failover. */
  | "too_young"
  /** Not judged: payments of that time are no longer kept. */
  | "too_old"
  /** Its outcome is not known yet, and the card host is asked about it. */
  | "pending"
  /** Its reversal is recorded: it is repeated until the host acknowledges it. */
  | "reversing"
  | Difference;

export type Difference =
  /** Charged, and neither open nor ended here. */
  | "unknown_here"
  /** Charged, and declined, not sent or reversed here. */
  | "not_approved_here"
  | "other_amount_here"
  /** The list has the reference before, for another order or amount. The first is judged. */
  | "listed_differently"
  /** The account does not exist here. */
  | "unknown_account"
  /** Approved here, and not in the host's list. */
  | "unknown_at_host";

export interface Moment {
  readonly wall: Temporal.Instant;
  readonly business: Temporal.Instant;
  /** Younger charges are not judged. */
  readonly youthMs: number;
  readonly keepMonths: number;
}

export function judgeCharge(
  charge: HostCharge,
  known: KnownOrder | undefined,
  moment: Moment,
): ChargeVerdict {
  if (known?.isOpen === true) return "pending";
  if (known?.isTakenBack === true) return "reversing";
  if (known?.outcome === "approved") {
    return known.amountCents === charge.amount ? "agrees" : "other_amount_here";
  }
  if (isTooYoung(charge.chargedAt, moment)) return "too_young";
  if (known !== undefined) return "not_approved_here";
  return isKept(charge, moment) ? "unknown_here" : "too_old";
}

export function isTooYoung(at: Temporal.Instant, { wall, youthMs }: Moment): boolean {
  return wall.epochMilliseconds - at.epochMilliseconds < youthMs;
}

/** A purged month has no attempts, and a month that has not begun has no ids. */
function isKept({ transactionId }: HostCharge, { business, keepMonths }: Moment): boolean {
  const [month, now] = [monthOfId(transactionId), monthNumber(business)];
  return month > now - keepMonths && month <= now + 1;
}
