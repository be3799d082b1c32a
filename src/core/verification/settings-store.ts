/** Reads and stores the verification settings of an account. */
import type { Database } from "../../db/database.ts";
import type { VerificationSettings } from "./settings.ts";

type SettingsRow = Omit<VerificationSettings, "frequencyDays"> & {
  readonly frequencyDays: number | null;
};

export class VerificationSettingsStore {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  async findSettings(accountId: string): Promise<VerificationSettings | undefined> {
    const [row] = await this.#db.rows<SettingsRow>`
      select is_enabled as "isEnabled", sec_codes as "secCodes",
        frequency_days as "frequencyDays", covers_recurring as "coversRecurring",
        covers_reissue as "coversReissue", when_unavailable as "whenUnavailable"
      from verification_settings where account_id = ${accountId}`;
    return row && { ...row, frequencyDays: row.frequencyDays ?? undefined };
  }

  async saveSettings(accountId: string, settings: VerificationSettings): Promise<void> {
    await this.#db.rows`
      insert into verification_settings (account_id, is_enabled, sec_codes, frequency_days,
        covers_recurring, covers_reissue, when_unavailable)
      values (${accountId}, ${settings.isEnabled}, ${settings.secCodes},
        ${settings.frequencyDays ?? null}, ${settings.coversRecurring},
        ${settings.coversReissue}, ${settings.whenUnavailable})
      on conflict (account_id) do update
      set is_enabled = excluded.is_enabled, sec_codes = excluded.sec_codes,
        frequency_days = excluded.frequency_days, covers_recurring = excluded.covers_recurring,
        covers_reissue = excluded.covers_reissue, when_unavailable = excluded.when_unavailable`;
  }
}
