/**
 * A bank that receives our ACH files and sends files to us. A file is handed over in two steps, so that
 * it is sent once even if a process is killed or two processes work on it: a draft is written under a
 * unique name, then one draft is renamed to the file's final name.
 */
import type { Secret } from "../values/secret.ts";

export interface Draft {
  readonly connection: string;
  /** Unique for every attempt: no two attempts write, rename or remove the same draft. */
  readonly draft: string;
}

export interface DraftOfFile extends Draft {
  /** The file's final name. No other file has it, now or later. */
  readonly name: string;
  /** SHA-256 of the file's bytes. */
  readonly digest: Uint8Array;
}

/** A draft that is about to be renamed. */
export interface ClaimedFile extends DraftOfFile {
  /**
   * Every adapter calls it right before it asks for the rename, and after it has looked at the folders.
   * Returns how many renames of this draft were begun with this one. Null: unknown, so more than one.
   * Fails if the draft must not be renamed.
   */
  readonly countRename: () => Promise<number | null>;
}

export interface OutgoingFile extends DraftOfFile {
  /** In order. They can be read more than once. Reading fails if the attempt must stop. */
  readonly parts: () => AsyncIterable<Secret>;
}

/**
 * handed_over: this call renamed the draft, or an earlier one did and the file is there.
 * renamed_earlier: the draft is not there, and nobody else can remove it. The bank may have taken the
 * file already, so its final name proves nothing.
 * both_missing: neither the draft nor the file is there, in folders that the bank can change too. If a
 * rename was ever begun, the bank has probably taken the file; otherwise the draft was removed.
 * perhaps_renamed: the draft is there, but an earlier rename may have made the file visible too, because
 * the server renames in two steps. It was not renamed again.
 * If the folders cannot be looked at, the adapter must fail instead.
 */
export type HandOverResult = "handed_over" | "renamed_earlier" | "both_missing" | "perhaps_renamed";

export interface IncomingFile {
  readonly connection: string;
  readonly name: string;
  /** SHA-256 of its bytes. Of a file that is too large: of its first bytes and its size. */
  readonly digest: Uint8Array;
  readonly byteCount: number;
  /** Undefined: the file is too large to be read. */
  readonly text: Secret | undefined;
  /** The file may still be being written, so errors in it do not count yet. */
  readonly isFresh: boolean;
}

export interface AchNetwork {
  /** Writes a draft durably. Fails if the draft exists already. */
  prepareDraft(file: OutgoingFile): Promise<void>;
  /** Renames a draft to its file's final name, in one step that succeeds at most once. */
  handOver(file: ClaimedFile, at: Temporal.Instant): Promise<HandOverResult>;
  /** The names of all drafts, including partly written ones. */
  listDrafts(connection: string): Promise<readonly string[]>;
  /** Removes a draft that will not be handed over. Doing it again changes nothing. */
  removeDraft(draft: Draft): Promise<void>;
  /** Files that arrived by a business time and were not acknowledged, oldest first. */
  listIncoming(connection: string, by: Temporal.Instant): AsyncIterable<IncomingFile>;
  /** Takes a file that was stored out of the inbox. Doing it again changes nothing. */
  acknowledge(file: IncomingFile): Promise<void>;
  /** Fails with the reason if files cannot be exchanged now. Changes nothing. */
  checkConnection(connection: string): Promise<void>;
}
