/** The alerts of the last watch over return rates. */
import { columnArrays } from "../../../db/arrays.ts";
import type { Database } from "../../../db/database.ts";
import { sql } from "../../../db/sql.ts";
import { companyId } from "../files/ach-entry.ts";
import type { RateLevel } from "../return-rates.ts";
import type { RateAlert } from "./judge-rates.ts";

/** A single return alerts, but one of ten debits is far above every limit and must not stop all. */
const STOP_RETURNS_MIN = 2;
const STOPS = sql`level = 'over' and returned >= ${STOP_RETURNS_MIN}`;

type AlertKey = Pick<RateAlert, "scope" | "subjectId" | "kind">;
type KnownAlert = AlertKey & { readonly level: RateLevel };

export class RateAlertStore {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /** Others wait until the commit, so that an alert is reported once. */
  async lockAlerts(): Promise<readonly KnownAlert[]> {
    await this.#db.rows`lock table ach_rate_alerts in share row exclusive mode`;
    return this.#db.rows<KnownAlert>`
      select scope, subject_id as "subjectId", kind, level from ach_rate_alerts`;
  }

  /** An alert keeps its time while its level stays. */
  async saveAlerts(alerts: readonly RateAlert[], at: Temporal.Instant): Promise<void> {
    const names = ["scope", "subjectId", "kind", "level", "rate", "returned", "debits"] as const;
    const [scopes, subjects, kinds, levels, rates, returns, debits] = columnArrays(alerts, names);
    await this.#db.rows`
      insert into ach_rate_alerts as known
        (scope, subject_id, kind, level, rate, returned, debits, since)
      select now.*, ${at}::timestamptz
      from unnest(${scopes}::text[], ${subjects}::text[], ${kinds}::text[], ${levels}::text[],
        ${rates}::float8[], ${returns}::int[], ${debits}::int[]) as now
      on conflict (scope, subject_id, kind) do update set level = excluded.level,
        rate = excluded.rate, returned = excluded.returned, debits = excluded.debits,
        since = case when known.level = excluded.level then known.since else excluded.since end`;
  }

  async removeAlerts(ended: readonly AlertKey[]): Promise<void> {
    const [scopes, subjects, kinds] = columnArrays(ended, ["scope", "subjectId", "kind"]);
    await this.#db.rows`
      delete from ach_rate_alerts known
      using unnest(${scopes}::text[], ${subjects}::text[], ${kinds}::text[])
        as ended (scope, subject_id, kind)
      where known.scope = ended.scope and known.subject_id = ended.subject_id
        and known.kind = ended.kind`;
  }

  async countAlerts(): Promise<{ readonly near: number; readonly over: number }> {
    const [row] = await this.#db.rows<{ near: number; over: number }>`
      select count(*) filter (where level = 'near')::int as near,
        count(*) filter (where level = 'over')::int as over
      from ach_rate_alerts`;
    return row ?? { near: 0, over: 0 };
  }

  /** Which of the accounts have a rate so high that debits stop, or send as a company that has. */
  async listOverLimit(accounts: readonly string[]): Promise<ReadonlySet<string>> {
    const over = await this.#db.rows<Pick<RateAlert, "scope" | "subjectId">>`
      select scope, subject_id as "subjectId" from ach_rate_alerts where ${STOPS}`;
    const subjects = new Set(over.map(({ scope, subjectId }) => `${scope} ${subjectId}`));
    const isOver = (id: string) =>
      subjects.has(`account ${id}`) || subjects.has(`company ${companyId(id)}`);
    return new Set(accounts.filter(isOver));
  }

  /** Whether a rate of the account, or of the company that it sends as, is so high that debits stop. */
  async isOverLimit(accountId: string): Promise<boolean> {
    const rows = await this.#db.rows`
      select from ach_rate_alerts
      where ${STOPS} and ((scope = 'account' and subject_id = ${accountId})
        or (scope = 'company' and subject_id = ${companyId(accountId)}))
      limit 1`;
    return rows.length > 0;
  }
}
