/** Which devices use which base key. Reads across all partners, with the database role of payments. */
import type { Database } from "../../../db/database.ts";

export interface KeyUsage {
  readonly name: string;
  /** Devices with payloads that were read with this key. */
  readonly devices: number;
  readonly lastUsedAt: Temporal.Instant | null;
}

export class KeyUsageStore {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /**
   * Counters are stored by KSN without the count: 20 digits for TDES, 16 for AES. The base key with
   * the longest matching key set identifier is used, as when a payload is decrypted.
   */
  async listKeyUsage(): Promise<readonly KeyUsage[]> {
    return this.#db.rows<KeyUsage>`
      select claimant.name, count(distinct counter.device_id)::integer as devices,
        max(device.last_activity_date) as "lastUsedAt"
      from device_counters counter
      join devices device on device.id = counter.device_id
      cross join lateral (
        select name from base_keys key
        where key.finished_at is not null and key.retired_at is null
          and (key.kind like 'aes-%') = (char_length(counter.ksi) = 16)
          and starts_with(counter.ksi, coalesce(key.ksi, ''))
        order by char_length(coalesce(key.ksi, '')) desc limit 1) claimant
      group by claimant.name`;
  }
}
