/**
 * Reads what banks have sent. Everything a file says lands in the commit that knows the file by its
 * bytes, so that the same file twice changes nothing; only then is it put away.
 */
import type { Database } from "../../../db/database.ts";
import { isServerUnavailable } from "../../../db/server-errors.ts";
import type { AchNetwork, IncomingFile } from "../../../ports/ach-network.ts";
import type { SealContext } from "../../../ports/key-custody.ts";
import { Secret } from "../../../values/secret.ts";
import type { AchNeeds } from "../ach-needs.ts";
import { applyItems } from "./apply-items.ts";
import { type InboundFile, InboundStore } from "./inbound-store.ts";
import { type ItemsReading, readItems } from "./read-items.ts";

export interface ReadReport {
  readonly files: number;
  readonly items: number;
  /** Names of files that cannot be read, and what they say of entries with them. */
  readonly rejectedFiles: readonly string[];
  /** What kept single files, or the rest, from being read. */
  readonly failures: readonly unknown[];
}

/** It stays where it is and is tried again at the next look. */
export class UnreadFile extends Error {
  override readonly name = "FileTrouble";

  constructor(fileName: string, cause: unknown) {
    const why = cause instanceof Error ? cause.message : String(cause);
    super(`${fileName} could not be read: ${why}`, { cause });
  }
}

/** How many things a file said, or why that is not known. */
type ReadFile = number | "known" | "growing" | "not_believed";

const PART_CHARACTERS = 256 * 1024;
const TOO_BIG: ItemsReading = { kind: "invalid", errors: "it is bigger than what is read" };

export async function readIncomingFiles(
  needs: AchNeeds,
  network: AchNetwork,
  { connection, at }: { readonly connection: string; readonly at: Temporal.Instant },
): Promise<ReadReport> {
  let [files, items] = [0, 0];
  const notBelieved: string[] = [];
  const troubles: unknown[] = [];
  try {
    for await (const file of network.listIncoming(connection, at)) {
      try {
        const read = await readFile(needs, file, at);
        if (read === "growing") continue;
        // Kept by now, and known the next time: whatever fails from here on, it is told of.
        if (read === "not_believed") notBelieved.push(file.name);
        await network.acknowledge(file);
        if (read === "known") continue;
        files++;
        items += read === "not_believed" ? 0 : read;
      } catch (error) {
        // One file's trouble must not keep what other files return from being read.
        if (isServerUnavailable(error)) throw error;
        troubles.push(new UnreadFile(file.name, error));
      }
    }
  } catch (error) {
    troubles.push(error);
  }
  return { files, items, rejectedFiles: notBelieved, failures: troubles };
}

async function readFile(
  needs: AchNeeds,
  file: IncomingFile,
  at: Temporal.Instant,
): Promise<ReadFile> {
  if (await new InboundStore(needs.db).isKnown(file.connection, file.digest)) return "known";
  const reading = file.text === undefined ? TOO_BIG : readItems(file.text.reveal());
  if (reading.kind === "invalid" && file.isFresh) return "growing";
  return needs.db.atomically((db) => keep(needs, db, { file, reading, at }));
}

interface Kept {
  readonly file: IncomingFile;
  readonly reading: ItemsReading;
  readonly at: Temporal.Instant;
}

async function keep(needs: AchNeeds, db: Database, kept: Kept): Promise<ReadFile> {
  const { file, reading, at } = kept;
  const inbound = new InboundStore(db);
  const fileId = await inbound.addFile(inboundRow(kept));
  if (fileId === undefined) return "known";
  await saveParts(needs, inbound, { fileId, text: file.text });
  if (reading.kind === "invalid") return "not_believed";
  const { connection } = file;
  const items = await applyItems(needs, db, { connection, items: reading.items, at });
  await inbound.saveUnmatched(fileId, connection, { items, at });
  return reading.items.length;
}

function inboundRow({ file, reading, at }: Kept): InboundFile {
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

async function saveParts(
  { custody }: AchNeeds,
  inbound: InboundStore,
  { fileId, text }: { readonly fileId: string; readonly text: Secret | undefined },
): Promise<void> {
  const all = text?.reveal() ?? "";
  for (let [from, part] = [0, 0]; from < all.length; from += PART_CHARACTERS, part++) {
    const piece = new Secret(all.slice(from, from + PART_CHARACTERS));
    await inbound.savePart(fileId, part, await custody.seal(piece, partSeal(fileId, part)));
  }
}

function partSeal(fileId: string, part: number): SealContext {
  return { place: "ach_inbound_parts.sealed", owner: `${fileId}/${part}` };
}
