/**
 * A bank behind two folders: another program takes our files from the outbox and puts the bank's
 * into the inbox. Clear bank numbers stand here and nowhere else.
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
}

const LIMITS: InboxLimits = { bytesMax: 32 * 1024 * 1024, filesMax: 100, quietMs: 5_000 };
/** A file that cannot be read may be half written for this long. */
const FRESH_MS = 10 * 60_000;
/** How much of a name is kept in a longer one. */
const NAME_KEPT = 50;

export class DirectoryDrop implements AchNetwork {
  readonly #root: string;
  readonly #clock: Clock;
  readonly #limits: InboxLimits;
  readonly #seen = new WeakMap<IncomingFile, SeenFile>();

  constructor({ root, clock, limits = {} }: DirectoryDropNeeds) {
    this.#root = root;
    this.#clock = clock;
    this.#limits = { ...LIMITS, ...limits };
  }

  /** When a bank is connected. Gives where its folders are. */
  async makeFolders(connection: string): Promise<Folders> {
    const folders = connectionFolders(this.#root, connection);
    await makeFolders(folders);
    return folders;
  }

  async prepareDraft({ connection, draft, parts }: OutgoingFile): Promise<void> {
    checkFileName(draft);
    await writeNewFile(
      connectionFolders(this.#root, connection).preparing,
      draft,
      revealed(parts()),
    );
  }

  async handOver({ connection, draft, name }: DraftOfFile): Promise<HandOverResult> {
    checkFileName(draft);
    checkFileName(name);
    const { preparing, outbox } = connectionFolders(this.#root, connection);
    const result = await renameDraft(path.join(preparing, draft), path.join(outbox, name));
    // Also for a draft that is gone: whoever renamed it may have been killed before this.
    await syncFolder(outbox);
    await syncFolder(preparing);
    return result;
  }

  async listDrafts(connection: string): Promise<readonly string[]> {
    const { preparing } = connectionFolders(this.#root, connection);
    const entries = await readdir(preparing, { withFileTypes: true });
    return entries.filter((entry) => entry.isFile()).map(({ name }) => name);
  }

  async removeDraft({ connection, draft }: Draft): Promise<void> {
    checkFileName(draft);
    await undefinedIfGone(
      unlink(path.join(connectionFolders(this.#root, connection).preparing, draft)),
    );
  }

  /** Files that cannot be opened come last, as one error: the others must be read all the same. */
  async *listIncoming(connection: string): AsyncGenerator<IncomingFile> {
    const { inbox } = connectionFolders(this.#root, connection);
    const nowMs = this.#clock.wall().epochMilliseconds;
    const errors: FileError[] = [];
    for (const seen of await listQuietFiles(inbox, this.#limits, nowMs)) {
      const contents = await this.#contentsOf(inbox, seen, errors);
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

  async #contentsOf(inbox: string, seen: SeenFile, errors: FileError[]) {
    try {
      return await readContents(inbox, seen, this.#limits.bytesMax);
    } catch (error) {
      errors.push({ name: seen.name, error });
      return undefined;
    }
  }

  /**
   * What was changed since it was read stays: the next look reads it again. The file is renamed
   * before it is compared, because another process may put it away and the bank's program may put
   * a new file under its name at the same time.
   */
  async acknowledge(file: IncomingFile): Promise<void> {
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
  return new Error(`${names} could not be opened: may the service read it?`, {
    cause: first?.error,
  });
}

/** Renaming is the act. A draft counts as gone when its folder is there and does not list it. */
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
