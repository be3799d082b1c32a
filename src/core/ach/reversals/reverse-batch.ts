/** Turns sent batches and entries around: opposite codes, same company, accounts and amounts. Pure. */
import type { AchBatchHeader, AchEntry, ServiceClass } from "../nacha/ach-file.ts";
import { type Direction, describeTransactionCode } from "../nacha/transaction-codes.ts";

/** Required by Nacha in the batch header, in capitals. */
export const REVERSAL_DESCRIPTION = "REVERSAL";

/** Credits end in 2 and debits in 7. */
const OPPOSITE: Readonly<Record<string, string>> = { "2": "7", "7": "2" };
const OPPOSITE_CLASS: Readonly<Record<ServiceClass, ServiceClass>> = {
  credits: "debits",
  debits: "credits",
  mixed: "mixed",
};

export function reverseHeader(
  header: AchBatchHeader,
  {
    batchNumber,
    effectiveDate,
  }: { readonly batchNumber: number; readonly effectiveDate: Temporal.PlainDate },
): AchBatchHeader {
  return {
    ...header,
    serviceClass: OPPOSITE_CLASS[header.serviceClass],
    entryDescription: REVERSAL_DESCRIPTION,
    effectiveDate,
    settlementDay: undefined,
    batchNumber,
  };
}

/** Undefined: the entry moves no money, such as a prenote. */
export function reverseEntry(entry: AchEntry, trace: string): AchEntry | undefined {
  const { transactionCode, amountCents } = entry;
  const use = OPPOSITE[transactionCode.charAt(1)];
  if (use === undefined || amountCents === 0) return undefined;
  return { ...entry, transactionCode: transactionCode.charAt(0) + use, trace, addenda: [] };
}

export function entryDirection({ transactionCode }: AchEntry): Direction {
  return describeTransactionCode(transactionCode)?.direction ?? "debit";
}
