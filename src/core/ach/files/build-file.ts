/** Gathers what waits for a window into one file and fixes it. Begun twice, it goes on. */
import type { AchNeeds } from "../ach-needs.ts";
import type { BankConnection } from "../connections/bank-connection.ts";
import { ClaimStore } from "./claim-store.ts";
import { FileStore } from "./file-store.ts";
import { fixFile } from "./fix-file.ts";
import type { NewFile, OutboundFile } from "./outbound-file.ts";

const CHUNK = 2_000;
/** What the controls of a file have room for, less a chunk of the biggest entries. */
const FILE_ENTRIES_MAX = 900_000;
const FILE_CENTS_MAX = 10 ** 12 - CHUNK * 99_999_999;

/** How many entries the file has; undefined: nothing waited. */
export async function buildFile(
  needs: AchNeeds,
  connection: BankConnection,
  wish: NewFile,
): Promise<number | undefined> {
  const { db } = needs;
  const claims = new ClaimStore({ db, connection, chunkSize: CHUNK });
  if ((await claims.kinds(wish.cutOff, wish.cutOffAt)).length === 0) return undefined;
  return completeFile(needs, connection, await new FileStore(db).begin(wish));
}

/** Goes on where a file that is being built was left. */
export async function completeFile(
  needs: AchNeeds,
  connection: BankConnection,
  file: OutboundFile,
): Promise<number | undefined> {
  if (file.state !== "building") return undefined;
  const claims = new ClaimStore({ db: needs.db, connection, chunkSize: CHUNK });
  let [entries, cents] = [0, 0];
  for (const kind of await claims.kinds(file.cutOff, file.cutOffAt)) {
    for (let after = "0"; entries < FILE_ENTRIES_MAX && cents < FILE_CENTS_MAX; ) {
      const chunk = await claims.claim(file, kind, after);
      if (chunk === undefined) break;
      entries += chunk.count;
      cents += chunk.amountCents;
      after = chunk.lastId;
      if (chunk.isLast) break;
    }
  }
  return fixFile(needs, file, connection);
}
