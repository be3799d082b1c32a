/** Stores when API keys were last used. Written by the payments role, for keys of many accounts. */
import type { Database } from "../../../db/database.ts";

export interface AccessKeyUse {
  readonly accountId: string;
  readonly digest: Uint8Array;
  readonly usedAt: Temporal.Instant;
}

export class KeyUseStore {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /** A use shortly after the stored one changes nothing, whichever process stored that. */
  async storeUses(uses: readonly AccessKeyUse[], apartSeconds: number): Promise<void> {
    const accounts = uses.map(({ accountId }) => accountId);
    const digests = uses.map(({ digest }) => Buffer.from(digest).toString("hex"));
    const times = uses.map(({ usedAt }) => usedAt.toString());
    await this.#db.rows`
      insert into account_key_uses as known (account_id, digest, used_at)
      select key.account_id, key.digest, used.at
      from unnest(${accounts}::bigint[], ${digests}::text[], ${times}::timestamptz[])
        as used (account_id, digest, at)
      join account_keys key
        on key.account_id = used.account_id and key.digest = decode(used.digest, 'hex')
      on conflict (account_id, digest) do update set used_at = excluded.used_at
      where known.used_at < excluded.used_at - make_interval(secs => ${apartSeconds})`;
  }
}
