/**
 * Finds card numbers in a chain of digits, spaces, dashes and points. Only whole groups of digits
 * count, alone or joined with their neighbors: a run of more than 19 digits is a message id, not a
 * card. Parts of dates, times, amounts and UUIDs are never joined. Timestamps in milliseconds start
 * with 1 until the year 2033 and with 2 or 3 until 2096, and no brand has such numbers of 13
 * digits.
 */
import { cardBrand } from "../card.ts";
import { endOfEscape, isDigit, isHexDigit, separatorLength } from "./mask-shape.ts";

/** Digits with nothing between them. A card number may consist of several groups. */
export interface Group {
  readonly from: number;
  readonly to: number;
}

export const CARD_MIN = 13;
export const CARD_MAX = 19;
const SEPARATORS_MAX = 3;
export const FIRST_DIGITS = "234568";

/** Returns the card numbers in a chain. `from` is its first digit, `to` is after its last one. */
export function cardSpans(text: string, from: number, to: number): Group[] {
  const found = findSpans(text, from, to);
  const cut = found[0]?.from === from ? undefined : endOfEscape(text, from);
  return cut === undefined || cut >= to ? found : findSpans(text, cut, to);
}

function findSpans(text: string, from: number, to: number): Group[] {
  return joinableGroups(text, from, to).flatMap((groups) => cardsAmong(text, groups));
}

/** All card numbers in neighboring groups. Those that overlap become one span. */
function cardsAmong(text: string, groups: readonly Group[]): Group[] {
  const spans: Group[] = [];
  for (let first = 0; first < groups.length; first++) {
    const end = longestCard(text, groups, first);
    const group = groups[first];
    if (end === undefined || group === undefined) continue;
    const before = spans.at(-1);
    const overlaps = before !== undefined && before.to > group.from;
    if (overlaps) spans.pop();
    const from = overlaps ? before.from : group.from;
    const to = overlaps ? Math.max(before.to, end) : end;
    spans.push({ from, to });
  }
  return spans;
}

/** Returns the end of the longest card number that starts with this group. */
function longestCard(text: string, groups: readonly Group[], first: number): number | undefined {
  const start = groups[first];
  if (start === undefined || !FIRST_DIGITS.includes(text.charAt(start.from))) return undefined;
  let digits = "";
  let end: number | undefined;
  for (let next = first; next < groups.length; next++) {
    const group = groups[next];
    if (group === undefined || digits.length + group.to - group.from > CARD_MAX) break;
    digits += text.slice(group.from, group.to);
    if (digits.length >= CARD_MIN && cardBrand(digits) !== undefined) end = group.to;
  }
  return end;
}

/** Whether a group ends with a card number that has other digits directly before it. */
export function endsInCard(text: string, { from, to }: Group): boolean {
  for (let length = CARD_MIN; length <= CARD_MAX && length <= to - from; length++) {
    if (cardBrand(text.slice(to - length, to)) !== undefined) return true;
  }
  return false;
}

/** Returns the groups of a chain, in lists of groups that may belong together. */
function joinableGroups(text: string, from: number, to: number): Group[][] {
  const lists: Group[][] = [];
  let list: Group[] = [];
  const endList = () => {
    if (list.length > 0) lists.push(list);
    list = [];
  };
  for (let at = from; at < to; ) {
    const group = { from: at, to: endOfDigits(text, at) };
    const skipTo = endOfOther(text, group);
    if (skipTo === undefined) list.push(group);
    else endList();
    const next = nextGroup(text, skipTo ?? group.to, to);
    if (next.separators > SEPARATORS_MAX) endList();
    at = next.at;
  }
  endList();
  return lists;
}

function nextGroup(text: string, from: number, to: number): { at: number; separators: number } {
  let at = from;
  let separators = 0;
  for (; at < to && !isDigit(text.charCodeAt(at)); separators++) {
    at += separatorLength(text, at) || 1;
  }
  return { at, separators };
}

export function endOfDigits(text: string, from: number): number {
  let to = from;
  while (isDigit(text.charCodeAt(to))) to++;
  return to;
}

// The last group of a UUID is the longest.
const OTHER_MAX = 12;
const DATE = /(?:19|20)\d\d-(?:0[1-9]|1[0-2])-(?:[0-2]\d|3[01])(?![\d-])/y;

/** Returns the end of a date, amount, masked number or UUID that contains the group. */
export function endOfOther(text: string, group: Group): number | undefined {
  if (group.to - group.from > OTHER_MAX) return undefined;
  DATE.lastIndex = group.from;
  if (text[group.from - 1] !== "-" && DATE.test(text)) return group.from + 10;
  const isOther =
    isPartOfNumber(text, group) || isTailOfMasked(text, group) || isInUuid(text, group.from);
  return isOther ? group.to : undefined;
}

const AMOUNT = /\d{1,6}\.\d\d(?!\d)|\d{1,3}[.:]\d/y;
const FRACTION_OF_SECOND = /\d\d:\d\d:\d\d[.,]$/;

/** Short digits beside a point or colon: part of an amount, a time of day or an IP address. */
function isPartOfNumber(text: string, { from, to }: Group): boolean {
  if (to - from > 9) return false;
  if (to - from <= 3 && isAfterNumber(text, from)) return true;
  AMOUNT.lastIndex = from;
  return AMOUNT.test(text) || FRACTION_OF_SECOND.test(text.slice(Math.max(0, from - 9), from));
}

/** Whether a point or colon and a digit are before a place. Digits of an escape do not count. */
function isAfterNumber(text: string, from: number): boolean {
  if (!isDigit(text.charCodeAt(from - 2)) || !/[.:]/.test(text.charAt(from - 1))) return false;
  return endOfEscape(text, from - 2) === undefined;
}

/** The last four digits of a number that was already masked. */
function isTailOfMasked(text: string, { from, to }: Group): boolean {
  return to - from === 4 && text.endsWith("*".repeat(CARD_MIN - 4), from);
}

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}(?![0-9a-f])/iy;
const UUID_LENGTH = 36;

function isInUuid(text: string, place: number): boolean {
  for (let from = place; place - from < UUID_LENGTH; from--) {
    const before = text.charCodeAt(from - 1);
    if (isHexDigit(before)) continue;
    UUID.lastIndex = from;
    if (UUID.test(text)) return true;
    if (before !== 45) return false;
  }
  return false;
}

/** Returns the digits of a span without separators. */
export function digitsIn(text: string, from: number, to: number): string {
  let digits = "";
  for (let at = from; at < to; ) {
    const length = separatorLength(text, at);
    if (length === 0) digits += text.charAt(at);
    at += length || 1;
  }
  return digits;
}
