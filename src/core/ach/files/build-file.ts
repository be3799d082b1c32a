/**
 * Collects the entries that wait for a window into one file and fixes it. An interrupted build
 * continues. If it runs twice, each entry still gets into one file: see entry-claim-store.ts.
 */
import type { HeldLock } from "../../../db/locks/session-lock.ts";
import type { AchNeeds } from "../ach-needs.ts";
import type { BankConnection } from "../connections/bank-connection.ts";
import { EntryClaimStore } from "./entry-claim-store.ts";
import type { EntryKind } from "./entry-kind.ts";
import { FileStore } from "./file-store.ts";
import { fixFile } from "./fix-file.ts";
import { OpenedBanks } from "./opened-banks.ts";
import type { NewFile, OutboundFile } from "./outbound-file.ts";

const CHUNK = 2_000;

/** Returns the number of entries in the file, or undefined if no entries were waiting. */
export async function buildFile(
  needs: AchNeeds,
  connection: BankConnection,
  { newFile, lock }: { readonly newFile: NewFile; readonly lock: HeldLock },
): Promise<number | undefined> {
  const { db } = needs;
  const claims = new EntryClaimStore({ db, connection, chunkSize: CHUNK });
  const kinds = await claims.listWaitingKinds(newFile.cutOff, newFile.cutOffAt);
  if (kinds.length === 0) return undefined;
  await lock.confirm();
  const file = await new FileStore(db).beginFile(newFile);
  if (file.state !== "building") return undefined;
  return claimAndFix(needs, connection, { claims, kinds, file, lock });
}

/** Continues an interrupted build. */
export async function completeFile(
  needs: AchNeeds,
  connection: BankConnection,
  { file, lock }: { readonly file: OutboundFile; readonly lock: HeldLock },
): Promise<number | undefined> {
  if (file.state !== "building") return undefined;
  const claims = new EntryClaimStore({ db: needs.db, connection, chunkSize: CHUNK });
  const kinds = await claims.listWaitingKinds(file.cutOff, file.cutOffAt);
  return claimAndFix(needs, connection, { claims, kinds, file, lock });
}

interface OpenFile {
  readonly claims: EntryClaimStore;
  readonly kinds: readonly EntryKind[];
  readonly file: OutboundFile;
  readonly lock: HeldLock;
}

async function claimAndFix(
  needs: AchNeeds,
  connection: BankConnection,
  { claims, kinds, file, lock }: OpenFile,
): Promise<number | undefined> {
  const banks = new OpenedBanks(needs);
  for (const kind of kinds) {
    for (let after = "0"; ; ) {
      await lock.confirm();
      const chunk = await claims.claimEntries(file, kind, after);
      if (chunk !== undefined) banks.openClaimed(chunk);
      if (chunk === undefined || chunk.isLast) break;
      after = chunk.lastId;
    }
  }
  await banks.finish();
  await lock.confirm();
  return fixFile(needs, { file, connection, banks });
}
