/** Folders on a disk: another program carries the files to the bank and back. */
import { access, readdir, rename, unlink } from "node:fs/promises";
import path from "node:path";
import type { ClaimedFile, Draft, HandOverResult } from "../../ports/ach-network.ts";
import {
  type Contents,
  type DropStorage,
  type FoundFile,
  INBOX_LIMITS,
  type InboxLimits,
  type ReadFile,
} from "../bank-drop/drop-storage.ts";
import { type DiskLimit, diskLimit } from "./disk-limit.ts";
import { connectionFolders, type Folders, syncFolder, writeNewFile } from "./folders.ts";
import { findFile, listQuietFiles, readInboxFile, undefinedIfGone } from "./inbox.ts";

export interface DirectoryStorageNeeds {
  readonly root: string;
  readonly limits?: Partial<InboxLimits>;
  /** For one step on the disk, such as listing a folder or renaming a file. */
  readonly diskTimeoutMs?: number;
}

/** A healthy disk takes seconds, even over a network. */
const DISK_TIMEOUT_MS = 120_000;

export class DirectoryStorage implements DropStorage {
  readonly limits: InboxLimits;
  readonly #root: string;
  readonly #inTime: DiskLimit;

  constructor({ root, limits = {}, diskTimeoutMs = DISK_TIMEOUT_MS }: DirectoryStorageNeeds) {
    this.limits = { ...INBOX_LIMITS, ...limits };
    this.#root = root;
    this.#inTime = diskLimit(root, diskTimeoutMs);
  }

  folders(connection: string): Folders {
    return connectionFolders(this.#root, connection);
  }

  async writeDraft(
    { connection, draft }: Draft,
    pieces: () => AsyncIterable<string>,
  ): Promise<void> {
    const { preparing } = this.folders(connection);
    await writeNewFile(path.join(preparing, draft), pieces(), this.#inTime);
  }

  async publishDraft(file: ClaimedFile): Promise<HandOverResult> {
    const { connection, draft, name } = file;
    const { preparing, outbox } = this.folders(connection);
    await file.countRename();
    return this.#inTime(async () => {
      const result = await renameDraft(path.join(preparing, draft), path.join(outbox, name));
      // Also if the draft is gone: the process that renamed it may have been killed before this.
      await syncFolder(outbox);
      await syncFolder(preparing);
      return result;
    });
  }

  listDrafts(connection: string): Promise<readonly string[]> {
    return this.#inTime(async () => {
      const entries = await readdir(this.folders(connection).preparing, { withFileTypes: true });
      return entries.filter((entry) => entry.isFile()).map(({ name }) => name);
    });
  }

  async removeDraft({ connection, draft }: Draft): Promise<void> {
    const { preparing } = this.folders(connection);
    await this.#inTime(() => undefinedIfGone(unlink(path.join(preparing, draft))));
  }

  listInbox(connection: string, nowMs: number): Promise<readonly FoundFile[]> {
    const { inbox } = this.folders(connection);
    return this.#inTime(() => listQuietFiles(inbox, this.limits, nowMs));
  }

  findInInbox(connection: string, name: string): Promise<FoundFile | undefined> {
    return this.#inTime(() => findFile(this.folders(connection).inbox, name));
  }

  readFromInbox(connection: string, name: string): Promise<Contents | undefined> {
    const { inbox } = this.folders(connection);
    return this.#inTime(() => readInboxFile(inbox, name, this.limits.bytesMax));
  }

  renameInInbox(connection: string, from: string, to: string): Promise<boolean> {
    const { inbox } = this.folders(connection);
    const move = () => rename(path.join(inbox, from), path.join(inbox, to)).then(() => true);
    return this.#inTime(async () => (await undefinedIfGone(move())) ?? false);
  }

  /** A file that was read is removed: its content is in the database. */
  putAway(connection: string, { ours, name, isTooLarge }: ReadFile): Promise<void> {
    const { inbox, tooLarge } = this.folders(connection);
    const place = path.join(inbox, ours);
    return this.#inTime(async () => {
      if (isTooLarge) {
        // Without this, a missing folder would look like a file that is gone.
        await access(tooLarge);
        const found = await findFile(inbox, ours);
        await undefinedIfGone(rename(place, path.join(tooLarge, `${found?.inode}-${name}`)));
      } else await undefinedIfGone(unlink(place));
      await syncFolder(inbox);
    });
  }

  checkFolders(connection: string): Promise<void> {
    return this.#inTime(async () => {
      for (const folder of Object.values(this.folders(connection))) {
        await access(folder).catch((cause: unknown) => {
          throw new Error(`The folder ${folder} is missing. Is its disk mounted?`, { cause });
        });
      }
    });
  }
}

/** A draft counts as gone only if its folder can be listed and does not contain it. */
async function renameDraft(draft: string, final: string): Promise<HandOverResult> {
  try {
    await rename(draft, final);
    return "handed_over";
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    const names = await readdir(path.dirname(draft));
    if (!names.includes(path.basename(draft))) return "renamed_earlier";
    const outbox = path.dirname(final);
    throw new Error(`The folder ${outbox} is missing. Is its disk mounted?`, { cause: error });
  }
}
