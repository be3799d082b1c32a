/** Whether an entry must not be sent because of the entry that it follows. Pure. */
import { takesMoney } from "../../payments/bank/tied-credit.ts";
import type { TransactionState } from "../../payments/transaction.ts";

/** The state and return code of the sale that a credit pays back. Null: there is none. */
export interface EntryLeaders {
  readonly saleState: TransactionState | null;
  readonly saleCode: string | null;
}

/** Undefined: nothing is wrong. Waiting entries are stopped earlier, unless they are stored just then. */
export function findFailedLeader({ saleState, saleCode }: EntryLeaders) {
  if (saleState !== null && !takesMoney(saleState)) return { returnCode: saleCode ?? undefined };
  return undefined;
}
