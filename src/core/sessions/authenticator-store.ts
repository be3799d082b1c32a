/** Authenticators: whose sign-in asks for a code, and which codes were taken already. */
import type { Database } from "../../db/database.ts";
import type { PersonKey } from "./person.ts";

export interface Authenticator {
  readonly secretSealed: Uint8Array;
  readonly isConfirmed: boolean;
  /** Codes up to this step were used. */
  readonly lastStep: number;
}

/** A code that was right: the secret that it is of, and its step. */
export interface RightCode {
  readonly secretSealed: Uint8Array;
  readonly step: number;
}

export class AuthenticatorStore {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  async findAuthenticator({ kind, id }: PersonKey): Promise<Authenticator | undefined> {
    const [row] = await this.#db.rows<Authenticator>`
      select secret_sealed as "secretSealed", confirmed_at is not null as "isConfirmed",
        last_step::float8 as "lastStep"
      from authenticators where person_kind = ${kind} and person_id = ${id}`;
    return row;
  }

  /** False when there is one that is in use: it must be taken away first. */
  async insertAuthenticator({ kind, id }: PersonKey, secretSealed: Uint8Array): Promise<boolean> {
    const begun = await this.#db.count`
      insert into authenticators as known (person_kind, person_id, secret_sealed)
      values (${kind}, ${id}, ${secretSealed})
      on conflict (person_kind, person_id) do update
        set secret_sealed = excluded.secret_sealed, last_step = 0
        where known.confirmed_at is null`;
    return begun === 1;
  }

  /**
   * Belongs into the commit of what the code is for. False when that code, or a newer one, was used
   * already, or the secret is another by now.
   */
  async recordCodeUse(
    { kind, id }: PersonKey,
    { secretSealed, step }: RightCode,
    at: Temporal.Instant,
  ): Promise<boolean> {
    const spent = await this.#db.count`
      update authenticators
      set last_step = ${step}, confirmed_at = coalesce(confirmed_at, ${at})
      where person_kind = ${kind} and person_id = ${id} and last_step < ${step}
        and secret_sealed = ${secretSealed}`;
    return spent === 1;
  }

  async deleteAuthenticator({ kind, id }: PersonKey): Promise<boolean> {
    const removed = await this.#db.count`
      delete from authenticators where person_kind = ${kind} and person_id = ${id}`;
    return removed === 1;
  }
}
