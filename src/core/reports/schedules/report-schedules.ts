/** Creates and removes the schedules of an account's reports. Both are audited. */
import { recordAct } from "../../audit/act.ts";
import type { SavedQuestion } from "../filter-store.ts";
import type { FilterActor, FilterNeeds } from "../saved-filters.ts";
import { type ReportSchedule, ScheduleStore, type SentReport } from "./schedule-store.ts";
import { nextSendTime, type ScheduleTime } from "./schedule-times.ts";

/** More would be a mistake of a program. */
export const SCHEDULES_MAX = 50;

export interface WantedSchedule extends ScheduleTime {
  readonly name: string;
  readonly question: SavedQuestion;
  readonly userId: string;
  readonly timeZone: string;
}

export type ScheduleOutcome =
  | { readonly kind: "created"; readonly id: string }
  | { readonly kind: "too_many" };

export function listSchedules(
  { db }: Pick<FilterNeeds, "db">,
  accountId: string,
): Promise<readonly ReportSchedule[]> {
  return db.within({ accountId }, (scope) => new ScheduleStore(scope, accountId).listSchedules());
}

export function createSchedule(
  { db, clock }: FilterNeeds,
  accountId: string,
  { wanted, by }: { readonly wanted: WantedSchedule; readonly by: FilterActor },
): Promise<ScheduleOutcome> {
  const { timeZone, ...schedule } = wanted;
  const nextAt = nextSendTime(wanted, timeZone, clock.business());
  return db.within({ accountId }, async (scope): Promise<ScheduleOutcome> => {
    const stored = { ...schedule, createdAt: clock.wall(), nextAt };
    const id = await new ScheduleStore(scope, accountId).insertSchedule(stored, SCHEDULES_MAX);
    if (id === undefined) return { kind: "too_many" };
    await recordAct(scope, {
      ...by,
      action: "report_schedule.create",
      subject: { kind: "report_schedule", id: `${accountId}/${id}` },
      after: schedule,
      result: "done",
    });
    return { kind: "created", id };
  });
}

/** Returns false if there is no such schedule. */
export function removeSchedule(
  { db }: Pick<FilterNeeds, "db">,
  accountId: string,
  { id, by }: { readonly id: string; readonly by: FilterActor },
): Promise<boolean> {
  return db.within({ accountId }, async (scope) => {
    const before = await new ScheduleStore(scope, accountId).removeSchedule(id);
    if (before === undefined) return false;
    await recordAct(scope, {
      ...by,
      action: "report_schedule.remove",
      subject: { kind: "report_schedule", id: `${accountId}/${id}` },
      before,
      result: "done",
    });
    return true;
  });
}

/** Undefined: it does not exist, or its link has expired. */
export function findSentReport(
  { db, clock }: FilterNeeds,
  accountId: string,
  id: string,
): Promise<SentReport | undefined> {
  return db.within({ accountId }, (scope) =>
    new ScheduleStore(scope, accountId).findSentReport(id, clock.wall()),
  );
}
