/** What may be done with a transaction as it stands: the judgment of the payment core, asked ahead. */
import type { Cents } from "../../values/money.ts";
import { judgeChange } from "../payments/changes/judge-change.ts";
import type { Original } from "../payments/changes/original.ts";
import { mayMove, statesInGroups } from "../payments/moves.ts";
import type { Change } from "../payments/payment-request.ts";
import { typesOfKinds } from "../payments/transaction.ts";
import type { FullTransaction } from "./merchant-transaction.ts";

export interface PossibleActions {
  /** The most that can be captured or refunded. */
  readonly captureCents: number | undefined;
  readonly refundCents: number | undefined;
  /** A refund of a bank entry is whole or none. */
  readonly refundsWhole: boolean;
  readonly reverses: boolean;
  /** Whether it can be paid again with what it was paid with. */
  readonly reissues: boolean;
  readonly hasReceipt: boolean;
}

interface Asking {
  readonly now: Temporal.Instant;
  readonly authorizationDays: number;
}

export function possibleActions(transaction: FullTransaction, asking: Asking): PossibleActions {
  const original = originalOf(transaction);
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

function originalOf(transaction: FullTransaction): Original {
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
