/** Seals and opens the numbers that replace a bank account after a notification of change. */
import type { KeyCustody, SealContext } from "../../ports/key-custody.ts";
import type { BankAccountType } from "../../values/bank.ts";
import { Secret } from "../../values/secret.ts";
import type { BankAccount } from "./vault.ts";

export interface CorrectedBank {
  readonly routingNumber: string;
  readonly accountNumber: Secret;
  /** Undefined: the bank did not correct it. */
  readonly accountType: BankAccountType | undefined;
}

/** The bank account that is corrected, by its fingerprint. */
export interface CorrectedKey {
  readonly accountId: string;
  readonly fingerprint: Uint8Array;
}

const BETWEEN = "=";
const TYPES: Readonly<Record<string, BankAccountType>> = {
  checking: "checking",
  savings: "savings",
};

export function sealCorrectedBank(
  custody: KeyCustody,
  key: CorrectedKey,
  { routingNumber, accountNumber, accountType }: CorrectedBank,
): Promise<Uint8Array> {
  const text = [routingNumber, accountNumber.reveal(), accountType ?? ""].join(BETWEEN);
  return custody.seal(new Secret(text), correctionSeal(key));
}

export async function openCorrectedBank(
  custody: KeyCustody,
  key: CorrectedKey,
  sealed: Uint8Array,
): Promise<CorrectedBank> {
  const opened = await custody.open(sealed, correctionSeal(key));
  const [routingNumber = "", number = "", type = ""] = opened.reveal().split(BETWEEN);
  return { routingNumber, accountNumber: new Secret(number), accountType: TYPES[type] };
}

/** What was not corrected stays. */
export function replaceBank(bank: BankAccount, corrected: CorrectedBank): BankAccount {
  return { ...corrected, accountType: corrected.accountType ?? bank.accountType };
}

function correctionSeal({ accountId, fingerprint }: CorrectedKey): SealContext {
  const owner = `${accountId}/${Buffer.from(fingerprint).toString("hex")}`;
  return { place: "bank_corrections.sealed", owner };
}
