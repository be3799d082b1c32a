/**
 * Sends the links of scheduled reports. The next time, the link and its email are one commit, so a
 * report is sent once, however often and by how many processes the work runs.
 */
import { randomUUID } from "node:crypto";
import type { Database } from "../../../db/database.ts";
import type { DatabasePool } from "../../../db/database-pool.ts";
import { isDeliverable } from "../../../ports/mailer.ts";
import type { PageLinks } from "../../../ports/page-links.ts";
import { localDate } from "../../../values/local-time.ts";
import type { BusinessWork, Lane } from "../../calendar/business-work.ts";
import { type WriteNeeds, writeMail } from "../../outbox/write-event.ts";
import { reportZone } from "../report-days.ts";
import { type DueSchedule, DueScheduleStore } from "./due-schedule-store.ts";
import { scheduledReportMail } from "./schedule-mail.ts";
import { nextSendTime, reportedDays } from "./schedule-times.ts";

type ReportMailNeeds = WriteNeeds & Pick<SendNeeds, "links">;

export interface SendNeeds extends WriteNeeds {
  /** Works as the owner of the tables: schedules are of all accounts. */
  readonly owner: DatabasePool;
  /** For the look at what is due, which must not wait behind a long purge. */
  readonly listDb: Database;
  readonly links: Pick<PageLinks, "sentReport">;
}

/** Its own lane: many emails do not delay the purges of the night. */
const LANE: Lane = { name: "scheduled reports", kind: "housekeeping" };
export const SEND_REPORTS = "send scheduled reports";
/** A link needs a sign-in, so it may be valid for longer than a password link. */
export const LINK_DAYS = 14;
/** What is left is sent an hour later. */
const SENT_AT_ONCE_MAX = 5_000;

/** Nothing to do on most installations: the work exists only if somebody has a schedule. */
export async function scheduledReportWork(needs: SendNeeds): Promise<readonly BusinessWork[]> {
  if (!(await new DueScheduleStore(needs.listDb).hasSchedules())) return [];
  return [
    {
      name: SEND_REPORTS,
      lane: LANE,
      catchesUpAtOnce: true,
      next: nextFullHour,
      run: (at) => sendScheduledReports(needs, at),
    },
  ];
}

function nextFullHour(after: Temporal.Instant): Temporal.Instant {
  const hour = after.round({ smallestUnit: "hour", roundingMode: "floor" });
  return hour.add({ hours: 1 });
}

export async function sendScheduledReports(
  needs: Omit<SendNeeds, "listDb">,
  at: Temporal.Instant,
): Promise<string> {
  const { owner, clock } = needs;
  let emails = 0;
  for (let handled = 0; handled < SENT_AT_ONCE_MAX; handled++) {
    const sent = await owner.atomically((db) => sendNextReport(needs, db, at));
    if (sent === undefined) break;
    if (sent) emails++;
  }
  await new DueScheduleStore(owner).removeExpired(clock.wall());
  return emails === 0 ? "no reports to send" : `report links sent: ${emails}`;
}

/** Undefined: no schedule is due. False: its recipient may not read reports now. */
async function sendNextReport(
  needs: ReportMailNeeds,
  db: Database,
  at: Temporal.Instant,
): Promise<boolean | undefined> {
  const store = new DueScheduleStore(db);
  const due = await store.lockDueSchedule(at);
  if (due === undefined) return undefined;
  // One email for each period, also after a downtime: the days of the reports have no gap.
  const nextAt = nextSendTime(due, due.timeZone, due.dueAt);
  const isSent = due.mayRead && (await sendReport(needs, db, due, at));
  await store.moveSchedule(due, { nextAt, sentAt: isSent ? at : undefined });
  return isSent;
}

async function sendReport(
  needs: ReportMailNeeds,
  db: Database,
  due: DueSchedule,
  at: Temporal.Instant,
): Promise<boolean> {
  const { accountId, name, email: to } = due;
  const days = reportedDays(due.every, localDate(due.dueAt, due.timeZone));
  const timeZone = reportZone(due.question["dateKind"], due.timeZone);
  const mail = scheduledReportMail({ ...due, timeZone, days, linkDays: LINK_DAYS });
  if (!isDeliverable({ to, subject: mail.subject })) return false;
  const id = randomUUID();
  const dates = { startDate: days.first.toString(), endDate: days.last.toString() };
  const expiresAt = needs.clock.wall().add({ hours: LINK_DAYS * 24 });
  const question = { ...due.question, ...dates };
  const report = { accountId, id, name, question, sentAt: at, expiresAt };
  await new DueScheduleStore(db).insertSentReport(report);
  const link = needs.links.sentReport(id);
  await writeMail(db, needs, { accountId, event: "report.scheduled", to, ...mail, link });
  return true;
}
