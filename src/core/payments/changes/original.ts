/** A transaction that another request names, as it stands under a lock. */
import type { Cents } from "../../../values/money.ts";
import type { TransactionState, TransactionType } from "../transaction.ts";
import type { DraftColumns } from "../transaction-columns.ts";

export interface Original {
  readonly id: string;
  readonly transactionType: TransactionType;
  readonly state: TransactionState;
  readonly isBatched: boolean;
  readonly amount: Cents;
  readonly refunded: Cents;
  readonly authorisedAt: Temporal.Instant;
  readonly authorizationCode: string | undefined;
  /** How the outside knows it. */
  readonly reference: string;
  /** What a record that follows on it takes from it. */
  readonly columns: DraftColumns;
}
