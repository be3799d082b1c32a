/** Folders on a bank's SFTP server. */
import { setTimeout as pause } from "node:timers/promises";
import type { FileEntryWithStats } from "ssh2";
import type { ClaimedFile, Draft, HandOverResult } from "../../ports/ach-network.ts";
import type { Clock } from "../../ports/clock.ts";
import { isFinishedName } from "../bank-drop/drop-names.ts";
import {
  byAge,
  type Contents,
  type DropStorage,
  type FoundFile,
  INBOX_LIMITS,
  type InboxLimits,
  type ReadFile,
  StorageAway,
} from "../bank-drop/drop-storage.ts";
import { readRemoteFile } from "./download.ts";
import { publishRemoteDraft } from "./publish.ts";
import { addMissingSizes, type ListedFile, QuietFiles } from "./quiet-files.ts";
import { isListedFile, modifiedAtMs } from "./remote-attributes.ts";
import { checkRemoteFolders, draftName, draftPlace, remotePath } from "./remote-folders.ts";
import { undefinedIfMissing } from "./sftp-refusal.ts";
import type { SftpSession, SftpSessions } from "./sftp-sessions.ts";
import { newUploadState, uploadDraft } from "./upload.ts";

export interface SftpStorageNeeds {
  readonly sessions: SftpSessions;
  readonly clock: Pick<Clock, "wall">;
  readonly limits?: Partial<SftpLimits> | undefined;
}

export interface SftpLimits extends InboxLimits {
  /** Of a folder with more entries, only about so many are looked at. */
  readonly entriesMax: number;
}

const LIMITS: SftpLimits = { ...INBOX_LIMITS, entriesMax: 10_000 };
/** The pauses before an upload continues after a cut. Then the draft is given up. */
const RESUME_PAUSES_MS = [200, 1_000];

export class SftpStorage implements DropStorage {
  readonly limits: SftpLimits;
  readonly #sessions: SftpSessions;
  readonly #clock: Pick<Clock, "wall">;
  readonly #quiet = new Map<string, QuietFiles>();

  constructor({ sessions, clock, limits = {} }: SftpStorageNeeds) {
    this.limits = { ...LIMITS, ...limits };
    this.#sessions = sessions;
    this.#clock = clock;
  }

  async writeDraft(
    { connection, draft }: Draft,
    pieces: () => AsyncIterable<string>,
  ): Promise<void> {
    const state = newUploadState();
    const upload = ({ sftp, server }: SftpSession) =>
      uploadDraft(sftp, { place: draftPlace(server, draft), pieces }, state);
    for (let cuts = 0; ; cuts++) {
      try {
        return await this.#sessions.use(connection, upload);
      } catch (error) {
        const pauseMs = RESUME_PAUSES_MS[cuts];
        const isCut = error instanceof StorageAway && state.isBegun;
        if (!isCut || pauseMs === undefined) throw error;
        await pause(pauseMs);
      }
    }
  }

  publishDraft(file: ClaimedFile): Promise<HandOverResult> {
    return this.#sessions.use(file.connection, (session) => publishRemoteDraft(session, file));
  }

  async listDrafts(connection: string): Promise<readonly string[]> {
    const entries = await this.#listFolder(connection, "drafts");
    return entries
      .map(({ filename }) => draftName(filename))
      .filter((draft) => draft !== undefined);
  }

  async removeDraft({ connection, draft }: Draft): Promise<void> {
    await this.#sessions.use(connection, ({ sftp, server }) =>
      sftp.removeFile(draftPlace(server, draft)),
    );
  }

  async listInbox(connection: string, nowMs: number): Promise<readonly FoundFile[]> {
    const entries = await this.#listFolder(connection, "inbox");
    const listed = entries.filter(isReadable).map(toListedFile);
    const quiet = this.#quiet.get(connection) ?? new QuietFiles();
    this.#quiet.set(connection, quiet);
    return quiet
      .look(await this.#withSizes(connection, listed), nowMs)
      .filter(({ unchangedSinceMs }) => nowMs - unchangedSinceMs >= this.limits.quietMs)
      .toSorted(byAge)
      .slice(0, this.limits.filesMax);
  }

  /** Some servers leave the size out of a listing. */
  #withSizes(connection: string, listed: readonly ListedFile[]): Promise<readonly ListedFile[]> {
    return this.#sessions.use(connection, ({ sftp, server }) =>
      addMissingSizes(listed, (name) => sftp.findFile(remotePath(server.folders.inbox, name))),
    );
  }

  findInInbox(connection: string, name: string): Promise<FoundFile | undefined> {
    return this.#sessions.use(connection, async ({ sftp, server }) => {
      const found = await sftp.findFile(remotePath(server.folders.inbox, name));
      if (found === undefined) return undefined;
      const modifiedMs = modifiedAtMs(found);
      return { name, size: found.size, modifiedMs, unchangedSinceMs: modifiedMs };
    });
  }

  readFromInbox(connection: string, name: string): Promise<Contents | undefined> {
    return this.#sessions.use(connection, ({ sftp, server }) =>
      readRemoteFile(sftp, remotePath(server.folders.inbox, name), this.limits.bytesMax),
    );
  }

  renameInInbox(connection: string, from: string, to: string): Promise<boolean> {
    this.#quiet.get(connection)?.forget(from);
    return this.#sessions.use(connection, async ({ sftp, server: { folders } }) => {
      const places = [remotePath(folders.inbox, from), remotePath(folders.inbox, to)] as const;
      const move = sftp.rename(...places).then(() => true);
      return (await undefinedIfMissing(move)) ?? false;
    });
  }

  /** The archive keeps the bank's name, after the time and the start of the digest. */
  putAway(connection: string, file: ReadFile): Promise<void> {
    return this.#sessions.use(connection, async (session) => {
      const { sftp, server } = session;
      const place = remotePath(server.folders.inbox, file.ours);
      const archived = remotePath(server.folders.archive, this.#archiveName(file));
      try {
        await sftp.rename(place, archived);
      } catch (error) {
        await checkRemoteFolders(session);
        // Another process has put it away.
        if ((await sftp.findFile(place)) !== undefined) throw error;
      }
    });
  }

  checkFolders(connection: string): Promise<void> {
    return this.#sessions.use(connection, checkRemoteFolders);
  }

  #archiveName({ name, digest, isTooLarge }: ReadFile): string {
    const time = this.#clock.wall().toString({ smallestUnit: "second" }).replaceAll(/[-:]/g, "");
    const start = Buffer.from(digest).toString("hex", 0, 4);
    return `${isTooLarge ? "too-large-" : ""}${time}-${start}-${name}`;
  }

  #listFolder(connection: string, folder: "drafts" | "inbox") {
    return this.#sessions.use(connection, ({ sftp, server }) =>
      sftp.listFolder(server.folders[folder], this.limits.entriesMax),
    );
  }
}

/** Links are not followed, and names of unfinished files are skipped. */
function isReadable(entry: FileEntryWithStats): boolean {
  const { filename } = entry;
  return isListedFile(entry) && isFinishedName(filename) && !filename.includes("/");
}

function toListedFile({ filename: name, attrs }: FileEntryWithStats): ListedFile {
  return { name, size: attrs.size, modifiedMs: modifiedAtMs(attrs) };
}
