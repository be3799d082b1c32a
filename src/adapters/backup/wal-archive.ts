/**
 * Archives the write-ahead log of the embedded server: copies every finished segment, compressed, to the
 * folder of backups. A replication slot makes the server keep each segment until it is copied. No shell
 * command is involved, and PostgreSQL's own account needs no access to the folder of backups.
 */
import { randomBytes } from "node:crypto";
import { rm } from "node:fs/promises";
import path from "node:path";
import { Database } from "../../db/database.ts";
import type { DatabasePool } from "../../db/database-pool.ts";
import { type BackupFolder, DRAFT, exists, PACKED } from "./backup-folder.ts";
import { BackupServerStore } from "./backup-server-store.ts";
import { openUnpacked } from "./packed-segments.ts";
import { makePrivateFolder, renameDurably, writePrivately } from "./private-files.ts";
import { segmentName, segmentNumber, segmentStart } from "./wal-segments.ts";

export interface WalArchiveNeeds {
  readonly db: DatabasePool;
  /** PostgreSQL's data folder. */
  readonly cluster: string;
  readonly folder: BackupFolder;
  /** Called before a new archive begins, to which no base backup belongs. An error prevents it. */
  readonly onBegin?: () => Promise<void>;
}

/** An archive that has begun, as a backup uses it. */
export interface RunningArchive {
  readonly id: string;
  /** False: the server no longer keeps segments for it, and it has ended. */
  isOpen(): Promise<boolean>;
  copyFinished(): Promise<boolean>;
}

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
   * Copies all finished segments. False: another process is doing it, or the signal stopped it after a
   * segment. If the server had to drop segments that were not copied, a new archive begins, and needs a
   * new base backup.
   */
  copyFinished(stop?: AbortSignal): Promise<boolean> {
    const { db } = this.#needs;
    return db.withClient(async (client) => {
      const session = new Database(client, { answerWithinMs: db.answerWithinMs });
      const server = new BackupServerStore(session);
      if (!(await server.claim("archive"))) return false;
      try {
        return await this.#copyClaimed(server, stop);
      } finally {
        // Without a connection there is nothing to release: the claim ends with its session.
        await server.release("archive").catch(() => {});
      }
    });
  }

  /** Every statement runs in the session of the claim, so a lost claim ends the work. */
  async #copyClaimed(server: BackupServerStore, stop: AbortSignal | undefined): Promise<boolean> {
    const { id, from } = await this.#openSlot();
    const { timeline } = await server.readFacts();
    const end = segmentNumber(await server.readFlushed());
    await this.#needs.folder.requireExisting();
    await makePrivateFolder(this.#needs.folder.archive(id));
    await this.#needs.folder.removeArchiveDrafts(id);
    for (let number = segmentNumber(from); number < end; number++) {
      if (stop?.aborted === true) return false;
      await this.#copySegment(server, { id, number, name: segmentName(timeline, number) });
      await server.advanceArchiveSlot(id, segmentStart(number + 1));
    }
    return true;
  }

  /** For a backup, whose log is in this archive. */
  continueArchive(id: string): RunningArchive {
    const isOpen = async () => {
      const slots = await this.#server.listArchiveSlots();
      return slots.some((slot) => slot.id === id && slot.from !== undefined);
    };
    return { id, isOpen, copyFinished: () => this.copyFinished() };
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

  /** Two processes that begin at once use one archive. */
  #openSlot(): Promise<OpenSlot> {
    return this.#needs.db.atomically(async (db) => {
      const server = new BackupServerStore(db);
      await server.lockSlots();
      return findOrCreateSlot(server, this.#needs.onBegin);
    });
  }

  /**
   * A copy is complete when it has its name. Whoever lost the claim may still be writing a draft, so each
   * draft has a name of its own, and gets the segment's only while the server still keeps the segment:
   * then its file was not used again for later log, and any complete copy is the right one.
   */
  async #copySegment(server: BackupServerStore, { id, number, name }: Segment): Promise<void> {
    const target = path.join(this.#needs.folder.archive(id), `${name}${PACKED}`);
    if (await exists(target)) return;
    const draft = `${target}.${randomBytes(4).toString("hex")}${DRAFT}`;
    try {
      const source = path.join(this.#needs.cluster, "pg_wal", name);
      await writePrivately(draft, () => openUnpacked(source));
      await requireKept(server, { id, number, name });
      await renameDurably(draft, target);
    } finally {
      await rm(draft, { force: true });
    }
  }
}

interface OpenSlot {
  readonly id: string;
  readonly from: bigint;
}

interface Segment {
  /** Of the archive. */
  readonly id: string;
  readonly number: number;
  readonly name: string;
}

/** A slot is not part of the transaction, so what must be known of a new archive is stored before. */
async function findOrCreateSlot(
  server: BackupServerStore,
  onBegin = async () => {},
): Promise<OpenSlot> {
  for (;;) {
    for (const { id, from } of await server.listArchiveSlots()) {
      if (from !== undefined) return { id, from };
      await server.dropArchiveSlot(id);
    }
    await onBegin();
    await server.createArchiveSlot(randomBytes(4).toString("hex"));
  }
}

async function requireKept(server: BackupServerStore, { id, number, name }: Segment) {
  const slot = (await server.listArchiveSlots()).find((one) => one.id === id);
  if (slot?.from !== undefined && segmentNumber(slot.from) <= number) return;
  throw new Error(`the server gave up ${name} while it was copied`);
}
