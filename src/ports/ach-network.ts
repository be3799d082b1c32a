/**
 * A bank that takes our ACH files and sends its own. Handing over has two steps, so that a file
 * leaves once even if a process is killed or two processes work on it: a draft is written under a
 * name that is used once, then one draft of the file is renamed to the file's final name.
 */
import type { Secret } from "../values/secret.ts";

export interface Draft {
  readonly connection: string;
  /** A new one for every try: no two tries write, rename or remove the same draft. */
  readonly draft: string;
}

export interface DraftOfFile extends Draft {
  /** The file's final name. No other file has it, now or later. */
  readonly name: string;
}

export interface OutgoingFile extends DraftOfFile {
  /** In order. They can be read more than once. Reading them fails when the try must stop. */
  readonly parts: () => AsyncIterable<Secret>;
}

/**
 * draft_gone: the place of the drafts was looked at, and this one is not there. The adapter must
 * fail instead when it cannot look, such as when a folder is missing. Whether the final name exists
 * says nothing: the bank may have taken the file already.
 */
export type HandOverResult = "handed_over" | "draft_gone";

export interface IncomingFile {
  readonly connection: string;
  readonly name: string;
  /** SHA-256 of its bytes. */
  readonly digest: Uint8Array;
  readonly byteCount: number;
  /** Undefined: it is bigger than anything we read. */
  readonly text: Secret | undefined;
  /** It may still be growing: what cannot be read of it now is no error yet. */
  readonly isFresh: boolean;
}

export interface AchNetwork {
  /** Writes a whole draft that a power cut does not lose. Fails if the draft exists already. */
  prepareDraft(file: OutgoingFile): Promise<void>;
  /** Renames a draft to its file's final name, in one act that succeeds at most once. */
  handOver(file: DraftOfFile, at: Temporal.Instant): Promise<HandOverResult>;
  /** The names of all drafts that are there, half-written ones included. */
  listDrafts(connection: string): Promise<readonly string[]>;
  /** Removes a draft that will not be handed over. Doing it again changes nothing. */
  removeDraft(draft: Draft): Promise<void>;
  /** What has come by a moment of business time and was not put away, the oldest first. */
  listIncoming(connection: string, by: Temporal.Instant): AsyncIterable<IncomingFile>;
  /** We have it for good. Doing it again changes nothing. */
  acknowledge(file: IncomingFile): Promise<void>;
}
