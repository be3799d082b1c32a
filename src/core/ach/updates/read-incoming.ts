/**
 * Reads files from banks. A file is stored by its digest in the same commit that applies its items, so
 * reading it twice changes nothing. After that commit it is acknowledged.
 */
import type { Database } from "../../../db/database.ts";
import { isServerUnavailable } from "../../../db/server-errors.ts";
import type { AchNetwork, IncomingFile } from "../../../ports/ach-network.ts";
import type { AchNeeds } from "../ach-needs.ts";
import { inboundPartSeal, sealParts } from "../files/file-parts.ts";
import { applyItems } from "./apply-items.ts";
import { type InboundFile, InboundStore } from "./inbound-store.ts";
import { type ItemsReading, readItems } from "./read-items.ts";

export interface ReadReport {
  readonly files: number;
  readonly items: number;
  /** Names of files with errors. Nothing in them was applied. */
  readonly rejectedFiles: readonly string[];
  /** Errors that kept single files, or the rest of the inbox, from being read. */
  readonly failures: readonly unknown[];
}

/** The file stays in the inbox and is read again next time. */
export class UnreadFile extends Error {
  override readonly name = "UnreadFile";

  constructor(fileName: string, cause: unknown) {
    const why = cause instanceof Error ? cause.message : String(cause);
    super(`${fileName} could not be processed and stays in the inbox: ${why}`, { cause });
  }
}

/** The number of items in a file, or why there are none. */
type ReadFile = number | "known" | "growing" | "rejected";

const TOO_BIG: ItemsReading = { kind: "invalid", errors: "The file is too large to be read." };

export async function readIncomingFiles(
  needs: AchNeeds,
  network: AchNetwork,
  { connection, at }: { readonly connection: string; readonly at: Temporal.Instant },
): Promise<ReadReport> {
  let [files, items] = [0, 0];
  const rejectedFiles: string[] = [];
  const failures: unknown[] = [];
  try {
    for await (const file of network.listIncoming(connection, at)) {
      try {
        const read = await readFile(needs, file, at);
        if (read === "growing") continue;
        // The file is stored now and will be known next time, so it must be reported even if a later
        // step fails.
        if (read === "rejected") rejectedFiles.push(file.name);
        await network.acknowledge(file);
        if (read === "known") continue;
        files++;
        items += read === "rejected" ? 0 : read;
      } catch (error) {
        // A problem with one file must not keep the returns in other files from being read.
        if (isServerUnavailable(error)) throw error;
        failures.push(new UnreadFile(file.name, error));
      }
    }
  } catch (error) {
    failures.push(error);
  }
  return { files, items, rejectedFiles, failures };
}

async function readFile(
  needs: AchNeeds,
  file: IncomingFile,
  at: Temporal.Instant,
): Promise<ReadFile> {
  if (await new InboundStore(needs.db).isKnown(file.connection, file.digest)) return "known";
  const reading = file.text === undefined ? TOO_BIG : readItems(file.text.reveal());
  if (reading.kind === "invalid" && file.isFresh) return "growing";
  return needs.db.atomically((db) => storeFile(needs, db, { file, reading, at }));
}

interface ReadInboundFile {
  readonly file: IncomingFile;
  readonly reading: ItemsReading;
  readonly at: Temporal.Instant;
}

async function storeFile(needs: AchNeeds, db: Database, kept: ReadInboundFile): Promise<ReadFile> {
  const { file, reading, at } = kept;
  const inbound = new InboundStore(db);
  const fileId = await inbound.addFile(inboundRow(kept));
  if (fileId === undefined) return "known";
  await sealParts(needs.custody, file.text?.reveal() ?? "", {
    context: (part) => inboundPartSeal(fileId, part),
    save: (part, sealed) => inbound.savePart(fileId, part, sealed),
  });
  if (reading.kind === "invalid") return "rejected";
  const { connection } = file;
  const items = await applyItems(needs, db, { connection, items: reading.items, at });
  await inbound.saveUnmatched(fileId, connection, { items, at });
  return reading.items.length;
}

function inboundRow({ file, reading, at }: ReadInboundFile): InboundFile {
  const { connection, name, digest, byteCount } = file;
  return {
    connection,
    name,
    digest,
    byteCount,
    receivedAt: at,
    state: file.text === undefined ? "too_big" : reading.kind,
    itemCount: reading.kind === "read" ? reading.items.length : 0,
    errors: reading.kind === "invalid" ? reading.errors : undefined,
  };
}
