/** Finds schedules that are due, of all accounts. Works as the owner of the tables. */
import type { Database } from "../../../db/database.ts";
import type { SavedQuestion } from "../filter-store.ts";
import type { Frequency } from "./schedule-times.ts";

export interface DueSchedule {
  readonly accountId: string;
  readonly id: string;
  readonly name: string;
  readonly question: SavedQuestion;
  readonly every: Frequency;
  readonly hour: number;
  /** The time for which it is sent. After a downtime, that is long ago. */
  readonly dueAt: Temporal.Instant;
  readonly timeZone: string;
  readonly accountName: string;
  readonly email: string;
  /** False: the account or the user is disabled, or the user may no longer see reports. */
  readonly mayRead: boolean;
}

export interface NewSentReport {
  readonly accountId: string;
  readonly id: string;
  readonly name: string;
  readonly question: SavedQuestion;
  readonly sentAt: Temporal.Instant;
  readonly expiresAt: Temporal.Instant;
}

export class DueScheduleStore {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  async hasSchedules(): Promise<boolean> {
    const rows = await this.#db.rows`select from report_schedules limit 1`;
    return rows.length > 0;
  }

  /** Locks the schedule. Another process that runs the same work takes the next one. */
  async lockDueSchedule(at: Temporal.Instant): Promise<DueSchedule | undefined> {
    const [row] = await this.#db.rows<DueSchedule>`
      select one.account_id as "accountId", one.id, one.name, one.question, one.every, one.hour,
        one.next_at as "dueAt", account.time_zone as "timeZone", account.name as "accountName", person.email,
        account.is_active and person.is_active and person.role in ('admin', 'manager')
          as "mayRead"
      from report_schedules one
        join accounts account on account.id = one.account_id
        join pos_users person on person.account_id = one.account_id and person.id = one.user_id
      where one.next_at <= ${at} order by one.next_at, one.id limit 1
      for update of one skip locked`;
    return row;
  }

  async moveSchedule(
    { accountId, id }: Pick<DueSchedule, "accountId" | "id">,
    { nextAt, sentAt }: { nextAt: Temporal.Instant; sentAt: Temporal.Instant | undefined },
  ): Promise<void> {
    await this.#db.rows`
      update report_schedules
      set next_at = ${nextAt}, last_sent_at = coalesce(${sentAt}::timestamptz, last_sent_at)
      where account_id = ${accountId} and id = ${id}`;
  }

  async insertSentReport(report: NewSentReport): Promise<void> {
    await this.#db.rows`
      insert into sent_reports (account_id, id, name, question, sent_at, expires_at)
      values (${report.accountId}, ${report.id}, ${report.name},
        ${JSON.stringify(report.question)}, ${report.sentAt}, ${report.expiresAt})`;
  }

  async removeExpired(now: Temporal.Instant): Promise<void> {
    await this.#db.rows`delete from sent_reports where expires_at <= ${now}`;
  }
}
