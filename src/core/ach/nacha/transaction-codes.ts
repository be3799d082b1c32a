/** Transaction codes: the direction, the kind of account and the use of an entry. */
import type { BankAccountType } from "../../../values/bank.ts";

export type Direction = "credit" | "debit";

export interface TransactionCode {
  readonly direction: Direction;
  readonly account: BankAccountType | "general ledger" | "loan";
  readonly use: "payment" | "prenote" | "zero dollar" | "return or change";
}

const ACCOUNTS: Readonly<Record<string, TransactionCode["account"]>> = {
  2: "checking",
  3: "savings",
  4: "general ledger",
  5: "loan",
};
const CREDITS: Readonly<Record<string, TransactionCode["use"]>> = {
  1: "return or change",
  2: "payment",
  3: "prenote",
  4: "zero dollar",
};
const DEBITS: Readonly<Record<string, TransactionCode["use"]>> = {
  6: "return or change",
  7: "payment",
  8: "prenote",
  9: "zero dollar",
};
/** A loan account is debited only to reverse a credit. */
const LOAN_DEBITS: Readonly<Record<string, TransactionCode["use"]>> = {
  5: "payment",
  6: "return or change",
};

export function describeTransactionCode(code: string): TransactionCode | undefined {
  const account = ACCOUNTS[code.charAt(0)];
  if (account === undefined || code.length !== 2) return undefined;
  const use = code.charAt(1);
  const [credit, debit] = [CREDITS[use], (account === "loan" ? LOAN_DEBITS : DEBITS)[use]];
  if (credit !== undefined) return { direction: "credit", account, use: credit };
  if (debit !== undefined) return { direction: "debit", account, use: debit };
  return undefined;
}

/** The code of a payment: 22 and 27 for checking, 32 and 37 for savings accounts. */
export function paymentCode(direction: Direction, account: BankAccountType): string {
  return (account === "checking" ? "2" : "3") + (direction === "credit" ? "2" : "7");
}

/** The code of a prenote: 23 and 28 for checking, 33 and 38 for savings accounts. */
export function prenoteCode(direction: Direction, account: BankAccountType): string {
  return (account === "checking" ? "2" : "3") + (direction === "credit" ? "3" : "8");
}

/** The code of a returned entry: 21, 26, 31 or 36. */
export function returnedCode(code: string): string {
  const isCredit = describeTransactionCode(code)?.direction === "credit";
  return code.charAt(0) + (isCredit ? "1" : "6");
}
