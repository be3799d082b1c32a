/** Finds the value after the name of a secret, in JSON, forms and headers. */
import type { SecretName } from "./mask-names.ts";
import {
  backslashesBefore,
  characterLength,
  MASKED,
  type MaskFinding,
  quoteDepth,
} from "./mask-shape.ts";

export interface ValuePlace {
  readonly name: SecretName;
  /** The place after the separator. */
  readonly from: number;
  /** The text is one JSON document, so a plain quote begins or ends one of its strings. */
  readonly isJson: boolean;
  /** The separator is written as %3A or %3D, so the value is encoded too. */
  readonly isEncoded: boolean;
}

export function secretValueAt(text: string, place: ValuePlace): MaskFinding | undefined {
  const from = startOfValue(text, place.from);
  const quote = openingQuote(text, from, place);
  if (quote !== undefined) return finding(quote.to, endOfQuoted(text, quote.to, quote.sign, place));
  if (LITERAL.test(text.slice(from, from + 6))) return undefined;
  return place.name.depth === undefined ? bare(text, from, place) : member(text, from, place);
}

const LITERAL = /^(?:true|false|null)(?:$|[\s,}\]&"\\;)])/;

function finding(from: number, to: number, put = MASKED): MaskFinding | undefined {
  return to > from ? { from, to, put } : undefined;
}

/** Also skips the second character of => and :=. */
function startOfValue(text: string, from: number): number {
  let at = from;
  while (/[ =:>]/.test(text.charAt(at))) at++;
  return at;
}

/** What closes a quoted value: a quote of the same depth, a single quote, or %22. */
type QuoteSign = number | "'" | "%22";

function openingQuote(
  text: string,
  from: number,
  { name, isJson, isEncoded }: ValuePlace,
): { readonly to: number; readonly sign: QuoteSign } | undefined {
  if (text[from] === "'") return { to: from + 1, sign: "'" };
  if (isEncoded && characterLength('"', text, from) === 3) return { to: from + 3, sign: "%22" };
  let at = from;
  while (text[at] === "\\") at++;
  if (text[at] !== '"') return undefined;
  const depth = at - from;
  if (quoteDepth(depth) !== depth) return undefined;
  // After a name without quotes, a plain quote ends the JSON string that contains the name.
  const opens = name.depth === undefined ? depth > 0 || !isJson : depth === name.depth;
  return opens ? { to: at + 1, sign: depth } : undefined;
}

function endOfQuoted(text: string, from: number, sign: QuoteSign, { isJson }: ValuePlace): number {
  if (sign === "%22") return endOfWord(text, from, true);
  const depthMax = sign === "'" ? outermost(isJson) : sign;
  for (let at = from; at < text.length; at++) {
    if (sign === "'" && (text[at] === sign || text[at] === "\n")) return at;
    const end = text[at] === '"' ? endOfString(text, at, depthMax) : undefined;
    if (end !== undefined && end >= from) return end;
  }
  return text.length;
}

/** The depth of quotes that end any value: plain quotes in JSON, none in other text. */
function outermost(isJson: boolean): number {
  return isJson ? 0 : -1;
}

/** Returns the end of the string that this quote closes, if its depth is at most `depthMax`. */
function endOfString(text: string, quote: number, depthMax: number): number | undefined {
  const depth = quoteDepth(backslashesBefore(text, quote));
  return depth <= depthMax ? quote - depth : undefined;
}

/** A number, object or array of JSON is masked as a whole and becomes a string. */
function member(text: string, from: number, { name }: ValuePlace): MaskFinding | undefined {
  const depth = name.depth ?? 0;
  const isContainer = /[[{]/.test(text.charAt(from));
  const to = isContainer ? endOfContainer(text, from, depth) : endOfLiteral(text, from);
  const quote = `${"\\".repeat(depth)}"`;
  return finding(from, to, quote + MASKED + quote);
}

/** The place after the closing bracket, or the end of an enclosing string before that. */
function endOfContainer(text: string, from: number, depth: number): number {
  let open = 0;
  let inString = false;
  for (let at = from; at < text.length; at++) {
    const sign = text.charAt(at);
    if (sign === '"') {
      const end = endOfString(text, at, depth);
      if (end !== undefined && end > at - depth) return end;
      if (end !== undefined) inString = !inString;
    }
    if (!inString) open += bracket(sign);
    if (open === 0) return at + 1;
  }
  return text.length;
}

function bracket(sign: string): number {
  if (sign === "{" || sign === "[") return 1;
  return sign === "}" || sign === "]" ? -1 : 0;
}

function endOfLiteral(text: string, from: number): number {
  let at = from;
  while (at < text.length && !/[\s,\]}"\\]/.test(text.charAt(at))) at++;
  return at;
}

function bare(text: string, from: number, place: ValuePlace): MaskFinding | undefined {
  const isLine = place.name.extent === "line" && !place.isEncoded;
  if (isLine) return finding(from, endOfLine(text, from, place.isJson));
  return finding(from, endOfWord(text, from, place.isEncoded));
}

const WORD_ENDS = /[\s&"'<>]/;

function endOfWord(text: string, from: number, isEncoded: boolean): number {
  let at = from;
  while (at < text.length && !WORD_ENDS.test(text.charAt(at)) && !isBreak(text, at, isEncoded)) {
    at += text[at] === "\\" ? 2 : 1;
  }
  // A value that was already masked keeps its bracket.
  const start = text.startsWith(MASKED, from) ? from + MASKED.length : from;
  let end = Math.min(at, text.length);
  while (end > start && /[,;.)}\]]/.test(text.charAt(end - 1))) end--;
  return end;
}

/** An escape that ends a word: a quote, a line break or a tab; if encoded, & or a quote. */
function isBreak(text: string, at: number, isEncoded: boolean): boolean {
  if (text[at] === "\\") return /["nrt]/.test(text.charAt(at + 1));
  return isEncoded && /^%2[26]/.test(text.slice(at, at + 3));
}

function endOfLine(text: string, from: number, isJson: boolean): number {
  for (let at = from; at < text.length; at++) {
    if (text[at] === "\n" || text[at] === "\r") return at;
    if (isJson && text[at] === '"') return at;
    if (text[at] !== "\\") continue;
    if (/[nr]/.test(text.charAt(at + 1))) return at;
    at++;
  }
  return text.length;
}
