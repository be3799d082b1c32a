/**
 * Exchanges files with a bank by folders: finished files appear in an outbox, and the bank's files are
 * taken from an inbox. The storage says where the folders are. These files are the only place with bank
 * account numbers in the clear.
 */
import type {
  AchNetwork,
  ClaimedFile,
  Draft,
  HandOverResult,
  IncomingFile,
  OutgoingFile,
} from "../../ports/ach-network.ts";
import type { Clock } from "../../ports/clock.ts";
import { sameBytes } from "../../values/same-bytes.ts";
import { Secret } from "../../values/secret.ts";
import { bankFileName, checkFileName, isDecodedName, uniqueInboxName } from "./drop-names.ts";
import { type Contents, type DropStorage, type FoundFile, StorageAway } from "./drop-storage.ts";

export interface BankDropNeeds {
  readonly storage: DropStorage;
  readonly clock: Pick<Clock, "wall">;
}

/** A file that cannot be parsed may still be being written for this long. */
const FRESH_MS = 10 * 60_000;

export class BankDrop implements AchNetwork {
  readonly #storage: DropStorage;
  readonly #clock: Pick<Clock, "wall">;
  readonly #found = new WeakMap<IncomingFile, FoundFile>();

  constructor({ storage, clock }: BankDropNeeds) {
    this.#storage = storage;
    this.#clock = clock;
  }

  async prepareDraft({ connection, draft, parts }: OutgoingFile): Promise<void> {
    checkFileName(draft);
    await this.#storage.writeDraft({ connection, draft }, () => revealed(parts()));
  }

  async handOver(file: ClaimedFile): Promise<HandOverResult> {
    checkFileName(file.draft);
    checkFileName(file.name);
    return this.#storage.publishDraft(file);
  }

  listDrafts(connection: string): Promise<readonly string[]> {
    return this.#storage.listDrafts(connection);
  }

  async removeDraft(draft: Draft): Promise<void> {
    checkFileName(draft.draft);
    await this.#storage.removeDraft(draft);
  }

  checkConnection(connection: string): Promise<void> {
    return this.#storage.checkFolders(connection);
  }

  /** Files that cannot be opened are reported at the end, as one error, after all others were read. */
  async *listIncoming(connection: string): AsyncGenerator<IncomingFile> {
    const nowMs = this.#clock.wall().epochMilliseconds;
    const errors: FileError[] = [];
    for (const found of await this.#storage.listInbox(connection, nowMs)) {
      const problem = findProblem(found);
      if (problem !== undefined) {
        errors.push({ name: found.name, error: new Error(problem) });
        continue;
      }
      const contents = await this.#readContents(connection, found, errors);
      if (contents === undefined || contents.byteCount !== found.size) continue;
      const file = incomingFile({ connection, found, contents, nowMs });
      this.#found.set(file, found);
      yield file;
    }
    if (errors.length > 0) throw notOpened(errors);
  }

  async #readContents(connection: string, found: FoundFile, errors: FileError[]) {
    try {
      return await this.#storage.readFromInbox(connection, found.name);
    } catch (error) {
      if (error instanceof StorageAway) throw error;
      errors.push({ name: found.name, error });
      return undefined;
    }
  }

  /**
   * A file that was changed since it was read stays and is read again. The file is renamed before its
   * bytes are compared, because another process may acknowledge it and the bank may write a new file
   * with the same name at the same time.
   */
  async acknowledge(file: IncomingFile): Promise<void> {
    const { connection, digest } = file;
    const found = this.#found.get(file);
    const now = found && (await this.#storage.findInInbox(connection, found.name));
    if (found === undefined || now === undefined || !isSameFile(found, now)) return;
    const ours = uniqueInboxName(found.name);
    if (!(await this.#storage.renameInInbox(connection, found.name, ours))) return;
    const contents = await this.#storage.readFromInbox(connection, ours);
    if (contents === undefined || !sameBytes(contents.digest, digest)) return;
    const name = bankFileName(found.name);
    const isTooLarge = file.text === undefined;
    await this.#storage.putAway(connection, { ours, name, digest, isTooLarge });
  }
}

/** Why a file can never be read, which must not look like a file that is gone. */
function findProblem({ name, size }: FoundFile): string | undefined {
  if (!isDecodedName(name)) return "Its name is not UTF-8.";
  return size === undefined ? "The server does not say how large it is." : undefined;
}

interface ReadFileParts {
  readonly connection: string;
  readonly found: FoundFile;
  readonly contents: Contents;
  readonly nowMs: number;
}

function incomingFile({ connection, found, contents, nowMs }: ReadFileParts): IncomingFile {
  const { digest, byteCount, text } = contents;
  return {
    connection,
    name: bankFileName(found.name),
    digest,
    byteCount,
    text: text === undefined ? undefined : new Secret(text),
    isFresh: nowMs - found.unchangedSinceMs < FRESH_MS,
  };
}

function isSameFile(one: FoundFile, other: FoundFile): boolean {
  return (
    one.inode === other.inode && one.size === other.size && one.modifiedMs === other.modifiedMs
  );
}

interface FileError {
  readonly name: string;
  readonly error: unknown;
}

function notOpened(errors: readonly FileError[]): Error {
  const names = errors.map(({ name }) => name).join(", ");
  const [first] = errors;
  return new Error(
    `Files in the inbox could not be opened: ${names}. Check that the service may read them and that their names are UTF-8.`,
    { cause: first?.error },
  );
}

async function* revealed(parts: AsyncIterable<Secret>): AsyncGenerator<string> {
  for await (const part of parts) yield part.reveal();
}
