/** Stores links for forgotten passwords, as digests. The database decides that a link works once. */
import type { Database } from "../../../db/database.ts";
import { lockPasswordResets } from "../../../db/locks/advisory-locks.ts";
import type { PersonKey } from "../person.ts";

/** One login that a link may change. */
export interface ResetLogin extends PersonKey {
  /** The digest of the password's hash at the time of the request. */
  readonly passwordDigest: Uint8Array;
}

export interface StoredReset extends ResetLogin {
  /** Where the link was sent. */
  readonly email: string;
}

export interface NewReset {
  readonly digest: Uint8Array;
  readonly email: string;
  readonly askedAt: Temporal.Instant;
  readonly goodUntil: Temporal.Instant;
}

interface ResetRow {
  readonly person_kind: PersonKey["kind"];
  readonly person_id: string;
  readonly home_id: string | null;
  readonly password_digest: Uint8Array;
  readonly email: string;
}

export class PasswordResetStore {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /** Requests for one address wait for each other until the transaction ends. */
  async lockEmail(email: string): Promise<void> {
    await lockPasswordResets(this.#db, email);
  }

  async wasRequestedAfter(email: string, after: Temporal.Instant): Promise<boolean> {
    const rows = await this.#db.rows`
      select from password_resets where lower(email) = lower(${email}) and asked_at > ${after}
      limit 1`;
    return rows.length > 0;
  }

  /** A new link ends the earlier links of the address. */
  async replaceResets(reset: NewReset, logins: readonly ResetLogin[]): Promise<void> {
    const { digest, email, askedAt, goodUntil } = reset;
    await this.#db.rows`delete from password_resets where lower(email) = lower(${email})`;
    for (const { kind, id, tenantId = null, passwordDigest } of logins) {
      await this.#db.rows`
        insert into password_resets (digest, person_kind, person_id, home_id, password_digest,
          email, asked_at, good_until)
        values (${digest}, ${kind}, ${id}, ${tenantId}, ${passwordDigest}, ${email}, ${askedAt},
          ${goodUntil})`;
    }
  }

  async listLogins(digest: Uint8Array, now: Temporal.Instant): Promise<readonly StoredReset[]> {
    const rows = await this.#db.rows<ResetRow>`
      select person_kind, person_id, home_id, password_digest, email from password_resets
      where digest = ${digest} and good_until > ${now} order by person_kind, person_id`;
    return rows.map(toLogin);
  }

  /** Returns the logins of the link, and none if it was used or has expired. */
  async spendReset(digest: Uint8Array, now: Temporal.Instant): Promise<readonly StoredReset[]> {
    const rows = await this.#db.rows<ResetRow>`
      delete from password_resets where digest = ${digest} and good_until > ${now}
      returning person_kind, person_id, home_id, password_digest, email`;
    return rows.map(toLogin);
  }
}

function toLogin(row: ResetRow): StoredReset {
  const { person_kind: kind, person_id: id, home_id, password_digest: passwordDigest, email } = row;
  return { kind, id, tenantId: home_id ?? undefined, passwordDigest, email };
}
