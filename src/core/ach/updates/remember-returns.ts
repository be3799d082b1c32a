/**
 * What a return means for the bank account, in the commit that stores the return: its verification
 * ends, and some returns block further debits by the same merchant.
 */
import type { Database } from "../../../db/database.ts";
import {
  bankAccountFingerprint,
  fingerprintText,
} from "../../bank-accounts/bank-account-fingerprint.ts";
import { BankBlockStore, type NewBankBlock } from "../../bank-accounts/bank-block-store.ts";
import { BankCorrectionStore } from "../../bank-accounts/bank-correction-store.ts";
import { isBlockingReturn, UNAUTHORIZED_RETURNS } from "../../bank-accounts/blocking-returns.ts";
import { VerificationStore } from "../../verification/verification-store.ts";
import { verificationFingerprint } from "../../verification/verify-account.ts";
import type { AchNeeds } from "../ach-needs.ts";
import type { EntryUpdate } from "./entry-update.ts";
import { type EntryBank, openEntryBanks } from "./open-entry-banks.ts";

type ReturnNeeds = Pick<AchNeeds, "vault" | "custody">;
type ReturnedEntry = EntryUpdate & { readonly returnCode: string };

interface BankRow {
  readonly accountId: string;
  readonly fingerprint: Uint8Array;
}

/** The caller has locked the bank accounts of the merchants with unauthorized returns. */
export async function rememberReturns(
  needs: ReturnNeeds,
  db: Database,
  { updates, at }: { readonly updates: readonly EntryUpdate[]; readonly at: Temporal.Instant },
): Promise<void> {
  const returned = updates.filter(isReturned);
  if (returned.length === 0) return;
  const opened = await openEntryBanks(needs, db, returned);
  const ended = opened.map(({ entry: { accountId }, bank }) => ({
    accountId,
    fingerprint: verificationFingerprint(needs, bank),
  }));
  await new VerificationStore(db).endVerifications(onePerBank(ended), at);
  const blocks: NewBankBlock[] = [];
  for (const one of opened.filter(({ entry }) => isBlockingReturn(entry.returnCode)))
    blocks.push(...(await newBlocks(needs, db, one)));
  await new BankBlockStore(db).saveBlocks(onePerBank(blocks, isReplacedBy), at);
}

function isReturned(update: EntryUpdate): update is ReturnedEntry {
  return update.returnCode !== undefined && update.isUnsent !== true;
}

/** Later tokens stand for the corrected bank account, which the customer has not authorized either. */
async function newBlocks(
  needs: ReturnNeeds,
  db: Database,
  { entry, bank }: EntryBank<ReturnedEntry>,
): Promise<readonly NewBankBlock[]> {
  const { accountId, transactionId, returnCode } = entry;
  const fingerprint = bankAccountFingerprint(needs, bank);
  const last4 = bank.accountNumber.last4() || null;
  const trail = UNAUTHORIZED_RETURNS.has(returnCode)
    ? await new BankCorrectionStore(db).listTrail(accountId, fingerprint)
    : [fingerprint];
  const block = { accountId, transactionId, returnCode, last4 };
  return trail.map((each) => ({ ...block, fingerprint: each }));
}

/** An unauthorized return counts more than a wrong account number. */
function isReplacedBy(before: NewBankBlock, after: NewBankBlock): boolean {
  const isUnauthorized = ({ returnCode }: NewBankBlock) => UNAUTHORIZED_RETURNS.has(returnCode);
  return isUnauthorized(after) || !isUnauthorized(before);
}

/** A file may have returns of several entries of one bank account: the last one counts, if it may. */
function onePerBank<Row extends BankRow>(
  rows: readonly Row[],
  mayReplace: (before: Row, after: Row) => boolean = () => true,
): readonly Row[] {
  const byBank = new Map<string, Row>();
  for (const row of rows) {
    const key = `${row.accountId}/${fingerprintText(row.fingerprint)}`;
    const before = byBank.get(key);
    if (before === undefined || mayReplace(before, row)) byBank.set(key, row);
  }
  return [...byBank.values()];
}
