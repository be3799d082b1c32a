/** A run of due work as a process records it. */
import { CalendarStore, type DueWork, type Run } from "../../src/core/calendar/calendar-store.ts";
import { ClaimStore } from "../../src/core/calendar/claim-store.ts";
import type { Database } from "../../src/db/database.ts";

/** After a failure the work keeps its due time. */
export async function recordRun(db: Database, run: Run, dueAgain: Temporal.Instant): Promise<void> {
  const work: DueWork = { name: run.name, dueAt: run.dueAt };
  await new CalendarStore(db).register([work]);
  await db.rows`update business_work set due_at = ${run.dueAt} where name = ${run.name}`;
  const claims = new ClaimStore(db);
  const claim = await claims.claim(work, [run.name]);
  if (claim === undefined) throw new Error(`${run.name} could not be claimed`);
  const isFailed = run.outcome === "failed";
  const failures = isFailed ? claim.failures + 1 : 0;
  const pauseMs = isFailed ? 30_000 : undefined;
  await claims.record(claim, run, { dueAt: isFailed ? run.dueAt : dueAgain, failures, pauseMs });
}
