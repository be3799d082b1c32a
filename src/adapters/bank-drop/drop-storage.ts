/** Where the files of a bank are: folders on a disk, or folders on the bank's SFTP server. */
import type { ClaimedFile, Draft, HandOverResult } from "../../ports/ach-network.ts";

export interface InboxLimits {
  /** Larger files are not read. */
  readonly bytesMax: number;
  /** The most files per listing. The others are listed next time. */
  readonly filesMax: number;
  /** A file that changed more recently is skipped. */
  readonly quietMs: number;
}

export const INBOX_LIMITS: InboxLimits = {
  bytesMax: 32 * 1024 * 1024,
  filesMax: 100,
  quietMs: 5_000,
};

/** A file in the inbox. */
export interface FoundFile {
  readonly name: string;
  /** Undefined: the storage does not say it, or the name cannot be used. Such a file is not read. */
  readonly size: number | undefined;
  readonly modifiedMs: number;
  /** Since when the file has not changed, by the clock of this machine. */
  readonly unchangedSinceMs: number;
  /** Undefined: the storage has no such number. */
  readonly inode?: number;
}

/** Oldest first. */
export function byAge(one: FoundFile, other: FoundFile): number {
  return one.modifiedMs - other.modifiedMs || (one.name < other.name ? -1 : 1);
}

export interface Contents {
  /** SHA-256 of the bytes. Of a file that is too large: of its first bytes and its size. */
  readonly digest: Uint8Array;
  readonly byteCount: number;
  /** Undefined: the file is too large. */
  readonly text: string | undefined;
}

/** A file that was stored and leaves the inbox. */
export interface ReadFile {
  /** Its name in the inbox, which no other file has. */
  readonly ours: string;
  /** The name that the bank gave it. */
  readonly name: string;
  readonly digest: Uint8Array;
  readonly isTooLarge: boolean;
}

/** Every call has a time limit. An operation can be repeated after an error. */
export interface DropStorage {
  readonly limits: InboxLimits;
  /** Writes a new file durably. The pieces can be read more than once. */
  writeDraft(draft: Draft, pieces: () => AsyncIterable<string>): Promise<void>;
  /** Renames the draft in one step that succeeds at most once. */
  publishDraft(file: ClaimedFile): Promise<HandOverResult>;
  listDrafts(connection: string): Promise<readonly string[]>;
  removeDraft(draft: Draft): Promise<void>;
  /** Files that are no longer being written, oldest first. */
  listInbox(connection: string, nowMs: number): Promise<readonly FoundFile[]>;
  /** Returns undefined if the file is gone. */
  findInInbox(connection: string, name: string): Promise<FoundFile | undefined>;
  /** Returns undefined if the file is gone. */
  readFromInbox(connection: string, name: string): Promise<Contents | undefined>;
  /** Returns false if the file is gone. */
  renameInInbox(connection: string, from: string, to: string): Promise<boolean>;
  putAway(connection: string, file: ReadFile): Promise<void>;
  /** Fails with a reason if the folders cannot be used now. */
  checkFolders(connection: string): Promise<void>;
}

/** The whole storage cannot be reached, so trying its other files is no use. */
export class StorageAway extends Error {
  override readonly name = "StorageAway";
}
