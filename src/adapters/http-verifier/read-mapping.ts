/** Reads the text of a mapping file and reports all errors at once, each with its place. */
import { isMembers, type Json } from "../https-client/json.ts";
import { ErrorList } from "./error-list.ts";
import { type Mapping, PLACEHOLDERS, type Placeholder } from "./mapping.ts";
import { readAnswers } from "./read-answers.ts";
import { placeholdersIn } from "./template.ts";

export type MappingReading =
  | { readonly kind: "good"; readonly mapping: Mapping }
  | { readonly kind: "bad"; readonly errors: readonly string[] };

export interface MappingRules {
  /** In certification a provider's test address may use HTTP. */
  readonly allowsHttp: boolean;
}

const MEMBERS = ["url", "headers", "requestIdHeader", "keyHeader", "body", "words", "answers"];
const HEADER_NAME = /^[a-z0-9!#$%&'*+.^_`|~-]+$/i;
const HEADER_TEXT = /^[\x20-\x7e]*$/;
/** Headers that HTTP or this program sets. */
const OUR_HEADER =
  /^(host|connection|keep-alive|transfer-encoding|upgrade|te|trailer|expect|accept.*|content-.*)$/i;
const NOWHERE = new URL("https://provider.invalid");

export function readMapping(text: string, rules: MappingRules): MappingReading {
  const file = parse(text);
  if (!isMembers(file)) return { kind: "bad", errors: ["the file must be a JSON object."] };
  const list = new ErrorList();
  list.refuseOthers("", file, MEMBERS);
  const mapping: Mapping = {
    url: readUrl(list, file["url"], rules),
    headers: readHeaders(list, file["headers"]),
    requestIdHeader: readHeaderName(list, "requestIdHeader", file["requestIdHeader"]),
    keyHeader: readKeyHeader(list, file["keyHeader"]),
    body: list.members("body", file["body"]),
    words: readWords(list, file["words"]),
    answers: readAnswers(list, file["answers"]),
  };
  checkBody(list, mapping);
  const { errors } = list;
  return errors.length === 0 ? { kind: "good", mapping } : { kind: "bad", errors };
}

function parse(text: string): Json | undefined {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function readUrl(list: ErrorList, value: Json | undefined, { allowsHttp }: MappingRules): URL {
  const url = URL.parse(list.text("url", value));
  if (url === null) {
    if (typeof value === "string") list.add("url", "must be a URL.");
    return NOWHERE;
  }
  const isHttp = url.protocol === "http:" && allowsHttp;
  if (url.protocol !== "https:" && !isHttp) list.add("url", "must begin with https://.");
  if (url.username !== "" || url.password !== "")
    list.add("url", "must not contain a user name or password.");
  // Addresses are written to logs.
  if (placeholdersIn(value ?? null).length > 0) list.add("url", "must not contain {{ }}.");
  return url;
}

function readHeaders(list: ErrorList, value: Json | undefined): Record<string, string> {
  if (value === undefined) return {};
  const headers: Record<string, string> = {};
  for (const [name, content] of Object.entries(list.members("headers", value))) {
    const place = `headers.${name}`;
    const text = list.text(place, content);
    if (!HEADER_TEXT.test(text)) list.add(place, "must be plain ASCII text.");
    const good = readHeaderName(list, place, name);
    if (good !== undefined) headers[good] = text;
  }
  return headers;
}

function readHeaderName(
  list: ErrorList,
  place: string,
  value: Json | undefined,
): string | undefined {
  if (value === undefined) return undefined;
  const name = list.text(place, value).toLowerCase();
  if (name !== "" && !HEADER_NAME.test(name)) list.add(place, "must be a valid header name.");
  if (OUR_HEADER.test(name)) list.add(place, "is a header that Sixdoors sets itself.");
  return name;
}

function readKeyHeader(list: ErrorList, value: Json | undefined): Mapping["keyHeader"] {
  if (value === undefined) return undefined;
  const members = list.members("keyHeader", value);
  list.refuseOthers("keyHeader", members, ["name", "prefix"]);
  const name = readHeaderName(list, "keyHeader.name", members["name"] ?? null);
  const prefix = list.text("keyHeader.prefix", members["prefix"] ?? "");
  if (!HEADER_TEXT.test(prefix)) list.add("keyHeader.prefix", "must be plain ASCII text.");
  return { name: name ?? "", prefix };
}

function readWords(list: ErrorList, value: Json | undefined): Mapping["words"] {
  if (value === undefined) return {};
  const words: Partial<Record<Placeholder, Record<string, string>>> = {};
  for (const [name, content] of Object.entries(list.members("words", value))) {
    const ours = PLACEHOLDERS.find((known) => known === name);
    if (ours === undefined) list.add(`words.${name}`, "is unknown.");
    else words[ours] = readTranslations(list, `words.${name}`, content);
  }
  return words;
}

function readTranslations(list: ErrorList, place: string, value: Json): Record<string, string> {
  const entries = Object.entries(list.members(place, value));
  return Object.fromEntries(entries.map(([from, to]) => [from, list.text(`${place}.${from}`, to)]));
}

/** The body must contain the bank account. */
function checkBody(list: ErrorList, { body, requestIdHeader }: Mapping): void {
  const holes = placeholdersIn(body);
  for (const hole of new Set(holes)) {
    if (!PLACEHOLDERS.some((known) => known === hole)) {
      list.add("body", `has {{${hole}}}, which is unknown.`);
    }
  }
  for (const needed of ["routingNumber", "accountNumber"]) {
    if (!holes.includes(needed)) list.add("body", `must contain {{${needed}}}.`);
  }
  if (requestIdHeader === undefined && !holes.includes("requestId")) {
    list.add("body", "must contain {{requestId}}, or requestIdHeader must name a header for it.");
  }
}
