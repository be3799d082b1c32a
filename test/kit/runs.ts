/** Records a run of due work as a process does. */
import {
  CalendarStore,
  type DueWork,
  type WorkRun,
} from "../../src/core/calendar/calendar-store.ts";
import { WorkClaimStore } from "../../src/core/calendar/work-claim-store.ts";
import type { Database } from "../../src/db/database.ts";

/** After a failure the work keeps its due time. */
export async function recordRun(
  db: Database,
  run: WorkRun,
  dueAgain: Temporal.Instant,
): Promise<void> {
  const work: DueWork = { name: run.name, dueAt: run.dueAt };
  await new CalendarStore(db).addNewWork([work]);
  await db.rows`update business_work set due_at = ${run.dueAt} where name = ${run.name}`;
  const claims = new WorkClaimStore(db);
  const claim = await claims.claimWork(work, [run.name]);
  if (claim === undefined) throw new Error(`${run.name} could not be claimed`);
  const isFailed = run.outcome === "failed";
  const failures = isFailed ? claim.failures + 1 : 0;
  const pauseMs = isFailed ? 30_000 : undefined;
  await claims.recordRun(claim, run, { dueAt: isFailed ? run.dueAt : dueAgain, failures, pauseMs });
}
