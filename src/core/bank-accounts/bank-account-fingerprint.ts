/** The keyed fingerprint by which blocks and corrections of a bank account are found. */
import type { KeyCustody } from "../../ports/key-custody.ts";
import { Secret } from "../../values/secret.ts";
import type { BankAccount, Vault } from "../vault/vault.ts";

export interface BankFingerprintNeeds {
  readonly vault: Pick<Vault, "bankFingerprint">;
  readonly custody: Pick<KeyCustody, "fingerprint">;
}

const PURPOSE = "bank_accounts.fingerprint";

/** Uses another digest purpose than the vault, so that rows of the tables cannot be matched. */
export function bankAccountFingerprint(
  { vault, custody }: BankFingerprintNeeds,
  bank: BankAccount,
): Uint8Array {
  const digest = Buffer.from(vault.bankFingerprint(bank)).toString("hex");
  return custody.fingerprint(PURPOSE, new Secret(digest));
}

/** For maps and comparisons. */
export function fingerprintText(fingerprint: Uint8Array): string {
  return Buffer.from(fingerprint).toString("hex");
}
