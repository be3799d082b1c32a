/**
 * EMV item lists, `T<tag>:<length>:<type><value>` (B, payload rules 2 and 3). Type `a` counts
 * characters; `h` counts bytes, or characters where only that fits. Pure.
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

export function hasItems(text: string): boolean {
  return text.includes(":") && text.search(HEAD) >= 0;
}

/** Items whose length lies are passed over up to the next separator, unless they are needed. */
export function itemsOf(text: string, neededTag?: string): readonly EmvItem[] {
  const items: EmvItem[] = [];
  const head = new RegExp(HEAD);
  for (let match = head.exec(text); match !== null; match = head.exec(text)) {
    const [whole, tag = "", length = "", type = ""] = match;
    const start = match.index + whole.length;
    const isHex = type.toLowerCase() === "h";
    const isNeeded = tag.toUpperCase() === neededTag;
    const said = { length: Number.parseInt(length, 16), isHex, isNeeded };
    const value = valueAt(text, start, said);
    if (value === undefined) {
      if (isNeeded) throw lyingLength(tag, length, text.length - start);
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

interface Said {
  readonly length: number;
  readonly isHex: boolean;
  /** B, payload rule 3: so many characters, whatever the type says of them. */
  readonly isNeeded: boolean;
}

function valueAt(text: string, start: number, said: Said): string | undefined {
  const { length, isHex, isNeeded } = said;
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

function lyingLength(tag: string, length: string, left: number): PayloadError {
  return new PayloadError(
    "broken_tlv",
    `Item ${tag} says ${length} (hex); of the ${left} characters behind it no such value ends at a separator, the next item or the end.`,
  );
}
