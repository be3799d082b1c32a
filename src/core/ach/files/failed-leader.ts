/** Whether an entry must not be sent because of the entry that it follows. Pure. */
import { takesMoney } from "../../payments/bank/tied-credit.ts";
import type { TransactionState } from "../../payments/transaction.ts";

/** States and return codes. Null: there is none. */
export interface EntryLeaders {
  /** Of the sale that a credit pays back. */
  readonly saleState: TransactionState | null;
  readonly saleCode: string | null;
  /** Of the stored bank account whose prenote comes first. */
  readonly prenoteState: TransactionState | null;
  readonly prenoteCode: string | null;
}

/** Undefined: nothing is wrong. Waiting entries are stopped earlier, unless they are stored just then. */
export function findFailedLeader(entry: EntryLeaders) {
  const { saleState, saleCode, prenoteState, prenoteCode } = entry;
  if (saleState !== null && !takesMoney(saleState)) return { returnCode: saleCode ?? undefined };
  const isChecked = prenoteState === null || prenoteState === "stored";
  return isChecked ? undefined : { returnCode: prenoteCode ?? undefined };
}
