/** The actions that a transaction's state allows, by the rules of the payment core. */
import type { Cents } from "../../values/money.ts";
import { judgeChange } from "../payments/changes/judge-change.ts";
import type { Original } from "../payments/changes/original.ts";
import { mayMove, statesInGroups } from "../payments/moves.ts";
import type { Change } from "../payments/payment-request.ts";
import { typesOfKinds } from "../payments/transaction.ts";
import type { FullTransaction } from "./merchant-transaction.ts";

export interface PossibleActions {
  /** The maximum amount that can be captured. Undefined if a capture is not possible. */
  readonly captureCents: number | undefined;
  readonly refundCents: number | undefined;
  /** An ACH entry can be refunded only in full. */
  readonly refundsWhole: boolean;
  readonly reverses: boolean;
  /** Whether its payment method can be charged again. */
  readonly reissues: boolean;
  readonly hasReceipt: boolean;
}

interface ActionContext {
  readonly now: Temporal.Instant;
  readonly authorizationDays: number;
}

export function findPossibleActions(
  transaction: FullTransaction,
  asking: ActionContext,
): PossibleActions {
  const original = toOriginal(transaction);
  const most = (change: Change) => {
    const judgment = judgeChange(original, change, asking);
    return judgment.kind === "allowed" ? judgment.reservation.amount : undefined;
  };
  return {
    captureCents: most({ ...CHANGE, type: "CAPTURE", originalId: "", amount: original.amount }),
    refundCents: most({ ...CHANGE, type: "REFUND", originalId: "", amount: undefined }),
    refundsWhole: transaction.tender === "ACH",
    reverses:
      most({ ...CHANGE, type: "REVERSAL", originalId: "", amount: undefined }) !== undefined,
    reissues: mayMove(transaction.state, transaction.isBatched, "reissue"),
    hasReceipt:
      TYPES_WITH_RECEIPT.has(transaction.type) && !STATES_WITHOUT_RECEIPT.has(transaction.state),
  };
}

const CHANGE = {
  transactionId: undefined,
  idempotencyKey: undefined,
  details: {},
  sendsCustomerReceipt: false,
  sendsMerchantReceipt: false,
};
const TYPES_WITH_RECEIPT: ReadonlySet<string> = new Set(
  typesOfKinds("payment", "authorization", "refund", "reversal"),
);
const STATES_WITHOUT_RECEIPT: ReadonlySet<string> = new Set(statesInGroups("declined", "not_sent"));

function toOriginal(transaction: FullTransaction): Original {
  return {
    id: transaction.id,
    transactionType: transaction.type,
    state: transaction.state,
    isBatched: transaction.isBatched,
    amount: transaction.amountCents as Cents,
    refunded: transaction.refundedCents as Cents,
    authorizedAt: transaction.authorizedAt,
    authorizationCode: undefined,
    reference: "",
    draft: { tenderType: transaction.tender, currency: transaction.currency },
  };
}
