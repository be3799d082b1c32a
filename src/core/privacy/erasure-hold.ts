/** Why a payment must keep the customer's data for now. Erasing it would break money that moves. */
import { MOVES, type TransactionState } from "../payments/moves.ts";

export interface HoldFacts {
  readonly state: TransactionState;
  readonly isAch: boolean;
  readonly isBatched: boolean;
  readonly settledAt: Temporal.Instant | null;
  /** A request is under way that pays, captures, refunds or reverses it. */
  readonly hasOpenAttempt: boolean;
  readonly hasRetry: boolean;
  /** Webhooks or emails about it that still have to be delivered. */
  readonly hasWaitingEvent: boolean;
}

/** A consumer can dispute a debit for so many days after settlement (Nacha, R05, R07, R10, R11). */
export const ACH_DISPUTE_DAYS = 60;

/** Undefined: the data can be erased. */
export function findHold(facts: HoldFacts, now: Temporal.Instant): string | undefined {
  if (facts.hasOpenAttempt) return "its outcome, or that of a change, is not known yet";
  const byState = stateHold(facts);
  if (byState !== undefined) return byState;
  if (facts.hasRetry) return "its debit is presented again after a return";
  if (facts.hasWaitingEvent) return "webhooks or emails about it are still being delivered";
  return disputeHold(facts, now);
}

function stateHold({ state, isAch, isBatched }: HoldFacts): string | undefined {
  const { group } = MOVES[state];
  if (group === "pending") return "its ACH entry has not settled";
  if (group === "authorized") return "its authorization is open";
  if (group === "changing") return "the card host is being asked for a change";
  const isMoney = group === "paid" || group === "refunded";
  if (isMoney && !isAch && !isBatched) return "its batch is not closed";
  return undefined;
}

function disputeHold(facts: HoldFacts, now: Temporal.Instant): string | undefined {
  const { isAch, settledAt, state } = facts;
  if (!isAch || settledAt === null || MOVES[state].group !== "settled") return undefined;
  const end = settledAt.add({ hours: ACH_DISPUTE_DAYS * 24 });
  if (Temporal.Instant.compare(now, end) >= 0) return undefined;
  const day = end.toZonedDateTimeISO("UTC").toPlainDate().toString();
  return `the customer's bank can return it until ${day}`;
}
