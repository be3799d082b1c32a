/** Runs what business time has brought, in order of due time, one after the other. */
import type { Clock } from "../../ports/clock.ts";
import type { BusinessWork } from "./business-work.ts";
import type { CalendarStore, DueWork, Run } from "./calendar-store.ts";

export interface CalendarNeeds {
  readonly clock: Clock;
  /** In the order in which they run when they are due at the same moment. */
  readonly work: readonly BusinessWork[];
}

/** Moves nothing: runs what is due by a moment, and stops at the first that fails. */
export async function runDueWork(
  needs: CalendarNeeds,
  calendar: CalendarStore,
  by: Temporal.Instant,
  beforeEach: (dueAt: Temporal.Instant) => Promise<void> = async () => {},
): Promise<readonly Run[]> {
  const { work, clock } = needs;
  const start = clock.business();
  await calendar.register(work.map(({ name, next }) => ({ name, dueAt: next(start) })));
  const names = work.map(({ name }) => name);
  const runs: Run[] = [];
  for (;;) {
    const due = await calendar.earliest(names, by);
    if (due === undefined) return runs;
    await beforeEach(due.dueAt);
    const run = await runOne(needs, calendar, due);
    runs.push(run);
    if (run.outcome === "failed") return runs;
  }
}

async function runOne(
  { work, clock }: CalendarNeeds,
  calendar: CalendarStore,
  due: DueWork,
): Promise<Run> {
  const task = work.find(({ name }) => name === due.name);
  if (task === undefined) throw new Error(`${due.name} is due and unknown`);
  const startedAt = clock.wall();
  const { outcome, summary } = await attempt(task, due.dueAt);
  const tookMs = Math.round(startedAt.until(clock.wall()).total("milliseconds"));
  const run: Run = { ...due, startedAt, tookMs, outcome, summary };
  await calendar.record(run, task.next(due.dueAt));
  return run;
}

async function attempt(
  task: BusinessWork,
  at: Temporal.Instant,
): Promise<Pick<Run, "outcome" | "summary">> {
  try {
    return { outcome: "done", summary: await task.run(at) };
  } catch (error) {
    return { outcome: "failed", summary: error instanceof Error ? error.message : String(error) };
  }
}
