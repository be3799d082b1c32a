/** A strict reader of XML 1.0 without a DTD, for the model test only. */

export interface Element {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly Element[];
  readonly text: string;
}

const DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>';
// XML 1.0, 2.2 Char and 2.3 Name.
const NO_CHARACTER = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u;
const START = "A-Z_a-z\\u00c0-\\u00d6\\u00d8-\\u00f6\\u00f8-\\u02ff\\u0370-\\u037d\\u037f-\\u1fff";
const NAME = `[${START}][${START}0-9.\\-\\u00b7\\u0300-\\u036f]*`;
const TOKEN = new RegExp(`<(/?)(${NAME})((?:\\s+${NAME}="[^"<]*")*)\\s*(/?)>|[^<]+`, "uy");
const ATTRIBUTE = new RegExp(`(${NAME})="([^"]*)"`, "gu");
const ENTITIES: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
};

interface Open {
  readonly name: string;
  readonly attributes: Record<string, string>;
  readonly children: Element[];
  text: string;
}

export function readXml(document: string): Element {
  if (!document.startsWith(DECLARATION)) throw new Error("The XML declaration is missing.");
  if (NO_CHARACTER.test(document)) throw new Error("There is a character that XML cannot have.");
  const text = document.slice(DECLARATION.length).replace(/\r\n?/g, "\n");
  const top: Open = { name: "", attributes: {}, children: [], text: "" };
  const open = [top];
  TOKEN.lastIndex = 0;
  for (let at = 0; at < text.length; at = TOKEN.lastIndex) {
    const token = TOKEN.exec(text);
    if (token === null) throw new Error(`Not XML at ${at}: ${text.slice(at, at + 40)}`);
    take(token, open);
  }
  const [root, ...others] = top.children;
  const isWhole = open.length === 1 && others.length === 0 && top.text.trim() === "";
  if (root === undefined || !isWhole) throw new Error("The document has not one root.");
  return root;
}

function take([token, close, name = "", attributes = "", empty]: RegExpExecArray, open: Open[]) {
  const current = open.at(-1);
  if (current === undefined) throw new Error("There is nothing open.");
  if (!token.startsWith("<")) {
    if (token.includes("]]>")) throw new Error("]]> stands in text.");
    current.text += decoded(token);
  } else if (close === "/") {
    if (current.name !== name) throw new Error(`</${name}> closes <${current.name}>.`);
    open.pop();
  } else {
    const child = { name, attributes: attributesOf(attributes), children: [], text: "" };
    current.children.push(child);
    if (empty !== "/") open.push(child);
  }
}

function attributesOf(text: string): Record<string, string> {
  const pairs = [...text.matchAll(ATTRIBUTE)];
  return Object.fromEntries(pairs.map(([, name = "", value = ""]) => [name, decoded(value)]));
}

function decoded(text: string): string {
  return text.replace(/&([^;]*;?)/g, (_, reference: string) => {
    const [, code] = /^#(\d+);$/.exec(reference) ?? [];
    const [, hex] = /^#x([0-9a-fA-F]+);$/.exec(reference) ?? [];
    if (code !== undefined) return String.fromCodePoint(Number(code));
    if (hex !== undefined) return String.fromCodePoint(Number.parseInt(hex, 16));
    const known = reference.endsWith(";") ? ENTITIES[reference.slice(0, -1)] : undefined;
    if (known === undefined) throw new Error(`&${reference} is nothing known.`);
    return known;
  });
}
