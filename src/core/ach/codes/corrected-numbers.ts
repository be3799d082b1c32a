/** Reads the corrected numbers of a notification of change that can replace a bank account. Pure. */
import {
  type BankAccountType,
  isBankAccountNumber,
  isRoutingNumber,
} from "../../../values/bank.ts";
import { describeTransactionCode } from "../nacha/transaction-codes.ts";
import { type CorrectedPiece, findChangeCode } from "./change-code.ts";
import { type Corrections, readCorrectedData } from "./corrected-data.ts";

export interface CorrectedNumbers {
  readonly routingNumber?: string | undefined;
  readonly accountNumber?: string | undefined;
  readonly accountType?: BankAccountType | undefined;
}

/** The parts of the corrected data that belong to a bank account. */
const BANK_PIECES: readonly CorrectedPiece[] = ["routing", "account", "code"];

/**
 * Returns undefined if the code corrects something else, such as the name, or if one of the values
 * cannot be used: half a correction would name an account that does not exist.
 */
export function readCorrectedNumbers(code: string, data: string): CorrectedNumbers | undefined {
  const pieces = Object.keys(findChangeCode(code)?.pieces ?? {}) as CorrectedPiece[];
  if (pieces.length === 0 || pieces.some((piece) => !BANK_PIECES.includes(piece))) return undefined;
  const corrections = readCorrectedData(code, data);
  if (!pieces.every((piece) => isUsable(piece, corrections))) return undefined;
  return {
    routingNumber: corrections.routing,
    accountNumber: plainNumber(corrections.account),
    accountType: accountType(corrections.code),
  };
}

function isUsable(piece: CorrectedPiece, { routing, account, code }: Corrections): boolean {
  if (piece === "routing") return isRoutingNumber(routing ?? "");
  if (piece === "account") return isBankAccountNumber(plainNumber(account) ?? "");
  return accountType(code) !== undefined;
}

/** Some banks write account numbers with blanks or hyphens. */
function plainNumber(account: string | undefined): string | undefined {
  return account?.replaceAll(/[ -]/g, "");
}

/** Loan and general ledger accounts cannot be debited here. */
function accountType(code: string | undefined): BankAccountType | undefined {
  const account = describeTransactionCode(code ?? "")?.account;
  return account === "checking" || account === "savings" ? account : undefined;
}
