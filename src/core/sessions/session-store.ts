/** Stores console sessions. Tokens are stored as digests only. */
import type { Database } from "../../db/database.ts";
import type { PersonKey } from "./person.ts";

export interface StoredSession {
  readonly key: PersonKey;
  readonly passwordDigest: Uint8Array;
  /** How it was opened. */
  readonly proof: "password" | "sign_on" | "passkey";
  readonly createdAt: Temporal.Instant;
  readonly usedAt: Temporal.Instant;
}

interface SessionRow {
  readonly person_kind: PersonKey["kind"];
  readonly person_id: string;
  readonly home_id: string | null;
  readonly password_digest: Uint8Array;
  readonly proof: StoredSession["proof"];
  readonly created_at: Temporal.Instant;
  readonly used_at: Temporal.Instant;
}

export class SessionStore {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  async insertSession(tokenDigest: Uint8Array, session: StoredSession) {
    const { key, passwordDigest, proof, createdAt } = session;
    await this.#db.rows`
      insert into console_sessions (token_digest, person_kind, person_id, home_id,
        password_digest, proof, created_at, used_at)
      values (${tokenDigest}, ${key.kind}, ${key.id}, ${key.tenantId ?? null},
        ${passwordDigest}, ${proof}, ${createdAt}, ${createdAt})`;
  }

  async findSession(tokenDigest: Uint8Array): Promise<StoredSession | undefined> {
    const [row] = await this.#db.rows<SessionRow>`
      select person_kind, person_id, home_id, password_digest, proof, created_at, used_at
      from console_sessions where token_digest = ${tokenDigest}`;
    return row && toSession(row);
  }

  /** Never moves the time back: the clocks of processes differ. */
  async recordUse(tokenDigest: Uint8Array, usedAt: Temporal.Instant): Promise<void> {
    await this.#db.rows`
      update console_sessions set used_at = ${usedAt}
      where token_digest = ${tokenDigest} and used_at < ${usedAt}`;
  }

  /** Ends all other sessions of the person. This one continues with the new password. */
  async endOtherSessions(tokenDigest: Uint8Array, { kind, id }: PersonKey, passwordHash: string) {
    await this.#db.rows`
      delete from console_sessions
      where person_kind = ${kind} and person_id = ${id} and token_digest <> ${tokenDigest}`;
    await this.#db.rows`
      update console_sessions set password_digest = sha256(convert_to(${passwordHash}, 'UTF8'))
      where token_digest = ${tokenDigest}`;
  }

  async deleteSession(tokenDigest: Uint8Array): Promise<StoredSession["proof"] | undefined> {
    const [row] = await this.#db.rows<Pick<SessionRow, "proof">>`
      delete from console_sessions where token_digest = ${tokenDigest} returning proof`;
    return row?.proof;
  }
}

function toSession(row: SessionRow): StoredSession {
  const { person_kind: kind, person_id: id, home_id } = row;
  return {
    key: { kind, id, tenantId: home_id ?? undefined },
    passwordDigest: row.password_digest,
    proof: row.proof,
    createdAt: row.created_at,
    usedAt: row.used_at,
  };
}
