/**
 * A bank that takes our ACH files and sends its own. Handing over has two steps, so that it happens
 * once whatever is killed when: a file is put where letting it go is a single act, then let go.
 */
import type { Secret } from "../values/secret.ts";

export interface OutgoingFile {
  readonly connection: string;
  /** No other file of the house has it, now or later. */
  readonly name: string;
  /** In order. They can be read more than once. */
  readonly parts: () => AsyncIterable<Secret>;
}

export type FileName = Pick<OutgoingFile, "connection" | "name">;

export interface IncomingFile {
  readonly connection: string;
  readonly name: string;
  /** SHA-256 of its bytes. */
  readonly digest: Uint8Array;
  readonly byteCount: number;
  /** Undefined: it is bigger than anything we read. */
  readonly text: Secret | undefined;
  /** It may still be growing: what cannot be read of it now is no fault yet. */
  readonly isFresh: boolean;
}

export interface AchNetwork {
  /** Nobody outside sees it yet. Doing it again makes it anew. */
  prepare(file: OutgoingFile): Promise<void>;
  /** Lets go of what was prepared. Doing it again changes nothing. */
  handOver(file: FileName, at: Temporal.Instant): Promise<void>;
  /** What has come by a moment of business time and was not put away, the oldest first. */
  incoming(connection: string, by: Temporal.Instant): AsyncIterable<IncomingFile>;
  /** We have it for good. Doing it again changes nothing. */
  putAway(file: IncomingFile): Promise<void>;
}
