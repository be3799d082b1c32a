/**
 * Gathers what waits for a window into one file and fixes it. Started again, it goes on; started
 * twice, each entry still gets into one file: see claim-store.ts.
 */

import type { HeldLock } from "../../../db/session-lock.ts";
import type { AchNeeds } from "../ach-needs.ts";
import type { BankConnection } from "../connections/bank-connection.ts";
import { EntryClaimStore } from "./entry-claim-store.ts";
import { FileStore } from "./file-store.ts";
import { fixFile } from "./fix-file.ts";
import type { NewFile, OutboundFile } from "./outbound-file.ts";

const CHUNK = 2_000;

/** How many entries the file has; undefined: nothing waited. */
export async function buildFile(
  needs: AchNeeds,
  connection: BankConnection,
  { wish, lock }: { readonly wish: NewFile; readonly lock: HeldLock },
): Promise<number | undefined> {
  const { db } = needs;
  const claims = new EntryClaimStore({ db, connection, chunkSize: CHUNK });
  if ((await claims.listWaitingKinds(wish.cutOff, wish.cutOffAt)).length === 0) return undefined;
  await lock.confirm();
  const file = await new FileStore(db).beginFile(wish);
  return completeFile(needs, connection, { file, lock });
}

/** Goes on where a file that is being built was left. */
export async function completeFile(
  needs: AchNeeds,
  connection: BankConnection,
  { file, lock }: { readonly file: OutboundFile; readonly lock: HeldLock },
): Promise<number | undefined> {
  if (file.state !== "building") return undefined;
  const claims = new EntryClaimStore({ db: needs.db, connection, chunkSize: CHUNK });
  for (const kind of await claims.listWaitingKinds(file.cutOff, file.cutOffAt)) {
    for (let after = "0"; ; ) {
      await lock.confirm();
      const chunk = await claims.claimEntries(file, kind, after);
      if (chunk === undefined || chunk.isLast) break;
      after = chunk.lastId;
    }
  }
  await lock.confirm();
  return fixFile(needs, file, connection);
}
