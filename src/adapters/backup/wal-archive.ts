/**
 * Archives the write-ahead log of the embedded server: copies every finished segment, compressed, to the
 * folder of backups. A replication slot makes the server keep each segment until it is copied. No shell
 * command is involved, and PostgreSQL's own account needs no access to the folder of backups.
 */
import { randomBytes } from "node:crypto";
import { createReadStream } from "node:fs";
import { rm } from "node:fs/promises";
import path from "node:path";
import { createGzip } from "node:zlib";
import type { Database } from "../../db/database.ts";
import { type BackupFolder, DRAFT, exists, PACKED } from "./backup-folder.ts";
import { BackupServerStore } from "./backup-server-store.ts";
import { makePrivateFolder, renameDurably, writePrivately } from "./private-files.ts";
import { segmentName, segmentNumber, segmentStart } from "./wal-segments.ts";

export interface WalArchiveNeeds {
  readonly db: Database;
  /** PostgreSQL's data folder. */
  readonly cluster: string;
  readonly folder: BackupFolder;
}

/** A fast level: most of a segment that was ended early is zeros. */
const GZIP = { level: 1 };
/** A segment with less than this has nothing but its header. */
const EMPTY_BYTES = 64n;

export class WalArchive {
  readonly #needs: WalArchiveNeeds;
  readonly #server: BackupServerStore;

  constructor(needs: WalArchiveNeeds) {
    this.#needs = needs;
    this.#server = new BackupServerStore(needs.db);
  }

  /** From now on the server keeps segments for the archive. Returns its id. */
  async openArchive(): Promise<string> {
    return (await this.#openSlot()).id;
  }

  /**
   * Copies all finished segments. Returns the number of copied ones. If the server had to drop segments
   * that were not copied, a new archive begins, and needs a new base backup.
   */
  async copyFinished(): Promise<number> {
    const { id, from } = await this.#openSlot();
    const { timeline } = await this.#server.readFacts();
    const end = segmentNumber(await this.#server.readFlushed());
    await makePrivateFolder(this.#needs.folder.archive(id));
    let copied = 0;
    for (let number = segmentNumber(from); number < end; number++) {
      if (await this.#copySegment(id, segmentName(timeline, number))) copied++;
      await this.#server.advanceArchiveSlot(id, segmentStart(number + 1));
    }
    return copied;
  }

  /** Ends the current segment if it has something, so that the next round copies it. */
  async endSegment(): Promise<void> {
    const flushed = await this.#server.readFlushed();
    if (flushed - segmentStart(segmentNumber(flushed)) < EMPTY_BYTES) return;
    await this.#server.switchSegment();
  }

  /** Ends archiving for good: the server no longer keeps segments for it. */
  async dropSlots(): Promise<number> {
    const slots = await this.#server.listArchiveSlots();
    for (const { id } of slots) await this.#server.dropArchiveSlot(id);
    return slots.length;
  }

  async #openSlot(): Promise<{ readonly id: string; readonly from: bigint }> {
    for (;;) {
      const slots = await this.#server.listArchiveSlots();
      for (const { id, from } of slots) {
        if (from !== undefined) return { id, from };
        await this.#server.dropArchiveSlot(id);
      }
      await this.#server.createArchiveSlot(randomBytes(4).toString("hex"));
    }
  }

  /** False: it was copied before. A copy is complete when it has its name. */
  async #copySegment(id: string, segment: string): Promise<boolean> {
    const target = path.join(this.#needs.folder.archive(id), `${segment}${PACKED}`);
    if (await exists(target)) return false;
    const draft = `${target}${DRAFT}`;
    await rm(draft, { force: true });
    const source = createReadStream(path.join(this.#needs.cluster, "pg_wal", segment));
    await writePrivately(draft, source, [createGzip(GZIP)]);
    await renameDurably(draft, target);
    return true;
  }
}
