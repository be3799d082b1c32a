/**
 * How audit entries are chained: what the HMAC of a link covers, and how both ends of the chain are
 * sealed. The keys are in key custody, one per purpose.
 */
import type { KeyCustody } from "../../ports/key-custody.ts";
import { Secret } from "../../values/secret.ts";

// An attacker with full access to the database, but not to key custody, can change rows but cannot
// create a link or a seal. So changed, removed, added and moved entries are detected, and so is a chain
// that was cut at either end. The database alone cannot show:
// - an entry that was forged or removed before it was linked, which takes about a second;
// - both ends restored from an earlier copy, together with all entries since;
// - everything removed and the id counter reset, as if there had never been an entry, or the remaining
//   entries chained again by our job after that, unless their dates reveal it.
// The head in the log reveals the last two: `audit verify --head` compares the chain with it. Therefore
// keep the log where administrators of the database cannot change it.

/** Every column, in the order of the text. A new column is added at the end and must be nullable. */
export const ENTRY_COLUMNS = [
  "id",
  "actor_kind",
  "actor_id",
  "actor_name",
  "action",
  "subject_kind",
  "subject_id",
  "before",
  "after",
  "business_at",
  "wall_at",
  "address",
  "door",
  "request_id",
  "result",
] as const;

/** An entry as text, the same on every server: times are seconds since 1970. */
export type EntryText = Readonly<Record<(typeof ENTRY_COLUMNS)[number], string | null>>;

/** A place in the chain. */
export interface Mark {
  readonly sequence: bigint;
  readonly hmac: Uint8Array;
}

export interface Link extends Mark {
  readonly entryId: string;
}

/** The seconds of a moment since 1970, to the microsecond, as the database writes them. */
export function secondsText(moment: Temporal.Instant): string {
  const microseconds = moment.epochNanoseconds / 1_000n;
  const fraction = String(microseconds % 1_000_000n).padStart(6, "0");
  return `${microseconds / 1_000_000n}.${fraction}`;
}

export type Fingerprinter = Pick<KeyCustody, "fingerprint">;

export interface LinkSource {
  readonly previous: Uint8Array;
  readonly sequence: bigint;
  /** Seconds since 1970. */
  readonly chainedAt: string;
  readonly entry: EntryText;
}

export function linkHmac(custody: Fingerprinter, source: LinkSource): Uint8Array {
  const { previous, sequence, chainedAt, entry } = source;
  const text = `${hex(previous)}\n${sequence}\n${chainedAt}\n${entryText(entry)}`;
  return custody.fingerprint("audit.chain", new Secret(text));
}

/** Each value stands behind its length, so no two entries have the same text. Null is left out. */
export function entryText(entry: EntryText): string {
  let text = "";
  for (const column of ENTRY_COLUMNS) {
    const value = entry[column];
    if (value !== null) text += `${column}=${value.length}:${value}\n`;
  }
  return text;
}

export function headSeal(custody: Fingerprinter, { sequence, hmac }: Mark): Uint8Array {
  return custody.fingerprint("audit.head", new Secret(`${sequence}\n${hex(hmac)}`));
}

export function anchorSeal(
  custody: Fingerprinter,
  { sequence, hmac }: Mark,
  startedAt: string,
): Uint8Array {
  return custody.fingerprint("audit.anchor", new Secret(`${startedAt}\n${sequence}\n${hex(hmac)}`));
}

function hex(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("hex");
}

/**
 * The text of a mark in the log. Not in hex, and with a letter after the number, because digits that
 * follow each other may look like a card number to the mask.
 */
export function markText({ sequence, hmac }: Mark): string {
  return `${sequence}:h${Buffer.from(hmac).toString("base64url")}`;
}

/** Marks in older logs have no letter. */ export function parseMark(
  text: string,
): Mark | undefined {
  const [, sequence, digest] = /^(\d{1,18}):h?([\w-]{43})$/.exec(text.trim()) ?? [];
  if (sequence === undefined || digest === undefined) return undefined;
  return { sequence: BigInt(sequence), hmac: Buffer.from(digest, "base64url") };
}
