/**
 * Applies notifications of change to bank accounts, in the commit that stores them. The corrected
 * numbers are kept by the fingerprint of the old ones, so they apply to every later entry of this
 * merchant: by any token, with the old numbers sent again, and to entries that wait for a file.
 */
import type { Database } from "../../../db/database.ts";
import { Secret } from "../../../values/secret.ts";
import {
  bankAccountFingerprint,
  fingerprintText,
} from "../../bank-accounts/bank-account-fingerprint.ts";
import { BankBlockStore } from "../../bank-accounts/bank-block-store.ts";
import { BankCorrectionStore } from "../../bank-accounts/bank-correction-store.ts";
import {
  type CorrectedBank,
  openCorrectedBank,
  replaceBank,
  sealCorrectedBank,
} from "../../vault/corrected-bank.ts";
import type { BankAccount } from "../../vault/vault.ts";
import type { AchNeeds } from "../ach-needs.ts";
import { type CorrectedNumbers, readCorrectedNumbers } from "../codes/corrected-numbers.ts";
import type { EntryNotice } from "./entry-update.ts";
import { openEntryBanks } from "./open-entry-banks.ts";

type CorrectionNeeds = Pick<AchNeeds, "vault" | "custody">;

interface BankChange {
  readonly notice: EntryNotice;
  readonly bank: BankAccount;
  readonly numbers: CorrectedNumbers;
  readonly at: Temporal.Instant;
}

/** A chain of corrections is not followed further when a circle is looked for. */
const STEPS_MAX = 10;

/** The caller has locked the bank accounts. Returns all notices. Those that changed a bank account are marked as applied. */
export async function applyCorrections(
  needs: CorrectionNeeds,
  db: Database,
  { notices, at }: { readonly notices: readonly EntryNotice[]; readonly at: Temporal.Instant },
): Promise<readonly EntryNotice[]> {
  const changes = await listApplicable(db, notices);
  if (changes.length === 0) return notices;
  const applied = new Set<EntryNotice>();
  for (const { entry, bank } of await openInOrder(needs, db, changes)) {
    const numbers = readCorrectedNumbers(entry.code, entry.corrected?.reveal() ?? "");
    if (numbers === undefined) continue;
    if (await correctBank(needs, db, { notice: entry, bank, numbers, at })) applied.add(entry);
  }
  return notices.map((notice) => ({ ...notice, isApplied: applied.has(notice) }));
}

/** Two files at once write the rows of a bank account in the same order. */
async function openInOrder(needs: CorrectionNeeds, db: Database, changes: readonly EntryNotice[]) {
  const opened = await openEntryBanks(needs, db, changes);
  const sorted = opened.map(({ entry, bank }) => {
    const fingerprint = fingerprintText(bankAccountFingerprint(needs, bank));
    return { entry, bank, key: `${entry.accountId}/${fingerprint}` };
  });
  // The sort is stable: changes of one bank account stay in the order of the file.
  return sorted.toSorted((one, other) => Number(one.key > other.key) - Number(one.key < other.key));
}

async function listApplicable(
  db: Database,
  notices: readonly EntryNotice[],
): Promise<readonly EntryNotice[]> {
  const changes = notices.filter(({ kind }) => kind === "change");
  if (changes.length === 0) return changes;
  const accounts = [...new Set(changes.map(({ accountId }) => accountId))];
  const applying = await new BankCorrectionStore(db).listApplyingAccounts(accounts);
  return changes.filter(({ accountId }) => applying.has(accountId));
}

/** Returns false if the bank account already has the corrected values. */
async function correctBank(
  needs: CorrectionNeeds,
  db: Database,
  { notice, bank, numbers, at }: BankChange,
): Promise<boolean> {
  const { accountId, transactionId, code } = notice;
  const store = new BankCorrectionStore(db);
  const fingerprint = bankAccountFingerprint(needs, bank);
  const key = { accountId, fingerprint };
  const known = await store.findCorrection(accountId, fingerprint, at);
  const before = known && (await openCorrectedBank(needs.custody, key, known.sealed));
  const corrected = mergeCorrection(before ?? { ...bank, accountType: undefined }, numbers);
  const correctedFingerprint = bankAccountFingerprint(needs, replaceBank(bank, corrected));
  const isSame = fingerprintText(correctedFingerprint) === fingerprintText(fingerprint);
  if (isSame && (corrected.accountType ?? bank.accountType) === bank.accountType) return false;
  const sealed = await sealCorrectedBank(needs.custody, key, corrected);
  const last4 = bank.accountNumber.last4();
  const correctedLast4 = corrected.accountNumber.last4();
  const origin = { transactionId, code, last4, correctedLast4 };
  await store.saveCorrection(accountId, { fingerprint, correctedFingerprint, sealed, origin }, at);
  if (isSame) return true;
  await breakCircle(store, { accountId, fingerprint, correctedFingerprint, at });
  const trail = await store.listTrail(accountId, correctedFingerprint);
  await new BankBlockStore(db).copyUnauthorizedBlock(accountId, fingerprint, trail);
  return true;
}

/** A second notification may correct what the first one did not mention. */
function mergeCorrection(before: CorrectedBank, numbers: CorrectedNumbers): CorrectedBank {
  const { routingNumber, accountNumber, accountType } = numbers;
  return {
    routingNumber: routingNumber ?? before.routingNumber,
    accountNumber: accountNumber === undefined ? before.accountNumber : new Secret(accountNumber),
    accountType: accountType ?? before.accountType,
  };
}

/** If an older correction leads back to the bank account that is now wrong, the newer one wins. */
async function breakCircle(
  store: BankCorrectionStore,
  circle: {
    readonly accountId: string;
    readonly fingerprint: Uint8Array;
    readonly correctedFingerprint: Uint8Array;
    readonly at: Temporal.Instant;
  },
): Promise<void> {
  const { accountId, fingerprint, correctedFingerprint, at } = circle;
  let next = correctedFingerprint;
  for (let steps = 0; steps < STEPS_MAX; steps++) {
    const found = await store.findCorrection(accountId, next, at);
    if (found === undefined) return;
    if (fingerprintText(found.correctedFingerprint) === fingerprintText(next)) return;
    next = found.correctedFingerprint;
    if (fingerprintText(next) !== fingerprintText(fingerprint)) continue;
    return store.removeCorrection(accountId, correctedFingerprint);
  }
}
