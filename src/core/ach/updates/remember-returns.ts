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
import { isBlockingReturn } from "../../bank-accounts/blocking-returns.ts";
import { VerificationStore } from "../../verification/verification-store.ts";
import { verificationFingerprint } from "../../verification/verify-account.ts";
import type { AchNeeds } from "../ach-needs.ts";
import type { EntryUpdate } from "./entry-update.ts";
import { type EntryBank, openEntryBanks } from "./open-entry-banks.ts";

type ReturnNeeds = Pick<AchNeeds, "vault" | "custody">;
type ReturnedEntry = EntryUpdate & { readonly returnCode: string };

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
  const blocking = opened.filter(({ entry }) => isBlockingReturn(entry.returnCode));
  const blocks = blocking.map((one) => newBlock(needs, one));
  await new BankBlockStore(db).saveBlocks(onePerBank(blocks), at);
}

function isReturned(update: EntryUpdate): update is ReturnedEntry {
  return update.returnCode !== undefined && update.isUnsent !== true;
}

function newBlock(needs: ReturnNeeds, { entry, bank }: EntryBank<ReturnedEntry>): NewBankBlock {
  const { accountId, transactionId, returnCode } = entry;
  const fingerprint = bankAccountFingerprint(needs, bank);
  const last4 = bank.accountNumber.last4() || null;
  return { accountId, fingerprint, transactionId, returnCode, last4 };
}

/** A file may have returns of several entries of one bank account: the last one counts. */
function onePerBank<Row extends { readonly accountId: string; readonly fingerprint: Uint8Array }>(
  rows: readonly Row[],
): readonly Row[] {
  const byBank = new Map(
    rows.map((row) => [`${row.accountId}/${fingerprintText(row.fingerprint)}`, row]),
  );
  return [...byBank.values()];
}
