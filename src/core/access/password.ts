/** Hashes and checks passwords with Argon2id. Hashes are PHC strings. */
import { argon2, hash as hashOf, randomBytes } from "node:crypto";
import { promisify } from "node:util";
import { sameBytes } from "../../values/same-bytes.ts";
import type { Secret } from "../../values/secret.ts";
import { ConcurrencyLimit } from "./concurrency-limit.ts";

/** The allowed length of a new password. */
export const PASSWORD_MIN = 12;
export const PASSWORD_MAX = 256;

const argon2Async = promisify(argon2);

export interface Argon2Cost {
  /** In KiB. */
  readonly memory: number;
  readonly passes: number;
  readonly parallelism: number;
}

/** The first recommendation of OWASP: 19 MiB, two passes, one lane. */
export const ARGON2_COST: Argon2Cost = { memory: 19_456, passes: 2, parallelism: 1 };

const TAG_BYTES = 32;
const SALT_BYTES = 16;
const PHC = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/;

interface Hash {
  readonly cost: Argon2Cost;
  readonly salt: Buffer;
  readonly tag: Buffer;
}

/**
 * Open it once per process: all interfaces share its limit, so that many logins at one of them count
 * at the others.
 */
export class PasswordHashing {
  readonly #cost: Argon2Cost;
  readonly #nobody: Hash;
  /**
   * Each computation takes one of the few threads of the process and 19 MiB. Many logins at once must
   * leave enough of both. The wait is about a second at most.
   */
  readonly #concurrencyLimit = new ConcurrencyLimit({ atOnceMax: 2, waitingMax: 60 });

  /** The product has only the default cost. Tests that are not about it use a lower one. */
  constructor({ cost = ARGON2_COST }: { readonly cost?: Argon2Cost } = {}) {
    this.#cost = cost;
    // An unknown user must take as long as a wrong password.
    this.#nobody = { cost, salt: randomBytes(SALT_BYTES), tag: randomBytes(TAG_BYTES) };
  }

  /** Throws TooManyWaiting if too many passwords are being computed. */
  async hash(password: Secret): Promise<string> {
    const salt = randomBytes(SALT_BYTES);
    const blank = { cost: this.#cost, salt, tag: Buffer.alloc(TAG_BYTES) };
    const tag = await this.#derive(password, blank);
    const { memory, passes, parallelism } = this.#cost;
    const cost = `m=${memory},t=${passes},p=${parallelism}`;
    return `$argon2id$v=19$${cost}$${unpadded(salt)}$${unpadded(tag)}`;
  }

  /**
   * Whether the password matches the hash. Without a hash: false, after the same time. Throws
   * TooManyWaiting if too many passwords are being computed.
   */
  async matches(password: Secret, hash: string | undefined): Promise<boolean> {
    const known = hash === undefined ? undefined : parseHash(hash);
    const against = known ?? this.#nobody;
    const tag = await this.#derive(password, against);
    return sameBytes(tag, against.tag) && known !== undefined;
  }

  async #derive(password: Secret, { cost, salt, tag }: Hash): Promise<Buffer> {
    const message = password.reveal().normalize("NFC");
    return this.#concurrencyLimit.pass(() =>
      argon2Async("argon2id", { message, nonce: salt, tagLength: tag.length, ...cost }),
    );
  }
}

/** Identifies the password that was verified, to detect that it was replaced. */
export function passwordDigest(hash: string): Uint8Array {
  return hashOf("sha256", hash, "buffer");
}

/** Compares two passwords in the form that is hashed. */
export function isSamePassword(one: Secret, other: Secret): boolean {
  return one.reveal().normalize("NFC") === other.reveal().normalize("NFC");
}

function parseHash(text: string): Hash | undefined {
  const match = PHC.exec(text);
  if (match === null) return undefined;
  const [, memory, passes, parallelism, salt = "", tag = ""] = match;
  return {
    cost: { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) },
    salt: Buffer.from(salt, "base64"),
    tag: Buffer.from(tag, "base64"),
  };
}

function unpadded(bytes: Buffer): string {
  return bytes.toString("base64").replace(/=+$/, "");
}
