/** Clients of the parser that sign their requests, written from the contract and RFC 7616. */
import { createHash, createHmac, type KeyObject, randomBytes, sign } from "node:crypto";
import { PATH } from "./parser-interface.ts";

export interface Signing {
  readonly name?: string;
  readonly key?: string;
  readonly body?: string;
  readonly nonce?: string;
  readonly timestamp?: number;
  readonly path?: string;
}

const md5 = (text: string) => createHash("md5").update(text).digest("hex");
const newNonce = () => randomBytes(13).toString("hex");

/** A header with all values in quotes. */
const header = (scheme: string, values: Readonly<Record<string, string | number>>) => ({
  authorization: `${scheme} ${Object.entries(values)
    .map(([name, value]) => `${name}="${value}"`)
    .join(", ")}`,
});

export function ownDigest({ name = "harbor", key = `${name}-key`, ...more }: Signing) {
  const { nonce = newNonce(), path: uri = PATH } = more;
  const response = md5(`${md5(`${name}:Users:${key}`)}:${nonce}:${md5(`POST:${uri}`)}`);
  return header("Digest", { username: name, realm: "Users", nonce, uri, response });
}

/** The text that HMAC and RSA sign. */
function signedText({ nonce, timestamp, body = "", path = PATH }: Signing): string {
  const digest = createHash("sha256").update(body).digest("hex");
  return `POST ${path}\n${nonce}\n${timestamp}\n\n${digest}`;
}

export function hmac(
  timestamp: number,
  { name = "harbor", key = `${name}-key`, ...more }: Signing,
) {
  const signing = { nonce: newNonce(), timestamp, ...more };
  const response = createHmac("sha256", key).update(signedText(signing)).digest("hex");
  const { nonce } = signing;
  return header("Hmac", { username: name, nonce, timestamp: signing.timestamp, response });
}

export function rsa(timestamp: number, key: KeyObject, { name = "harbor", ...more }: Signing) {
  const signing = { nonce: newNonce(), timestamp, ...more };
  const response = sign("sha256", Buffer.from(signedText(signing)), key).toString("hex");
  const { nonce } = signing;
  return header("Rsa", { username: name, nonce, timestamp: signing.timestamp, response });
}

export interface Answering extends Signing {
  readonly algorithm?: "MD5" | "SHA-256";
  readonly count?: number;
}

/**
 * RFC 7616, 3.4: answers a challenge like browsers and curl, without quotes where the challenge has
 * none.
 */
export function answerChallenge(challenge: string, answering: Answering = {}) {
  const { name = "harbor", key = `${name}-key`, algorithm = "SHA-256", count = 1 } = answering;
  const { path: uri = PATH } = answering;
  const nonce = answering.nonce ?? /nonce="([^"]+)"/.exec(challenge)?.[1] ?? "";
  const hashName = algorithm === "MD5" ? "md5" : "sha256";
  const of = (text: string) => createHash(hashName).update(text).digest("hex");
  const [nc, cnonce] = [count.toString(16).padStart(8, "0"), newNonce()];
  const who = of(`${name}:Users:${key}`);
  const response = of(`${who}:${nonce}:${nc}:${cnonce}:auth:${of(`POST:${uri}`)}`);
  const quoted = header("Digest", { username: name, realm: "Users", nonce, uri, cnonce, response });
  return { authorization: `${quoted.authorization}, nc=${nc}, qop=auth, algorithm=${algorithm}` };
}
