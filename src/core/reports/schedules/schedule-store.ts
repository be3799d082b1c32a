/** Stores the schedules of an account's reports. Works inside the account's scope. */
import type { Database } from "../../../db/database.ts";
import type { SavedQuestion } from "../filter-store.ts";
import type { Frequency, ScheduleTime } from "./schedule-times.ts";

export interface NewSchedule extends ScheduleTime {
  readonly userId: string;
  readonly name: string;
  /** Without dates. */
  readonly question: SavedQuestion;
  readonly createdAt: Temporal.Instant;
  readonly nextAt: Temporal.Instant;
}

export interface ReportSchedule {
  readonly id: string;
  readonly name: string;
  readonly question: SavedQuestion;
  readonly every: Frequency;
  readonly hour: number;
  readonly recipient: string;
  readonly nextAt: Temporal.Instant;
  readonly lastSentAt: Temporal.Instant | null;
}

/** What the link of an email shows. */
export interface SentReport {
  readonly name: string;
  readonly question: SavedQuestion;
  readonly sentAt: Temporal.Instant;
  readonly expiresAt: Temporal.Instant;
}

export class ScheduleStore {
  readonly #db: Database;
  readonly #accountId: string;

  constructor(db: Database, accountId: string) {
    this.#db = db;
    this.#accountId = accountId;
  }

  listSchedules(): Promise<ReportSchedule[]> {
    return this.#db.rows<ReportSchedule>`
      select one.id, one.name, one.question, one.every, one.hour, person.email as recipient,
        one.next_at as "nextAt", one.last_sent_at as "lastSentAt"
      from report_schedules one join pos_users person
        on person.account_id = one.account_id and person.id = one.user_id
      where one.account_id = ${this.#accountId} order by lower(one.name), one.id`;
  }

  /** Undefined: the account has as many as it may have. */
  async insertSchedule(schedule: NewSchedule, atMost: number): Promise<string | undefined> {
    const { userId, name, question, every, hour, createdAt, nextAt } = schedule;
    const [row] = await this.#db.rows<{ id: string }>`
      insert into report_schedules
        (account_id, user_id, name, question, every, hour, created_at, next_at)
      select ${this.#accountId}, ${userId}, ${name}, ${JSON.stringify(question)}::json, ${every},
        ${hour}::smallint, ${createdAt}::timestamptz, ${nextAt}::timestamptz
      where (select count(*) from report_schedules where account_id = ${this.#accountId})
        < ${atMost}::int
      returning id`;
    return row?.id;
  }

  async removeSchedule(id: string): Promise<{ readonly name: string } | undefined> {
    const [row] = await this.#db.rows<{ name: string }>`
      delete from report_schedules where account_id = ${this.#accountId} and id = ${id}::bigint
      returning name`;
    return row;
  }

  /** Undefined: it does not exist, or its link has expired. */
  async findSentReport(id: string, now: Temporal.Instant): Promise<SentReport | undefined> {
    const [row] = await this.#db.rows<SentReport>`
      select name, question, sent_at as "sentAt", expires_at as "expiresAt"
      from sent_reports
      where account_id = ${this.#accountId} and id = ${id}::uuid and expires_at > ${now}`;
    return row;
  }
}
