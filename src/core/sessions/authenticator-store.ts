/** Authenticators: whose sign-in asks for a code, and which codes were taken already. */
import type { Database } from "../../db/database.ts";
import type { PersonKey } from "./person.ts";

export interface Authenticator {
  readonly secretSealed: Uint8Array;
  readonly isConfirmed: boolean;
}

export class AuthenticatorStore {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  async find({ kind, id }: PersonKey): Promise<Authenticator | undefined> {
    const [row] = await this.#db.rows<{ sealed: Uint8Array; confirmed: boolean }>`
      select secret_sealed as sealed, confirmed_at is not null as confirmed
      from authenticators where person_kind = ${kind} and person_id = ${id}`;
    return row && { secretSealed: row.sealed, isConfirmed: row.confirmed };
  }

  /** False when there is one that is in use: it must be taken away first. */
  async begin({ kind, id }: PersonKey, secretSealed: Uint8Array): Promise<boolean> {
    const begun = await this.#db.count`
      insert into authenticators as known (person_kind, person_id, secret_sealed)
      values (${kind}, ${id}, ${secretSealed})
      on conflict (person_kind, person_id) do update
        set secret_sealed = excluded.secret_sealed, last_step = 0
        where known.confirmed_at is null`;
    return begun === 1;
  }

  /** False when that code, or a newer one, was taken already. */
  async takeStep({ kind, id }: PersonKey, step: number, at: Temporal.Instant): Promise<boolean> {
    const taken = await this.#db.count`
      update authenticators
      set last_step = ${step}, confirmed_at = coalesce(confirmed_at, ${at})
      where person_kind = ${kind} and person_id = ${id} and last_step < ${step}`;
    return taken === 1;
  }

  async remove({ kind, id }: PersonKey): Promise<boolean> {
    const removed = await this.#db.count`
      delete from authenticators where person_kind = ${kind} and person_id = ${id}`;
    return removed === 1;
  }
}
