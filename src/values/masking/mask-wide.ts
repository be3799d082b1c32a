/**
 * Finds card numbers with other separators than spaces and dashes: slashes, underscores, commas,
 * asterisks, line breaks. Characters that also separate lists and times of day count only between
 * groups of a card number's sizes, so that lists of numbers stay readable.
 */
import { cardBrand } from "../card.ts";
import { CARD_MAX, CARD_MIN, endOfDigits, endOfOther, FIRST_DIGITS } from "./mask-digits.ts";
import {
  endOfEscape,
  isDigit,
  type MaskFinding,
  SEPARATORS,
  separatorLength,
} from "./mask-shape.ts";
import { decodePercentEscapes, FILLER } from "./mask-unicode.ts";

type GapKind = "narrow" | "list" | "wide";

interface Gap {
  readonly kind: GapKind;
  /** The first digit after it. */
  readonly to: number;
}

interface WideGroup {
  readonly from: number;
  readonly to: number;
  /** What separates it from the group before. */
  readonly gap: GapKind | undefined;
}

const GAP_MAX = 3;
/** Never separators: they separate values of JSON, or are parts of numbers and addresses. */
const NEVER = '"{}[].';
const LIST = ",;|:=\n\r";
const ALPHANUMERIC = /[\p{L}\p{N}]/u;
/** A character that is escaped for JSON (\n, \u0001) or for a form (%2F). */
const ESCAPED =
  /\\+(?:[nrtbf/]|u(?:00[01][0-9a-f]|202[89]))|\\+(?!")|%(?:[013][0-9a-f]|2[0-9a-f]|40|[57][b-f]|60)/iy;
const ENCODED_OTHER = /%[c-f][0-9a-f](?:%[89ab][0-9a-f]){1,3}/iy;
const ESCAPED_LIST = /[nr]$|^%(?:0[ad]|2c|3[abd])$/i;
const ENCODED_DIGIT = /^%3\d$/;

/** Returns the end of a chain of digits with any separators; `from` if it does not continue. */
export function endOfWideChain(text: string, from: number): number {
  let end = from;
  for (let gap = gapAt(text, end); gap !== undefined; gap = gapAt(text, end)) {
    end = endOfDigits(text, gap.to);
  }
  return end;
}

/** What separates two digits: one to three characters that are neither letters nor digits. */
function gapAt(text: string, from: number): Gap | undefined {
  let at = from;
  while (text[at] === FILLER) at++;
  let kind: GapKind = at > from ? "wide" : "narrow";
  for (let signs = 0; signs <= GAP_MAX; signs++) {
    if (isDigit(text.charCodeAt(at))) return at === from ? undefined : { kind, to: at };
    const sign = signAt(text, at);
    if (sign === undefined) return undefined;
    if (sign.kind === "wide" || kind === "narrow") kind = sign.kind;
    at += sign.length;
  }
  return undefined;
}

function signAt(text: string, at: number): Sign | undefined {
  const code = text.charCodeAt(at);
  if (code === 92 || code === 37) return escapedAt(text, at);
  return code < 128 ? ASCII_SIGNS[code] : otherSign(text, at);
}

interface Sign {
  readonly kind: GapKind;
  readonly length: number;
}

const ASCII_SIGNS: readonly (Sign | undefined)[] = Array.from({ length: 128 }, (_, code) => {
  const sign = String.fromCharCode(code);
  if (NEVER.includes(sign) || ALPHANUMERIC.test(sign)) return undefined;
  if (SEPARATORS[code] === 1) return { kind: "narrow", length: 1 };
  return { kind: LIST.includes(sign) ? "list" : "wide", length: 1 };
});

function otherSign(text: string, at: number): Sign | undefined {
  if (at >= text.length || ALPHANUMERIC.test(text.charAt(at))) return undefined;
  return { kind: SEPARATORS[text.charCodeAt(at)] === 1 ? "narrow" : "wide", length: 1 };
}

function escapedAt(text: string, at: number): Sign | undefined {
  const narrow = separatorLength(text, at);
  if (narrow > 0) return { kind: "narrow", length: narrow };
  ENCODED_OTHER.lastIndex = at;
  const other = ENCODED_OTHER.exec(text)?.[0];
  if (other !== undefined) {
    return ALPHANUMERIC.test(decodePercentEscapes(other))
      ? undefined
      : { kind: "wide", length: other.length };
  }
  ESCAPED.lastIndex = at;
  const escaped = ESCAPED.exec(text)?.[0];
  if (escaped === undefined || ENCODED_DIGIT.test(escaped)) return undefined;
  return { kind: ESCAPED_LIST.test(escaped) ? "list" : "wide", length: escaped.length };
}

/** Returns the card numbers in such a chain, without those that only have spaces and dashes. */
export function wideCardsIn(text: string, from: number, to: number): MaskFinding[] {
  const found = cardsFrom(text, from, to);
  if (found.length > 0) return found;
  // "0%4000" may contain an encoded character, or a percentage beside a card number.
  const percent = text.indexOf("%", from);
  if (percent < 0 || percent >= to) return found;
  const start = percent + 1;
  return isDigit(text.charCodeAt(start)) ? cardsFrom(text, start, to) : found;
}

function cardsFrom(text: string, from: number, to: number): MaskFinding[] {
  const found = cardsAmong(text, groupsIn(text, from, to));
  const cut = found[0]?.from === from ? undefined : endOfEscape(text, from);
  if (cut === undefined || cut >= to) return found;
  const start = isDigit(text.charCodeAt(cut)) ? cut : gapAt(text, cut)?.to;
  return start === undefined ? found : cardsAmong(text, groupsIn(text, start, to));
}

function groupsIn(text: string, from: number, to: number): WideGroup[][] {
  const lists: WideGroup[][] = [];
  let list: WideGroup[] = [];
  let gap: Gap | undefined;
  for (let at = from; at < to; at = gap.to) {
    const end = endOfDigits(text, at);
    const skipTo = endOfDate(text, at) ?? endOfOther(text, { from: at, to: end });
    if (skipTo === undefined) list.push({ from: at, to: end, gap: gap?.kind });
    else if (list.length > 0) {
      lists.push(list);
      list = [];
    }
    gap = gapAt(text, skipTo ?? end);
    if (gap === undefined) break;
  }
  if (list.length > 0) lists.push(list);
  return lists;
}

const YEAR_FIRST = /(?:19|20)\d\d([/._-])(?:0?[1-9]|1[0-2])\1(?:0?[1-9]|[12]\d|3[01])(?!\d)/y;
const YEAR_LAST = /(?:0?[1-9]|[12]\d|3[01])([/._-])(?:0?[1-9]|[12]\d|3[01])\1(?:19|20)\d\d(?!\d)/y;

function endOfDate(text: string, from: number): number | undefined {
  for (const form of [YEAR_FIRST, YEAR_LAST]) {
    form.lastIndex = from;
    if (form.test(text) && !"/._-".includes(text.charAt(from - 1) || "x")) return form.lastIndex;
  }
  return undefined;
}

function cardsAmong(text: string, lists: readonly (readonly WideGroup[])[]): MaskFinding[] {
  const found: MaskFinding[] = [];
  for (const groups of lists) {
    for (let first = 0; first < groups.length; first++) {
      const card = longestCard(text, groups, first);
      if (card === undefined) continue;
      found.push(card.finding);
      first = card.last;
    }
  }
  return found;
}

function longestCard(text: string, groups: readonly WideGroup[], first: number) {
  const start = groups[first];
  if (start === undefined || !FIRST_DIGITS.includes(text.charAt(start.from))) return undefined;
  let digits = "";
  let card: { finding: MaskFinding; last: number } | undefined;
  for (let last = first; last < groups.length; last++) {
    const group = groups[last];
    if (group === undefined || digits.length + group.to - group.from > CARD_MAX) break;
    const own = text.slice(group.from, group.to);
    // A complete card number is not part of a longer one: its neighbor may be its CVV.
    if (own.length >= CARD_MIN && cardBrand(own) !== undefined) break;
    digits += own;
    if (digits.length < CARD_MIN || cardBrand(digits) === undefined) continue;
    if (!isWrittenAsCard(groups, first, last)) continue;
    const put = "*".repeat(digits.length - 4) + digits.slice(-4);
    card = { finding: { from: start.from, to: group.to, put }, last };
  }
  return card;
}

/** Groups of this size or shorter within a longer list are list items, not a card number. */
const SHORT_GROUP = 3;

function isWrittenAsCard(groups: readonly WideGroup[], first: number, last: number): boolean {
  const inside = groups.slice(first, last + 1);
  const gaps = inside.slice(1).map(({ gap }) => gap);
  if (!gaps.includes("list")) return gaps.includes("wide");
  const sizes = inside.map(({ from, to }) => to - from);
  const [size = 0] = sizes;
  const isInList = groups[first]?.gap === "list" || groups[last + 1]?.gap === "list";
  if (size <= SHORT_GROUP && isInList) return false;
  const rest = sizes.at(-1) ?? 0;
  const isEven = sizes.slice(0, -1).every((one) => one === size) && rest <= Math.max(size, 7);
  return isEven || /^4,6,[45]$/.test(sizes.join());
}
