/** Offset batches: they balance the totals of an account. Pure. */
import type { BankAccount } from "../../vault/vault.ts";
import type { BankConnection } from "../connections/bank-connection.ts";
import type { AchBatch, AchEntry } from "../nacha/ach-file.ts";
import { type Direction, paymentCode } from "../nacha/transaction-codes.ts";
import { batchHeader, traceNumber } from "./ach-entry.ts";
import type { DraftBatch } from "./draft-store.ts";
import type { OutboundFile } from "./outbound-file.ts";

/** The description of offset batches, by which they are recognized in a file. */
export const OFFSET_DESCRIPTION = "OFFSET";
/** The width of an entry's amount. */
const ENTRY_CENTS_MAX = 9_999_999_999;

export interface AccountTotals {
  readonly accountId: string;
  readonly accountName: string;
  debitCents: number;
  creditCents: number;
}

export interface OffsetPlan {
  readonly file: OutboundFile;
  readonly connection: BankConnection;
  readonly bank: BankAccount;
  readonly batchNumber: number;
  /** The last used trace number. */
  readonly lastSequence: number;
}

/** One batch: credits the operator's account with the debits, and debits it with the credits. */
export function offsetBatch(totals: AccountTotals, plan: OffsetPlan): AchBatch {
  const batch: DraftBatch = {
    number: plan.batchNumber,
    accountId: totals.accountId,
    accountName: totals.accountName,
    secCode: "CCD",
    direction: "credit",
    isRetry: false,
  };
  const amounts = [
    ...pieces(totals.debitCents).map((cents) => ["credit", cents] as const),
    ...pieces(totals.creditCents).map((cents) => ["debit", cents] as const),
  ];
  const header = {
    ...batchHeader(plan.file, plan.connection, batch),
    serviceClass: "mixed",
    entryDescription: OFFSET_DESCRIPTION,
  } as const;
  const entries = amounts.map(([direction, cents], at) =>
    offsetEntry(totals, plan, { direction, cents, sequence: plan.lastSequence + at + 1 }),
  );
  return { header, entries };
}

interface Piece {
  readonly direction: Direction;
  readonly cents: number;
  readonly sequence: number;
}

function offsetEntry(totals: AccountTotals, plan: OffsetPlan, piece: Piece): AchEntry {
  const { bank, connection } = plan;
  return {
    transactionCode: paymentCode(piece.direction, bank.accountType),
    routingNumber: bank.routingNumber,
    accountNumber: bank.accountNumber.reveal(),
    amountCents: piece.cents,
    identification: totals.accountId,
    name: connection.originName,
    discretionaryData: "",
    trace: traceNumber(connection.odfi, piece.sequence),
    addenda: [],
  };
}

function pieces(cents: number): number[] {
  const amounts: number[] = [];
  for (let left = cents; left > 0; left -= ENTRY_CENTS_MAX) {
    amounts.push(Math.min(left, ENTRY_CENTS_MAX));
  }
  return amounts;
}
