/** Strict readers of CSV and XML for tests. They share no code with the product. */

/** Strict RFC 4180: CRLF ends a line, and quotes enclose a whole value. */
export function parseCsv(text: string): string[][] {
  const lines: string[][] = [];
  let at = 0;
  while (at < text.length) {
    const line: string[] = [];
    for (;;) {
      const [value, end] = text[at] === '"' ? quotedValue(text, at + 1) : plainValue(text, at);
      line.push(value);
      at = end;
      if (text[at] !== ",") break;
      at++;
    }
    if (text.slice(at, at + 2) !== "\r\n") throw new Error(`no CRLF at ${at}`);
    at += 2;
    lines.push(line);
  }
  return lines;
}

function quotedValue(text: string, from: number): [value: string, end: number] {
  let value = "";
  for (let at = from; at < text.length; at++) {
    if (text[at] !== '"') value += text[at];
    else if (text[at + 1] === '"') value += text[++at];
    else return [value, at + 1];
  }
  throw new Error("a quote is not closed");
}

function plainValue(text: string, from: number): [value: string, end: number] {
  let end = from;
  while (end < text.length && !',\r\n"'.includes(text[end] ?? "")) end++;
  return [text.slice(from, end), end];
}

export interface Element {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: Element[];
  text: string;
}

const TAG =
  /<(\/?)([\p{L}_][\p{L}\p{N}_.-]*)((?:\s+[a-z]+="[^"<]*")*)\s*>|([^<]+)|<\?xml[^?]*\?>/gu;
// biome-ignore lint/suspicious/noControlCharactersInRegex: they may not stand in XML
const FORBIDDEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/;

/** Accepts elements, attributes, text and the five entities. Anything else is an error. */
export function parseXml(text: string): Element {
  if (FORBIDDEN.test(text)) throw new Error("the text has a character that XML does not allow");
  const root: Element = { name: "", attributes: {}, children: [], text: "" };
  const open = [root];
  let at = 0;
  for (const match of text.matchAll(TAG)) {
    if (match.index !== at) throw new Error(`no XML at ${at}: ${text.slice(at, at + 20)}`);
    at += match[0].length;
    addPiece(open, match);
  }
  if (at !== text.length || open.length !== 1) throw new Error("the document ends too early");
  const [only, ...others] = root.children;
  if (only === undefined || others.length > 0) throw new Error("the document must have one root");
  return only;
}

function addPiece(open: Element[], [, slash, name, attributes = "", text]: RegExpMatchArray): void {
  const parent = open.at(-1);
  if (parent === undefined) throw new Error("there are too many end tags");
  if (text !== undefined) parent.text += unescaped(text.replace(/\r\n?/g, "\n"));
  if (name === undefined) return;
  if (slash === "/") {
    if (parent.name !== name) throw new Error(`${parent.name} ends as ${name}`);
    open.pop();
    return;
  }
  const pairs = attributes.matchAll(/([a-z]+)="([^"]*)"/g);
  const element: Element = {
    name,
    attributes: Object.fromEntries(Array.from(pairs, ([, key = "", value = ""]) => [key, value])),
    children: [],
    text: "",
  };
  parent.children.push(element);
  open.push(element);
}

const ENTITIES: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"' };

function unescaped(text: string): string {
  if (/&(?!(amp|lt|gt|quot|#\d+);)/.test(text)) throw new Error("an & is not escaped");
  return text.replace(/&(?:#(\d+)|(\w+));/g, (_, code, name) =>
    code === undefined ? (ENTITIES[name] ?? "") : String.fromCodePoint(Number(code)),
  );
}
