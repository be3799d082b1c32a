/** Decides whether a transaction may be captured, refunded or reversed, and what is reserved. Pure. */
import type { Cents } from "../../../values/money.ts";
import type { Refusal } from "../answer.ts";
import { mayMove } from "../moves.ts";
import type { Capture, Change, Refund, Reversal } from "../payment-request.ts";
import { partsRefusal } from "../purchase-data.ts";
import type { TransactionState } from "../transaction.ts";
import type { Original } from "./original.ts";

export interface Reservation {
  /** The amount of the capture, refund or reversal. */
  readonly amount: Cents;
  /** The state of the original until the outcome is known. */
  readonly state: TransactionState;
  /** The refunded amount of the original, including this refund. */
  readonly refunded: Cents;
}

export type Judgment =
  | { readonly kind: "allowed"; readonly reservation: Reservation }
  | { readonly kind: "refused"; readonly why: Refusal };

export interface Judging {
  readonly now: Temporal.Instant;
  /** How long an authorization can be captured. */
  readonly authorizationDays: number;
}

export function judgeChange(original: Original, change: Change, judging: Judging): Judgment {
  if (isOfAnotherTender(original, change)) return refused("token_not_fit");
  const judgment = judgeMove(original, change, judging);
  if (judgment.kind === "refused") return judgment;
  const why = partsRefusal(change.details, judgment.reservation.amount);
  return why === undefined ? judgment : refused(why);
}

function judgeMove(original: Original, change: Change, judging: Judging): Judgment {
  switch (change.type) {
    case "CAPTURE":
      return judgeCapture(original, change, judging);
    case "REFUND":
      return judgeRefund(original, change);
    case "REVERSAL":
      return judgeReversal(original, change);
  }
}

/** The moment at which an authorization can no longer be captured. */
export function authorizationExpiry(
  authorizedAt: Temporal.Instant,
  days: number,
): Temporal.Instant {
  return authorizedAt.add({ hours: 24 * days });
}

function judgeCapture(original: Original, { amount }: Capture, judging: Judging): Judgment {
  const lapse = authorizationExpiry(original.authorizedAt, judging.authorizationDays);
  const isLapsed = Temporal.Instant.compare(lapse, judging.now) <= 0;
  if (isLapsed || !may(original, "capture")) return refused("token_not_fit");
  if (amount > original.amount) return refused("invalid_capture_amount");
  return allowed({ amount, state: "capturing", refunded: original.refunded });
}

function judgeRefund(original: Original, { amount }: Refund): Judgment {
  if (isUndone(original)) return refused("invalid_refund_amount");
  if (hasLeft(original)) return refused("already_sent");
  if (isPaidOut(original) || !may(original, "refund")) return refused("token_not_fit");
  const left = (original.amount - original.refunded) as Cents;
  const wanted = amount ?? left;
  if (wanted === 0 || wanted > left) return refused("invalid_refund_amount");
  if (isEntry(original) && wanted !== original.amount) return refused("invalid_refund_amount");
  // A full refund before the batch closes voids the payment at the card host.
  const isVoid = wanted === original.amount && may(original, "void");
  const refunded = (original.refunded + wanted) as Cents;
  return allowed({ amount: wanted, state: isVoid ? "voiding" : original.state, refunded });
}

function judgeReversal(original: Original, { amount }: Reversal): Judgment {
  if (isUndone(original)) return refused("already_reversed");
  if (hasLeft(original)) return refused("already_sent");
  if (!may(original, "reverse") || original.refunded > 0) return refused("token_not_fit");
  if (amount !== undefined && amount !== original.amount) return refused("invalid_amount");
  return allowed({ amount: original.amount, state: "reversing", refunded: original.refunded });
}

/** If the tender in the request is wrong, the caller may mean another payment. */
function isOfAnotherTender({ draft }: Original, { tender }: Change): boolean {
  return tender !== undefined && tender !== draft.tenderType;
}

function isUndone({ state }: Original): boolean {
  return state === "reversed" || state === "voided";
}

/** A credit cannot be refunded. A waiting ACH credit has the same state as a waiting sale. */
function isPaidOut({ transactionType }: Original): boolean {
  return transactionType === "CREDIT";
}

/** An ACH entry can only be canceled as a whole, and only before it is in a file. */
function isEntry({ draft }: Original): boolean {
  return draft.tenderType === "ACH";
}

function hasLeft(original: Original): boolean {
  return isEntry(original) && original.isBatched;
}

function may({ state, isBatched }: Original, move: Parameters<typeof mayMove>[2]): boolean {
  return mayMove(state, isBatched, move);
}

function allowed(reservation: Reservation): Judgment {
  return { kind: "allowed", reservation };
}

function refused(why: Refusal): Judgment {
  return { kind: "refused", why };
}
