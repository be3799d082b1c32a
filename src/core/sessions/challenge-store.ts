/** Stores what a sign-in that is under way must bring back. The database decides that it works once. */
import type { Database } from "../../db/database.ts";

export interface Challenge {
  readonly digest: Uint8Array;
  readonly purpose: "sign_on" | "sign_on_choice" | "passkey_sign_in" | "passkey_create";
}

export class ChallengeStore {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  async insertChallenge(
    { digest, purpose }: Challenge,
    goodUntil: Temporal.Instant,
    sealed?: Uint8Array,
  ): Promise<void> {
    await this.#db.rows`
      insert into sign_in_challenges (digest, purpose, sealed, good_until)
      values (${digest}, ${purpose}, ${sealed ?? null}, ${goodUntil})`;
  }

  /** Does not use it up. */
  async findChallenge(
    { digest, purpose }: Challenge,
    now: Temporal.Instant,
  ): Promise<{ readonly sealed: Uint8Array | null } | undefined> {
    const [row] = await this.#db.rows<{ sealed: Uint8Array | null }>`
      select sealed from sign_in_challenges
      where digest = ${digest} and purpose = ${purpose} and good_until > ${now}`;
    return row;
  }

  /** Returns undefined if it is unknown, was used or has expired. */
  async spendChallenge(
    { digest, purpose }: Challenge,
    now: Temporal.Instant,
  ): Promise<{ readonly sealed: Uint8Array | null } | undefined> {
    const [row] = await this.#db.rows<{ sealed: Uint8Array | null }>`
      delete from sign_in_challenges
      where digest = ${digest} and purpose = ${purpose} and good_until > ${now}
      returning sealed`;
    return row;
  }
}
