/**
 * Stores replaced partner keys until they expire, for the caller's partner and the partners below
 * it. The newest key is in partner_credentials.
 */
import type { Database } from "../../../db/database.ts";

export class PartnerKeyStore {
  readonly #db: Database;
  readonly #callerId: string;

  constructor({ db, callerId }: { readonly db: Database; readonly callerId: string }) {
    this.#db = db;
    this.#callerId = callerId;
  }

  /** When the older keys that are still valid expire, the earliest first. */
  async listOlderEnds(id: string, now: Temporal.Instant): Promise<readonly Temporal.Instant[]> {
    const rows = await this.#db.rows<{ until: Temporal.Instant }>`
      select older.expires_at as until
      from partners item join partner_old_keys older on older.partner_id = item.id
      where item.id = ${id} and item.path @> array[${this.#callerId}::bigint]
        and older.expires_at > ${now}
      order by older.expires_at`;
    return rows.map(({ until }) => until);
  }

  /** Copies the current key to the older ones before it is replaced, unless the new key is the same. */
  async keepCurrentKey(
    id: string,
    { until, newDigest }: { readonly until: Temporal.Instant; readonly newDigest: Uint8Array },
  ): Promise<void> {
    await this.#db.rows`
      insert into partner_old_keys (partner_id, digest, sealed, expires_at)
      select item.id, login.key_digest, login.key_sealed, ${until}::timestamptz
      from partners item join partner_credentials login on login.partner_id = item.id
      where item.id = ${id} and item.path @> array[${this.#callerId}::bigint]
        and login.key_digest <> ${newDigest} and login.key_sealed is not null`;
  }

  /** Shortens the validity of older keys to this moment. */
  async expireOlderKeys(id: string, moment: Temporal.Instant): Promise<void> {
    await this.#db.rows`
      update partner_old_keys older set expires_at = ${moment}
      from partners item
      where item.id = older.partner_id and item.id = ${id}
        and item.path @> array[${this.#callerId}::bigint] and older.expires_at > ${moment}`;
  }

  async removeExpiredKeys(id: string, now: Temporal.Instant): Promise<void> {
    await this.#db.rows`
      delete from partner_old_keys older using partners item
      where item.id = older.partner_id and item.id = ${id}
        and item.path @> array[${this.#callerId}::bigint] and older.expires_at <= ${now}`;
  }
}
