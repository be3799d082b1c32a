/** Digest authentication (RFC 7616, SHA-256): answers the server's challenge and keeps it in use. */
import { hashSha256 } from "../call/hash.ts";
import { newKey } from "../call/random.ts";
import { type Signed, writeParts } from "../call/signed-header.ts";

interface Challenge {
  readonly realm: string;
  readonly nonce: string;
  uses: number;
}

export class DigestLogin {
  readonly #id: string;
  readonly #key: string;
  #challenge: Challenge | undefined;

  constructor(id: string, key: string) {
    this.#id = id;
    this.#key = key;
  }

  /** Returns whether a new answer may help: not if the key was refused, which would lock the login. */
  readChallenge(header: string | null): boolean {
    const isFirst = this.#challenge === undefined;
    const found = /^Digest .*realm="([^"]*)".*nonce="([^"]+)"/.exec(header ?? "");
    const [, realm = "", nonce = ""] = found ?? [];
    this.#challenge = found === null ? undefined : { realm, nonce, uses: 0 };
    return found !== null && (isFirst || /stale=true/i.test(header ?? ""));
  }

  /** Nothing before the first challenge. */
  async writeHeader({ method, path }: Signed): Promise<string | undefined> {
    const challenge = this.#challenge;
    if (challenge === undefined) return undefined;
    challenge.uses += 1;
    const { realm, nonce, uses } = challenge;
    const [nc, cnonce] = [uses.toString(16).padStart(8, "0"), newKey()];
    const who = await hashSha256(`${this.#id}:${realm}:${this.#key}`);
    const what = await hashSha256(`${method}:${path}`);
    const response = await hashSha256(`${who}:${nonce}:${nc}:${cnonce}:auth:${what}`);
    const parts = { username: this.#id, realm, nonce, uri: path, cnonce, response };
    return `${writeParts("Digest", parts)}, nc=${nc}, qop=auth, algorithm=SHA-256`;
  }
}
