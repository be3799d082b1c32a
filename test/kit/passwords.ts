/** The passwords of the certification data, hashed again at a lower cost. */
import { argon2Sync, randomBytes } from "node:crypto";
import { passwordMatches } from "../../src/core/access/password.ts";
import { readCertificationSeed } from "../../src/core/certification/certification-seed.ts";
import type { Database } from "../../src/db/database.ts";
import type { DatabasePool } from "../../src/db/database-pool.ts";
import { sqlIdentifier } from "../../src/db/sql.ts";
import { Secret } from "../../src/values/secret.ts";

/** The minimum of Argon2, in KiB. A login at the product's cost takes 25 ms or more. */
const CHEAP = { memory: 8, passes: 1, parallelism: 1 };
const TABLES = ["operators", "pos_users", "contact_credentials"];

/** A hash that the product accepts, for tests that are not about its cost. */
export function hashCheaply(password: Secret): string {
  const [message, nonce] = [password.reveal(), randomBytes(16)];
  const tag = argon2Sync("argon2id", { message, nonce, tagLength: 32, ...CHEAP });
  const [salt, hash] = [nonce, tag].map((bytes) => bytes.toString("base64").replace(/=+$/, ""));
  return `$argon2id$v=19$m=${CHEAP.memory},t=${CHEAP.passes},p=${CHEAP.parallelism}$${salt}$${hash}`;
}

/** Replaces the hashes of all seeded users without running the triggers of a new password. */
export async function rehashPasswords(
  owner: DatabasePool,
  hash: (password: Secret) => string | Promise<string>,
): Promise<void> {
  const passwords = await seededPasswords();
  await owner.atomically(async (db) => {
    await db.rows`set local session_replication_role = replica`;
    for (const table of TABLES) {
      for (const old of await storedHashes(db, table)) {
        const renewed = await hash(await findPassword(passwords, old));
        await db.rows`
          update ${sqlIdentifier(table)} set password_hash = ${renewed} where password_hash = ${old}`;
      }
    }
  });
}

async function seededPasswords(): Promise<readonly Secret[]> {
  const { operators, mobileUsers, partners, clients } = await readCertificationSeed();
  const below = partners.flatMap(({ subPartners = [] }) => subPartners);
  const passwords = [
    ...operators.map(({ password }) => password),
    ...mobileUsers.map(({ passsword }) => passsword),
    ...[...partners, ...below].map(({ user }) => user.password),
    ...clients.map(({ contact }) => contact.password),
  ];
  return [...new Set(passwords)].map((password) => new Secret(password));
}

async function storedHashes(db: Database, table: string): Promise<readonly string[]> {
  const rows = await db.rows<{ hash: string }>`
    select distinct password_hash as hash from ${sqlIdentifier(table)} where password_hash is not null`;
  return rows.map(({ hash }) => hash);
}

async function findPassword(passwords: readonly Secret[], hash: string): Promise<Secret> {
  for (const password of passwords) if (await passwordMatches(password, hash)) return password;
  throw new Error("A seeded password is not in the certification data.");
}
