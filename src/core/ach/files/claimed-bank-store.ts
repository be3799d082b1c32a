/** Reads the sealed bank accounts of entries that a file has just claimed. */
import type { Database } from "../../../db/database.ts";

export interface ClaimedBank {
  readonly transactionId: string;
  readonly sealed: Uint8Array;
}

/** The entries of one claim: those of one account and batch between two sequence numbers. */
export interface ClaimedEntries {
  readonly fileId: string;
  readonly accountId: string;
  readonly batchNumber: number;
  readonly afterSequence: number;
  readonly lastSequence: number;
}

export async function listClaimedBanks(
  db: Database,
  { fileId, accountId, batchNumber, afterSequence, lastSequence }: ClaimedEntries,
): Promise<ClaimedBank[]> {
  return db.rows<ClaimedBank>`
    select entry.transaction_id as "transactionId", bank.sealed
    from ach_entries entry
      join vault bank on bank.account_id = ${accountId} and bank.token_id = entry.transaction_id
        and bank.kind = 'bank'
    where entry.account_id = ${accountId} and entry.file_id = ${fileId}
      and entry.batch_number = ${batchNumber}
      and entry.sequence > ${afterSequence} and entry.sequence <= ${lastSequence}`;
}
