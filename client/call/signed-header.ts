/** The Authorization headers of the parser and of partner management. */
import { writeBase64 } from "./bytes.ts";
import { hashSha256, signHmac } from "./hash.ts";
import { newKey } from "./random.ts";

export interface Signed {
  readonly method: string;
  /** The path as the server sees it. */
  readonly path: string;
  readonly body: string;
}

export type Signer = (text: string) => Promise<string>;

export function writeBasic(name: string, password: string): string {
  return `Basic ${writeBase64(`${name}:${password}`)}`;
}

export function writeHmac(name: string, key: string, signed: Signed): Promise<string> {
  return writeSigned("Hmac", name, signed, (text) => signHmac(key, text));
}

/** Signs five lines: method and path, nonce, timestamp, an empty line, and the hash of the body. */
export async function writeSigned(
  scheme: "Hmac" | "Rsa",
  username: string,
  { method, path, body }: Signed,
  sign: Signer,
): Promise<string> {
  const nonce = newKey();
  const timestamp = String(Math.floor(Date.now() / 1000));
  const text = [`${method} ${path}`, nonce, timestamp, "", await hashSha256(body)].join("\n");
  return writeParts(scheme, { username, nonce, timestamp, response: await sign(text) });
}

export function writeParts(scheme: string, parts: Readonly<Record<string, string>>): string {
  const written = Object.entries(parts).map(([name, value]) => `${name}="${value}"`);
  return `${scheme} ${written.join(", ")}`;
}
