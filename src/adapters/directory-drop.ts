/**
 * A bank behind folders: another program takes our files from the outbox and puts the bank's files
 * into the inbox. These files are the only place with bank account numbers in the clear.
 */
import { randomUUID } from "node:crypto";
import { access, readdir, rename, unlink } from "node:fs/promises";
import path from "node:path";
import type {
  AchNetwork,
  Draft,
  DraftOfFile,
  HandOverResult,
  IncomingFile,
  OutgoingFile,
} from "../ports/ach-network.ts";
import type { Clock } from "../ports/clock.ts";
import { Secret } from "../values/secret.ts";
import { type DiskLimit, diskLimit } from "./directory-drop/disk-limit.ts";
import {
  checkFileName,
  connectionFolders,
  type Folders,
  makeFolders,
  syncFolder,
  writeNewFile,
} from "./directory-drop/folders.ts";
import {
  findFile,
  type InboxLimits,
  isSameFile,
  listQuietFiles,
  readContents,
  type SeenFile,
  undefinedIfGone,
} from "./directory-drop/inbox.ts";

export interface DirectoryDropNeeds {
  readonly root: string;
  readonly clock: Clock;
  readonly limits?: Partial<InboxLimits>;
  /** For one step on the disk, such as listing a folder or renaming a file. */
  readonly diskTimeoutMs?: number;
}

const LIMITS: InboxLimits = { bytesMax: 32 * 1024 * 1024, filesMax: 100, quietMs: 5_000 };
/** A healthy disk takes seconds, even over a network. */
const DISK_TIMEOUT_MS = 120_000;
/** A file that cannot be read may still be being written for this long. */
const FRESH_MS = 10 * 60_000;
/** How much of the name is kept when a file is renamed. */
const NAME_KEPT = 50;

export class DirectoryDrop implements AchNetwork {
  readonly #root: string;
  readonly #clock: Clock;
  readonly #limits: InboxLimits;
  readonly #inTime: DiskLimit;
  readonly #seen = new WeakMap<IncomingFile, SeenFile>();

  constructor({ root, clock, limits = {}, diskTimeoutMs = DISK_TIMEOUT_MS }: DirectoryDropNeeds) {
    this.#root = root;
    this.#clock = clock;
    this.#limits = { ...LIMITS, ...limits };
    this.#inTime = diskLimit(root, diskTimeoutMs);
  }

  /** Creates the folders of a bank that is being connected, and returns their paths. */
  async makeFolders(connection: string): Promise<Folders> {
    const folders = connectionFolders(this.#root, connection);
    await makeFolders(folders);
    return folders;
  }

  async prepareDraft({ connection, draft, parts }: OutgoingFile): Promise<void> {
    checkFileName(draft);
    const { preparing } = connectionFolders(this.#root, connection);
    await writeNewFile(path.join(preparing, draft), revealed(parts()), this.#inTime);
  }

  handOver({ connection, draft, name }: DraftOfFile): Promise<HandOverResult> {
    checkFileName(draft);
    checkFileName(name);
    const { preparing, outbox } = connectionFolders(this.#root, connection);
    return this.#inTime(async () => {
      const result = await renameDraft(path.join(preparing, draft), path.join(outbox, name));
      // Also if the draft is gone: the process that renamed it may have been killed before this.
      await syncFolder(outbox);
      await syncFolder(preparing);
      return result;
    });
  }

  listDrafts(connection: string): Promise<readonly string[]> {
    const { preparing } = connectionFolders(this.#root, connection);
    return this.#inTime(async () => {
      const entries = await readdir(preparing, { withFileTypes: true });
      return entries.filter((entry) => entry.isFile()).map(({ name }) => name);
    });
  }

  async removeDraft({ connection, draft }: Draft): Promise<void> {
    checkFileName(draft);
    const { preparing } = connectionFolders(this.#root, connection);
    await this.#inTime(() => undefinedIfGone(unlink(path.join(preparing, draft))));
  }

  /** Files that cannot be opened are reported at the end, as one error, after all others were read. */
  async *listIncoming(connection: string): AsyncGenerator<IncomingFile> {
    const { inbox } = connectionFolders(this.#root, connection);
    const nowMs = this.#clock.wall().epochMilliseconds;
    const errors: FileError[] = [];
    for (const seen of await this.#inTime(() => listQuietFiles(inbox, this.#limits, nowMs))) {
      const contents = await this.#readContents(inbox, seen, errors);
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
    if (errors.length > 0) throw notOpened(errors);
  }

  async #readContents(inbox: string, seen: SeenFile, errors: FileError[]) {
    try {
      return await this.#inTime(() => readContents(inbox, seen, this.#limits.bytesMax));
    } catch (error) {
      errors.push({ name: seen.name, error });
      return undefined;
    }
  }

  /**
   * A file that was changed since it was read stays and is read again. The file is renamed before it
   * is compared, because another process may acknowledge it and the bank's program may write a new
   * file with the same name at the same time.
   */
  acknowledge(file: IncomingFile): Promise<void> {
    return this.#inTime(() => this.#removeRead(file));
  }

  async #removeRead(file: IncomingFile): Promise<void> {
    const { inbox, setAside } = connectionFolders(this.#root, file.connection);
    const [seen, before] = [this.#seen.get(file), await findFile(inbox, file.name)];
    if (seen === undefined || before === undefined || !isSameFile(seen, before)) return;
    if (file.text === undefined) await access(setAside);
    const ours = `${randomUUID()}-${file.name.slice(-NAME_KEPT)}`;
    await undefinedIfGone(rename(path.join(inbox, file.name), path.join(inbox, ours)));
    const now = await findFile(inbox, ours);
    if (now === undefined || !isSameFile(seen, now)) return;
    const place = path.join(inbox, ours);
    const aside = path.join(setAside, `${now.inode}-${file.name}`);
    await undefinedIfGone(file.text === undefined ? rename(place, aside) : unlink(place));
    await syncFolder(inbox);
  }
}

interface FileError {
  readonly name: string;
  readonly error: unknown;
}

function notOpened(errors: readonly FileError[]): Error {
  const names = errors.map(({ name }) => name).join(", ");
  const [first] = errors;
  return new Error(
    `Files in the inbox could not be opened: ${names}. Check that the service may read them.`,
    { cause: first?.error },
  );
}

/** A draft counts as gone only if its folder can be listed and does not contain it. */
async function renameDraft(draft: string, final: string): Promise<HandOverResult> {
  try {
    await rename(draft, final);
    return "handed_over";
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    const names = await readdir(path.dirname(draft));
    if (!names.includes(path.basename(draft))) return "draft_gone";
    const outbox = path.dirname(final);
    throw new Error(`The folder ${outbox} is missing. Is its disk mounted?`, { cause: error });
  }
}

async function* revealed(parts: AsyncIterable<Secret>): AsyncGenerator<string> {
  for await (const part of parts) yield part.reveal();
}
