/** The table of field names that have secret values, and how such a name is found in text. */
import { backslashesBefore, characterStart, quoteDepth } from "./mask-shape.ts";

/** Where an unquoted secret ends: with its word or, in a header, with its line. */
export type Extent = "word" | "line";

/** Case, _ and - do not matter. Only whole names count: token_id is not a token. */
const SECRET_NAMES: Readonly<Record<string, Extent>> = {
  authorization: "line",
  proxy_authorization: "line",
  cookie: "line",
  set_cookie: "line",

  password: "word",
  passsword: "word",
  passwd: "word",
  pwd: "word",
  passphrase: "word",
  new_password: "word",
  old_password: "word",
  current_password: "word",
  password_again: "word",
  hash: "word",

  token: "word",
  access_token: "word",
  refresh_token: "word",
  session_token: "word",
  reset_token: "word",
  csrf_token: "word",
  x_csrf_token: "word",
  _csrf: "word",
  session_id: "word",

  api_accesskey: "word",
  accesskey: "word",
  api_key: "word",
  x_api_key: "word",
  partner_key: "word",
  secret: "word",
  api_secret: "word",
  client_secret: "word",
  webhook_secret: "word",
  signing_secret: "word",

  master_key: "word",
  private_key: "word",
  data_key: "word",
  base_key: "word",
  bdk: "word",
  component: "word",
  component_1: "word",
  component_2: "word",

  card_number: "word",
  pan: "word",
  card_verification: "word",
  cvv: "word",
  cvv2: "word",
  cvc: "word",
  pin: "word",
  pin_block: "word",
  bank_account_number: "word",

  card_tracks: "word",
  device_payload: "word",
  // Members of the parser's answer: tracks as hex and as text, and the discretionary data.
  decrypted: "word",
  ascii: "word",
  discretionary: "word",
};

const EXTENTS = new Map(Object.entries(SECRET_NAMES).map(([name, how]) => [plain(name), how]));
const NAME_MAX = 32;

/** Whether a field with this name contains a secret. */
export function isSecretName(name: string): boolean {
  return EXTENTS.has(plain(name));
}

function plain(name: string): string {
  return name.toLowerCase().replaceAll(/[_-]/g, "");
}

/** The name of a secret before a separator. */
export interface SecretName {
  readonly extent: Extent;
  /** How many backslashes precede its quotes, or undefined if it has no quotes. */
  readonly depth: number | undefined;
}

/** Returns the name of a secret directly before a separator, if there is one. */
export function secretNameBefore(text: string, separator: number): SecretName | undefined {
  const to = endOfName(text, separator);
  let from = to;
  while (to - from < NAME_MAX && LETTERS[text.charCodeAt(from - 1)]) from--;
  const secret = readings(text.charAt(from - 1), text.slice(from, to)).find(isSecretName);
  const extent = secret === undefined ? undefined : EXTENTS.get(plain(secret));
  if (extent === undefined) return undefined;
  const quote = text.slice(to, separator).lastIndexOf('"');
  const depth = quote < 0 ? undefined : quoteDepth(backslashesBefore(text, to + quote));
  return { extent, depth };
}

/** Skips quotes, brackets and spaces between a name and its separator. */
function endOfName(text: string, separator: number): number {
  let to = separator;
  for (;;) {
    const encoded = characterStart('"', text, to) ?? characterStart("]", text, to);
    if (encoded !== undefined) to = encoded;
    else if (CLOSERS[text.charCodeAt(to - 1)] === 1) to--;
    else return to;
  }
}

/**
 * The letters of an escape may look like the start of a name: %26token, \npassword, \u0026token.
 */
function readings(before: string, name: string): string[] {
  if (before === "%") return [name, name.slice(2)];
  return before === "\\" ? [name, name.slice(1), name.slice(5)] : [name];
}

// The rest of this file is a fast check that rejects nearly every name without creating a string.

// For each character: its lower-case letter or digit, SKIP for _ and -, and 0 for all others.
const SKIP = 1;
const LETTERS = new Uint8Array(0x10000);
for (const sign of "0123456789abcdefghijklmnopqrstuvwxyz") {
  LETTERS[sign.charCodeAt(0)] = sign.charCodeAt(0);
  LETTERS[sign.toUpperCase().charCodeAt(0)] = sign.charCodeAt(0);
}
LETTERS[45] = SKIP;
LETTERS[95] = SKIP;

const CLOSERS = new Uint8Array(0x10000);
for (const sign of `"'\\] `) CLOSERS[sign.charCodeAt(0)] = 1;

const SUMS = new Uint8Array(1024);
for (const name of EXTENTS.keys())
  SUMS[nameSum(Uint16Array.from(name, (c) => c.charCodeAt(0)))] = 1;

function nameSum(letters: Uint16Array): number {
  return letters.reduceRight((sum, letter) => add(sum, letter), 0);
}

function add(sum: number, letter: number): number {
  return (sum * 31 + letter) & 1023;
}

/** Whether the name before a separator may be the name of a secret. */
export function mayNameSecret(codes: Uint16Array, separator: number): boolean {
  let at = separator - 1;
  while (CLOSERS[codes[at] ?? 0] === 1) at--;
  const end = at;
  let sum = 0;
  for (; end - at < NAME_MAX; at--) {
    const letter = LETTERS[codes[at] ?? 0] ?? 0;
    if (letter === 0) break;
    if (letter !== SKIP) sum = add(sum, letter);
  }
  const before = codes[at];
  return SUMS[sum] === 1 || before === 37 || before === 92;
}
