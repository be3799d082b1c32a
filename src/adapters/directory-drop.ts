/**
 * A bank behind two folders: another program takes our files from the outbox and puts the bank's
 * into the inbox. Clear bank numbers stand here and nowhere else.
 */
import { access, rename, unlink } from "node:fs/promises";
import path from "node:path";
import type { AchNetwork, FileName, IncomingFile, OutgoingFile } from "../ports/ach-network.ts";
import type { Clock } from "../ports/clock.ts";
import { Secret } from "../values/secret.ts";
import {
  checkFileName,
  type Folders,
  foldersOf,
  makeFolders,
  syncFolder,
  writeWhole,
} from "./directory-drop/folders.ts";
import {
  type InboxLimits,
  isSame,
  look,
  lookInto,
  readContents,
  type Seen,
  unlessGone,
} from "./directory-drop/inbox.ts";

export interface DirectoryDropNeeds {
  readonly root: string;
  readonly clock: Clock;
  readonly limits?: Partial<InboxLimits>;
}

const LIMITS: InboxLimits = { bytesMax: 32 * 1024 * 1024, filesMax: 100, quietMs: 5_000 };
/** A file that cannot be read may be half written for this long. */
const FRESH_MS = 10 * 60_000;

export class DirectoryDrop implements AchNetwork {
  readonly #root: string;
  readonly #clock: Clock;
  readonly #limits: InboxLimits;
  readonly #seen = new WeakMap<IncomingFile, Seen>();

  constructor({ root, clock, limits = {} }: DirectoryDropNeeds) {
    this.#root = root;
    this.#clock = clock;
    this.#limits = { ...LIMITS, ...limits };
  }

  /** When a bank is connected. Gives where its folders are. */
  async makeFolders(connection: string): Promise<Folders> {
    const folders = foldersOf(this.#root, connection);
    await makeFolders(folders);
    return folders;
  }

  async prepare({ connection, name, parts }: OutgoingFile): Promise<void> {
    checkFileName(name);
    await writeWhole(foldersOf(this.#root, connection).preparing, name, revealed(parts()));
  }

  /** Renaming is the act. What was prepared and is no longer there has been let go before. */
  async handOver({ connection, name }: FileName): Promise<void> {
    checkFileName(name);
    const { preparing, outbox } = foldersOf(this.#root, connection);
    // A folder that is missing, as of a disk that is not mounted, says nothing about the file.
    await Promise.all([access(preparing), access(outbox)]);
    try {
      await rename(path.join(preparing, name), path.join(outbox, name));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    }
    await syncFolder(outbox);
    await syncFolder(preparing);
  }

  async *incoming(connection: string): AsyncGenerator<IncomingFile> {
    const { inbox } = foldersOf(this.#root, connection);
    const nowMs = this.#clock.wall().epochMilliseconds;
    for (const seen of await lookInto(inbox, this.#limits, nowMs)) {
      const contents = await readContents(inbox, seen, this.#limits.bytesMax);
      if (contents === undefined) continue;
      const { digest, text } = contents;
      const file: IncomingFile = {
        connection,
        name: seen.name,
        digest,
        byteCount: seen.size,
        text: text === undefined ? undefined : new Secret(text),
        isFresh: nowMs - seen.modifiedMs < FRESH_MS,
      };
      this.#seen.set(file, seen);
      yield file;
    }
  }

  /** What was changed since it was read stays: the next look reads it again. */
  async putAway(file: IncomingFile): Promise<void> {
    const { inbox, setAside } = foldersOf(this.#root, file.connection);
    const [seen, now] = [this.#seen.get(file), await look(inbox, file.name)];
    if (seen === undefined || now === undefined || !isSame(seen, now)) return;
    const place = path.join(inbox, file.name);
    const aside = path.join(setAside, `${now.inode}-${file.name}`);
    if (file.text === undefined) await access(setAside);
    await unlessGone(file.text === undefined ? rename(place, aside) : unlink(place));
    await syncFolder(inbox);
  }
}

async function* revealed(parts: AsyncIterable<Secret>): AsyncGenerator<string> {
  for await (const part of parts) yield part.reveal();
}
