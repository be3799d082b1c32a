/** Passwords, kept only as Argon2id in the PHC string form. */
import { argon2, hash as hashOf, randomBytes } from "node:crypto";
import { promisify } from "node:util";
import { sameBytes } from "../../values/same-bytes.ts";
import type { Secret } from "../../values/secret.ts";
import { ConcurrencyLimit } from "./concurrency-limit.ts";

const argon2Async = promisify(argon2);

/** OWASP's first choice: 19 MiB, two passes, one lane. */
const COST = { memory: 19_456, passes: 2, parallelism: 1 } as const;
const TAG_BYTES = 32;
const SALT_BYTES = 16;
const PHC = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/;

interface Hash {
  readonly cost: { readonly memory: number; readonly passes: number; readonly parallelism: number };
  readonly salt: Buffer;
  readonly tag: Buffer;
}

/**
 * Each computation takes a thread of the few that this process has, and 19 MiB: a flood of logins
 * must leave enough of both. Whoever waits, waits about a second at most.
 */
const concurrencyLimit = new ConcurrencyLimit({ atOnceMax: 2, waitingMax: 60 });

// An unknown user must cost as much time as a wrong password.
const NOBODY: Hash = { cost: COST, salt: randomBytes(SALT_BYTES), tag: randomBytes(TAG_BYTES) };

/** What tells a password that was proven from one that has come in its place. */
export function passwordDigest(hash: string): Uint8Array {
  return hashOf("sha256", hash, "buffer");
}

/** Fails with Crowded when too many passwords are being computed. */
export async function hashPassword(password: Secret): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  const tag = await derive(password, { cost: COST, salt, tag: Buffer.alloc(TAG_BYTES) });
  const { memory, passes, parallelism } = COST;
  const cost = `m=${memory},t=${passes},p=${parallelism}`;
  return `$argon2id$v=19$${cost}$${unpadded(salt)}$${unpadded(tag)}`;
}

/**
 * Whether the password is the hash's. Without a hash: no, after the same time. Fails with Crowded
 * when too many passwords are being computed.
 */
export async function passwordMatches(
  password: Secret,
  hash: string | undefined,
): Promise<boolean> {
  const known = hash === undefined ? undefined : parseHash(hash);
  const against = known ?? NOBODY;
  const tag = await derive(password, against);
  return sameBytes(tag, against.tag) && known !== undefined;
}

/** Two passwords in clear, as they are hashed. */
export function isSamePassword(one: Secret, other: Secret): boolean {
  return one.reveal().normalize("NFC") === other.reveal().normalize("NFC");
}

async function derive(password: Secret, { cost, salt, tag }: Hash): Promise<Buffer> {
  const message = password.reveal().normalize("NFC");
  return concurrencyLimit.pass(() =>
    argon2Async("argon2id", { message, nonce: salt, tagLength: tag.length, ...cost }),
  );
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
