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
}

export interface OutgoingFile extends DraftOfFile {
  /** In order. They can be read more than once. Reading fails if the attempt must stop. */
  readonly parts: () => AsyncIterable<Secret>;
}

/**
 * draft_gone: the drafts were listed, and this one is missing. If they cannot be listed, such as when a
 * folder is missing, the adapter must fail instead. Whether the final name exists does not matter: the
 * bank may have taken the file already.
 */
export type HandOverResult = "handed_over" | "draft_gone";

export interface IncomingFile {
  readonly connection: string;
  readonly name: string;
  /** SHA-256 of its bytes. */
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
  handOver(file: DraftOfFile, at: Temporal.Instant): Promise<HandOverResult>;
  /** The names of all drafts, including partly written ones. */
  listDrafts(connection: string): Promise<readonly string[]>;
  /** Removes a draft that will not be handed over. Doing it again changes nothing. */
  removeDraft(draft: Draft): Promise<void>;
  /** Files that arrived by a business time and were not acknowledged, oldest first. */
  listIncoming(connection: string, by: Temporal.Instant): AsyncIterable<IncomingFile>;
  /** Removes a file that was stored. Doing it again changes nothing. */
  acknowledge(file: IncomingFile): Promise<void>;
}
