/**
 * EMV item lists, `T<tag>:<length>:<type><value>` (contract B, payload rules 2 and 3). The length
 * of type `a` is in characters; that of `h` is in bytes, or in characters if only that fits. Pure.
 */
import { FIELD_SEPARATOR } from "./frame.ts";
import { PayloadError } from "./payload-error.ts";

export interface EmvItem {
  readonly tag: string;
  readonly type: "a" | "h";
  readonly value: string;
  /** Where the item starts in its message. */
  readonly offset: number;
}

const HEAD = /T([0-9A-F]{2,8}):([0-9A-F]{1,4}):([ah])/gi;
const HEAD_NEXT = /T[0-9A-F]{2,8}:[0-9A-F]{1,4}:[ah]/iy;
const ITEMS_MAX = 512;

export function hasEmvItems(text: string): boolean {
  return text.includes(":") && text.search(HEAD) >= 0;
}

/** Skips an item with a wrong length up to the next separator, unless its tag is needed. */
export function readEmvItems(text: string, neededTag?: string): readonly EmvItem[] {
  const items: EmvItem[] = [];
  const head = new RegExp(HEAD);
  for (let match = head.exec(text); match !== null; match = head.exec(text)) {
    const [whole, tag = "", length = "", type = ""] = match;
    const start = match.index + whole.length;
    const isHex = type.toLowerCase() === "h";
    const isNeeded = tag.toUpperCase() === neededTag;
    const stated = { length: Number.parseInt(length, 16), isHex, isNeeded };
    const value = valueAt(text, start, stated);
    if (value === undefined) {
      if (isNeeded) throw wrongLength(tag, length, text.length - start);
      const next = text.indexOf(FIELD_SEPARATOR, start);
      if (next < 0) break;
      head.lastIndex = next;
      continue;
    }
    if (items.length >= ITEMS_MAX) {
      throw new PayloadError("broken_tlv", `The item list has more than ${ITEMS_MAX} items.`);
    }
    const found = isHex && isHexText(value) ? "h" : "a";
    items.push({ tag: tag.toUpperCase(), type: found, value, offset: match.index });
    head.lastIndex = start + value.length;
  }
  return items;
}

interface StatedValue {
  readonly length: number;
  readonly isHex: boolean;
  /** Contract B, payload rule 3: the length counts characters, whatever the type. */
  readonly isNeeded: boolean;
}

function valueAt(text: string, start: number, stated: StatedValue): string | undefined {
  const { length, isHex, isNeeded } = stated;
  for (const characters of isHex ? [2 * length, length] : [length]) {
    const end = start + characters;
    if (end > text.length || !endsAt(text, end)) continue;
    const value = text.slice(start, end);
    if (!isHex || isHexText(value) || (isNeeded && characters === length)) return value;
  }
  return undefined;
}

function isHexText(text: string): boolean {
  return /^[0-9A-Fa-f]*$/.test(text);
}

function endsAt(text: string, end: number): boolean {
  if (end === text.length || text[end] === FIELD_SEPARATOR) return true;
  HEAD_NEXT.lastIndex = end;
  return HEAD_NEXT.test(text);
}

function wrongLength(tag: string, length: string, left: number): PayloadError {
  return new PayloadError(
    "broken_tlv",
    `Item ${tag} has the length ${length} (hex), but no value of this length in the ${left} characters that follow ends at a separator, at the next item or at the end.`,
  );
}
