/** Stores authenticators and the last code that each of them was used with. */
import type { Database } from "../../db/database.ts";
import type { PersonKey } from "./person.ts";

export interface Authenticator {
  readonly secretSealed: Uint8Array;
  readonly isConfirmed: boolean;
  /** Codes up to this time step count as used. */
  readonly lastStep: number;
}

/** A correct code: the secret that it belongs to, and its time step. */
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

  /** Returns false if a confirmed authenticator exists: it must be removed first. */
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
   * Call it in the transaction of the action that needs the code. Returns false if this code or a
   * newer one was used, or the secret was replaced.
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
