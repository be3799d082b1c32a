/**
 * Records which emails were put into the outbox, and which problems exist now. The keys of the tables
 * decide what is news. Works as the owner of the tables.
 */
import type { Database } from "../../db/database.ts";
import type { PersonKey } from "../sessions/person.ts";
import type { NotificationName } from "./notification-kinds.ts";

export interface NewNotification {
  readonly name: NotificationName;
  /** What happened. The same person is not told the same again. */
  readonly occurrence: string;
  readonly at: Temporal.Instant;
}

/** Problems under one name, such as the jobs that fail. */
export interface OpenProblems {
  readonly name: string;
  readonly subjects: readonly string[];
}

export class NotificationStore {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /** Returns false if the person knows it already, or had an email of this kind on this day (UTC). */
  async recordNotification(
    { kind, id }: Pick<PersonKey, "kind" | "id">,
    { name, occurrence, at }: NewNotification,
  ): Promise<boolean> {
    const day = at.toZonedDateTimeISO("UTC").toPlainDate().toString();
    const count = await this.#db.count`
      insert into notifications (person_kind, person_id, kind, occurrence, day, queued_at)
      values (${kind}, ${id}, ${name}, ${occurrence}, ${day}, ${at})
      on conflict do nothing`;
    return count === 1;
  }

  /**
   * Ends the problems of this name that are not listed, and begins those that are new. Returns when
   * the newest one began, or undefined if there is none.
   */
  async trackProblems(
    { name, subjects }: OpenProblems,
    at: Temporal.Instant,
  ): Promise<Temporal.Instant | undefined> {
    const [row] = await this.#db.rows<{ beganAt: Temporal.Instant | null }>`
      with ended as (
        delete from notification_problems
        where name = ${name} and subject <> all (${subjects}::text[])
      ), begun as (
        insert into notification_problems (name, subject, began_at)
        select distinct ${name}::text, subject, ${at}::timestamptz
        from unnest(${subjects}::text[]) as subject
        on conflict do nothing returning began_at
      )
      select max(began_at) as "beganAt" from (
        select began_at from begun
        union all
        select began_at from notification_problems
        where name = ${name} and subject = any (${subjects}::text[])) as existing`;
    return row?.beganAt ?? undefined;
  }

  async removeOldNotifications(before: Temporal.Instant): Promise<void> {
    await this.#db.rows`delete from notifications where queued_at < ${before}`;
  }
}
