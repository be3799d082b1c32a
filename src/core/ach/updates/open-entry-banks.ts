/** Opens the bank accounts of entries that a bank has answered. */
import type { Database } from "../../../db/database.ts";
import { CustodyError } from "../../../ports/key-custody.ts";
import type { BankAccount } from "../../vault/vault.ts";
import type { AchNeeds } from "../ach-needs.ts";
import { EntryBankStore } from "./entry-bank-store.ts";
import type { EntryKey } from "./entry-update.ts";

export interface EntryBank<Entry> {
  readonly entry: Entry;
  readonly bank: BankAccount;
}

/** Leaves out entries whose bank account is gone or cannot be opened. */
export async function openEntryBanks<Entry extends EntryKey>(
  { vault }: Pick<AchNeeds, "vault">,
  db: Database,
  entries: readonly Entry[],
): Promise<readonly EntryBank<Entry>[]> {
  const sealed = await new EntryBankStore(db).findSealedBanks(entries);
  const opened: EntryBank<Entry>[] = [];
  for (const [entry, bytes] of sealed) {
    const bank = await openBank(vault, entry, bytes);
    if (bank !== undefined) opened.push({ entry, bank });
  }
  return opened;
}

async function openBank(
  vault: AchNeeds["vault"],
  { accountId, transactionId }: EntryKey,
  sealed: Uint8Array,
): Promise<BankAccount | undefined> {
  try {
    return await vault.openSealedBank(accountId, transactionId, sealed);
  } catch (error) {
    if (error instanceof CustodyError && error.kind === "unreadable") return undefined;
    throw error;
  }
}
