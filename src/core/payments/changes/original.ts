/** The transaction that a capture, refund or reversal changes, read under its row lock. */
import type { Cents } from "../../../values/money.ts";
import type { DraftTransaction } from "../payment-details.ts";
import type { TransactionState, TransactionType } from "../transaction.ts";

export interface Original {
  readonly id: string;
  readonly transactionType: TransactionType;
  readonly state: TransactionState;
  readonly isBatched: boolean;
  readonly amount: Cents;
  readonly refunded: Cents;
  readonly authorizedAt: Temporal.Instant;
  readonly authorizationCode: string | undefined;
  /** What it refunds or reverses itself. That transaction has the card. */
  readonly originalId?: string | undefined;
  /** The card host's reference. */
  readonly reference: string;
  /** Values that a refund or reversal takes from it. */
  readonly draft: DraftTransaction;
}
