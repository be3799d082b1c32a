/**
 * Follows the corrections of a bank account to the one that is used now, and decides whether it is
 * blocked. Requests look up each step; files have all rows of an account in memory.
 */
import type { KeyCustody } from "../../ports/key-custody.ts";
import { openCorrectedBank, replaceBank } from "../vault/corrected-bank.ts";
import type { BankAccount } from "../vault/vault.ts";
import {
  type BankFingerprintNeeds,
  bankAccountFingerprint,
  fingerprintText,
} from "./bank-account-fingerprint.ts";
import type { BankCorrection } from "./bank-correction-store.ts";
import { UNAUTHORIZED_RETURNS } from "./blocking-returns.ts";

export interface TrailNeeds extends BankFingerprintNeeds {
  readonly custody: KeyCustody;
}

export interface BankTrail {
  /** The bank account that is used now. */
  readonly bank: BankAccount;
  readonly isCorrected: boolean;
  /** Of the given bank account and its corrections, in order. The last is of `bank`. */
  readonly fingerprints: readonly [Uint8Array, ...Uint8Array[]];
}

export interface TrailStart {
  readonly accountId: string;
  readonly bank: BankAccount;
  readonly find: (fingerprint: Uint8Array) => Promise<BankCorrection | undefined>;
}

type FindCode = (fingerprint: Uint8Array) => Promise<string | undefined>;

/** More corrections of corrections than a bank will ever send. */
const STEPS_MAX = 10;

export async function followCorrections(needs: TrailNeeds, start: TrailStart): Promise<BankTrail> {
  const { accountId, find } = start;
  let bank = start.bank;
  let isCorrected = false;
  const fingerprints: [Uint8Array, ...Uint8Array[]] = [bankAccountFingerprint(needs, bank)];
  while (fingerprints.length <= STEPS_MAX) {
    const fingerprint = fingerprints.at(-1) ?? fingerprints[0];
    const found = await find(fingerprint);
    if (found === undefined) break;
    const corrected = await openCorrectedBank(
      needs.custody,
      { accountId, fingerprint },
      found.sealed,
    );
    bank = replaceBank(bank, corrected);
    isCorrected = true;
    if (fingerprintText(found.correctedFingerprint) === fingerprintText(fingerprint)) break;
    fingerprints.push(found.correctedFingerprint);
  }
  return { bank, isCorrected, fingerprints };
}

/**
 * The return code that blocks debits. Numbers that turned out to be wrong say nothing about the
 * corrected account. But a customer who did not authorize debits has not authorized them there.
 */
export async function findTrailBlock(
  { fingerprints }: Pick<BankTrail, "fingerprints">,
  findCode: FindCode,
): Promise<string | undefined> {
  const last = fingerprints.length - 1;
  for (const [at, fingerprint] of fingerprints.entries()) {
    const code = await findCode(fingerprint);
    if (code !== undefined && (at === last || UNAUTHORIZED_RETURNS.has(code))) return code;
  }
  return undefined;
}
