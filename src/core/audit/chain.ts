/**
 * How the audit is chained: what a link's HMAC covers and what closes the two ends of the chain. The
 * keys are in custody, one for each purpose. It knows no tables.
 */
import type { KeyCustody } from "../../ports/key-custody.ts";
import { Secret } from "../../values/secret.ts";

// Who has the whole database but not custody can change rows and cannot make a link or a seal. An
// entry changed, removed, added or moved shows, and so does a cut at either end. What the database
// alone cannot show:
// - an entry forged or removed before its link was made, which takes about a second;
// - both ends put back, with all that came since, to a state that was copied earlier;
// - everything removed and the counter of ids put back, as if nothing had ever been; or what is
//   left chained anew by our own job after that, unless the entries' own dates betray it.
// The head in the log shows the last two: `audit verify --head` holds the chain against it. So the
// log belongs where whoever rules the database cannot reach it.

/** Every column, in the order in which it is covered. A new one goes to the end and may be null. */
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
  bornAt: string,
): Uint8Array {
  return custody.fingerprint("audit.anchor", new Secret(`${bornAt}\n${sequence}\n${hex(hmac)}`));
}

function hex(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("hex");
}

/** How a mark stands in the log. Not in hex, where the mask for card numbers may find one. */
export function markText({ sequence, hmac }: Mark): string {
  return `${sequence}:${Buffer.from(hmac).toString("base64url")}`;
}

export function parseMark(text: string): Mark | undefined {
  const [, sequence, digest] = /^(\d{1,18}):([\w-]{43})$/.exec(text.trim()) ?? [];
  if (sequence === undefined || digest === undefined) return undefined;
  return { sequence: BigInt(sequence), hmac: Buffer.from(digest, "base64url") };
}
