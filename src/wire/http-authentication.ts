/**
 * Reads Authorization headers (RFC 9110, RFC 7617). It returns what was sent. The interfaces check
 * the credentials.
 */
import { Secret } from "../values/secret.ts";

export interface BasicCredentials {
  readonly name: string;
  readonly secret: Secret;
}

/** `Scheme key="value", …`. The scheme and the keys are in lower case. */
export interface AuthorizationParameters {
  readonly scheme: string;
  readonly values: ReadonlyMap<string, string>;
}

const BASIC_LENGTH_MAX = 4_096;
const PARAMETERS_LENGTH_MAX = 8_192;
const PARAMETERS_MAX = 32;

const UTF8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
const ASCII = /^[ -~]*$/;
const SCHEME = /^([!#$%&'*+.^_`|~0-9A-Za-z-]+)(?: |$)/;
const BASIC = /^basic +([A-Za-z0-9+/]+={0,2}) *$/i;
// RFC 7617, 2: neither part may contain control characters. PostgreSQL does not accept U+0000.
// biome-ignore lint/suspicious/noControlCharactersInRegex: finding them is the point
const CONTROL = /[\u0000-\u001f\u007f]/;
const PARAMETER =
  /[\t ,]*([!#$%&'*+.^_`|~0-9A-Za-z-]+)[\t ]*=[\t ]*(?:"((?:[^"\\]|\\.)*)"|([^\t ,"]*))/y;
const TAIL = /[\t ,]*$/y;

/** Returns the scheme in lower case, or undefined if the header does not begin with one. */
export function authorizationScheme(header: string | undefined): string | undefined {
  return SCHEME.exec(header ?? "")?.[1]?.toLowerCase();
}

/** Returns undefined unless the header is valid base64 of UTF-8 with a name before a colon. */
export function readBasicCredentials(header: string | undefined): BasicCredentials | undefined {
  if (header === undefined || header.length > BASIC_LENGTH_MAX) return undefined;
  const text = decodeBase64(BASIC.exec(header)?.[1]);
  if (text === undefined || CONTROL.test(text)) return undefined;
  const colon = text.indexOf(":");
  if (colon < 1) return undefined;
  return { name: text.slice(0, colon), secret: new Secret(text.slice(colon + 1)) };
}

function decodeBase64(encoded: string | undefined): string | undefined {
  if (encoded === undefined) return undefined;
  try {
    const octets = atob(encoded);
    // atob accepts several spellings of the last character, but only one may be valid.
    if (btoa(octets) !== encoded) return undefined;
    return ASCII.test(octets) ? octets : UTF8.decode(Buffer.from(octets, "latin1"));
  } catch {
    return undefined;
  }
}

/**
 * Tolerates different quoting, spaces and empty list elements. Returns undefined if a name occurs
 * twice or if there is text that is not a parameter, because their meaning is not clear.
 */
export function readAuthorizationParameters(
  header: string | undefined,
): AuthorizationParameters | undefined {
  const scheme = authorizationScheme(header);
  if (header === undefined || scheme === undefined) return undefined;
  if (header.length > PARAMETERS_LENGTH_MAX) return undefined;
  const values = readList(header, scheme.length);
  return values && { scheme, values };
}

function readList(text: string, start: number): ReadonlyMap<string, string> | undefined {
  const values = new Map<string, string>();
  let end = start;
  for (;;) {
    const match = matchAt(PARAMETER, text, end);
    if (match === null) break;
    const [whole, name = "", quoted, bare = ""] = match;
    const key = name.toLowerCase();
    if (values.has(key) || values.size === PARAMETERS_MAX) return undefined;
    values.set(key, quoted?.replace(/\\(.)/g, "$1") ?? bare);
    end += whole.length;
  }
  return matchAt(TAIL, text, end) === null ? undefined : values;
}

function matchAt(pattern: RegExp, text: string, index: number): RegExpExecArray | null {
  pattern.lastIndex = index;
  return pattern.exec(text);
}
