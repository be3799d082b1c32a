/** The one table of names whose values are secrets, and how such a name is found in text. */
import { backslashesBefore, quoteDepth, startOf } from "./mask-shape.ts";

/** Where a secret without quotes ends: with its word, or, as in a header, with its line. */
export type Extent = "word" | "line";

/** In any case, with or without _ and -. Whole names: token_id is no token. */
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
  // Of the parser's answer: tracks as hex and as text, and what stands behind the expiry.
  decrypted: "word",
  ascii: "word",
  discretionary: "word",
};

const EXTENTS = new Map(Object.entries(SECRET_NAMES).map(([name, how]) => [plain(name), how]));
const NAME_MAX = 32;

/** Whether a field of this name holds a secret. */
export function isSecretName(name: string): boolean {
  return EXTENTS.has(plain(name));
}

function plain(name: string): string {
  return name.toLowerCase().replaceAll(/[_-]/g, "");
}

/** A secret's name before a separator. */
export interface SecretName {
  readonly extent: Extent;
  /** How many backslashes its quotes have, or undefined when it has no quotes. */
  readonly depth: number | undefined;
}

// A lower-case letter or digit for each character of a name, SKIP for _ and -, 0 for all else.
const SKIP = 1;
const LETTERS = new Uint8Array(128);
for (let code = 48; code < 123; code++) {
  if (/[0-9A-Za-z]/.test(String.fromCharCode(code))) LETTERS[code] = code < 65 ? code : code | 32;
}
LETTERS[45] = SKIP;
LETTERS[95] = SKIP;

// One bit for each name's sum: nearly every name of a line is dismissed without making a string.
const SUMS = new Uint8Array(1024);
for (const name of EXTENTS.keys()) SUMS[sumOf(name, 0, name.length)] = 1;

function sumOf(text: string, from: number, to: number): number {
  let sum = 0;
  for (let at = to - 1; at >= from; at--) sum = add(sum, LETTERS[text.charCodeAt(at)] ?? 0);
  return sum;
}

function add(sum: number, letter: number): number {
  return (sum * 31 + letter) & 1023;
}

/** The secret's name that ends before a place, if one does. */
export function secretNameBefore(text: string, before: number): SecretName | undefined {
  const end = endOfName(text, before);
  let sum = 0;
  let from = end;
  for (; end - from < NAME_MAX; from--) {
    const letter = LETTERS[text.charCodeAt(from - 1)];
    if (letter === undefined || letter === 0) break;
    if (letter !== SKIP) sum = add(sum, letter);
  }
  const sign = text.charCodeAt(from - 1);
  if (sign === 37 || sign === 92) return secretNameEscaped(text, from, end, before);
  if (SUMS[sum] === 0) return undefined;
  return named(text, text.slice(from, end), end, before);
}

/** Behind a name may stand blanks, quotes with their backslashes, and the bracket of a[name]. */
function endOfName(text: string, before: number): number {
  let end = before;
  for (; before - end < NAME_MAX; end--) {
    const code = text.charCodeAt(end - 1);
    if (code !== 34 && code !== 32 && code !== 92 && code !== 93 && code !== 39) break;
  }
  return end;
}

/** An escape before or behind a name looks like letters of it: %26token, \npassword, token%5D. */
function secretNameEscaped(
  text: string,
  from: number,
  end: number,
  before: number,
): SecretName | undefined {
  const closer = startOf('"', text, end) ?? startOf("]", text, end);
  if (closer !== undefined && text[closer] === "%") return secretNameBefore(text, closer);
  const whole = text.slice(from, end);
  const readings =
    text[from - 1] === "%" ? [whole, whole.slice(2)] : [whole, whole.slice(1), whole.slice(5)];
  for (const reading of readings) {
    const name = named(text, reading, end, before);
    if (name !== undefined) return name;
  }
  return undefined;
}

function named(text: string, name: string, end: number, before: number): SecretName | undefined {
  const extent = EXTENTS.get(plain(name));
  if (extent === undefined) return undefined;
  const quote = text.slice(end, before).lastIndexOf('"');
  const depth = quote < 0 ? undefined : quoteDepth(backslashesBefore(text, end + quote));
  return { extent, depth };
}
