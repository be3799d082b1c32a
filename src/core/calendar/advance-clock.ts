/**
 * Moves the business clock forward and runs the due work on the way, in the order of due times and
 * whatever the lanes. A failure of money work stops the clock at its due time. A failure of
 * housekeeping is reported, and the clock moves on.
 */
import { setTimeout as pause } from "node:timers/promises";
import type { Database } from "../../db/database.ts";
import type { DatabasePool } from "../../db/database-pool.ts";
import type { BusinessWork } from "./business-work.ts";
import { CalendarStore, type WorkRun, withClockLock } from "./calendar-store.ts";
import { type CalendarNeeds, registerWork } from "./run-due-work.ts";
import { runWork } from "./run-work.ts";
import { WorkClaimStore } from "./work-claim-store.ts";
import { workLabel } from "./work-label.ts";

export type Advance =
  | { readonly kind: "advanced"; readonly runs: readonly WorkRun[] }
  /** The clock stopped at the due time of the last run, which is money work that failed. */
  | { readonly kind: "stopped"; readonly runs: readonly WorkRun[] }
  /** Work that a timer started is still running, so the clock was not moved. */
  | { readonly kind: "busy"; readonly name: string }
  | { readonly kind: "not_forward" };

export interface AdvanceNeeds extends CalendarNeeds {
  /** How long to wait for work that a timer has started. */
  readonly runningWaitMs?: number;
}

export async function advanceClock(
  needs: AdvanceNeeds & { readonly db: DatabasePool },
  to: Temporal.Instant,
): Promise<Advance> {
  return withClockLock(needs.db, async (db) => {
    const calendar = new CalendarStore(db);
    const moveTo = (moment: Temporal.Instant) => moveBusinessClock(needs, calendar, moment);
    if (!(await isAhead(needs, calendar, to))) return { kind: "not_forward" };
    const name = await waitForRunningWork(db, needs.runningWaitMs ?? RUNNING_WAIT_MS);
    if (name !== undefined) return { kind: "busy", name };
    const { runs, isStopped } = await runInOrder({ ...needs, db }, to, moveTo);
    if (isStopped) return { kind: "stopped", runs };
    await moveTo(to);
    return { kind: "advanced", runs };
  });
}

interface InOrder {
  readonly runs: readonly WorkRun[];
  readonly isStopped: boolean;
}

/** Runs everything that is due by a moment, one after the other. */
export async function runInOrder(
  needs: CalendarNeeds & { readonly db: Database },
  to: Temporal.Instant,
  moveTo: (dueAt: Temporal.Instant) => Promise<void>,
): Promise<InOrder> {
  await registerWork(needs);
  const left = new Map(needs.work.map((task) => [task.name, task]));
  const runs: WorkRun[] = [];
  for (;;) {
    const run = await runEarliest(needs, left, { to, moveTo });
    if (run === undefined) return { runs, isStopped: false };
    runs.push(run);
    if (run.outcome !== "failed") continue;
    if (left.get(run.name)?.lane.kind === "money") return { runs, isStopped: true };
    left.delete(run.name);
  }
}

interface Way {
  readonly to: Temporal.Instant;
  readonly moveTo: (dueAt: Temporal.Instant) => Promise<void>;
}

async function runEarliest(
  { db, clock, onFailure, onRun, runMaxMs }: CalendarNeeds & { readonly db: Database },
  left: ReadonlyMap<string, BusinessWork>,
  { to, moveTo }: Way,
): Promise<WorkRun | undefined> {
  const calendar = new CalendarStore(db);
  const due = await calendar.findEarliestDue([...left.keys()], to, { isMovingClock: true });
  const task = left.get(due?.name ?? "");
  if (due === undefined || task === undefined) return undefined;
  await moveTo(due.dueAt);
  const needs = { clock, onFailure, onRun, runMaxMs, claims: new WorkClaimStore(db) };
  const run = await runWork(needs, task, { due, by: due.dueAt, laneNames: [task.name] });
  // Timers can claim nothing while the clock is locked. Without the claim the clock must not move on.
  if (run === undefined) throw new Error(`Another process is running "${workLabel(task.name)}".`);
  return run;
}

const LOOK_EVERY_MS = 100;

/** Longer than a claim: the work of a process that died does not keep the clock from moving. */
const RUNNING_WAIT_MS = 30_000;

/**
 * Waits for work that timers started before the clock was locked. Returns the name of work that is
 * still running when the time is over.
 */
async function waitForRunningWork(db: Database, waitMs: number): Promise<string | undefined> {
  const claims = new WorkClaimStore(db);
  const end = performance.now() + waitMs;
  for (;;) {
    const name = await claims.findRunningWork();
    if (name === undefined || performance.now() > end) return name;
    await pause(LOOK_EVERY_MS);
  }
}

async function isAhead(
  { clock }: CalendarNeeds,
  calendar: CalendarStore,
  to: Temporal.Instant,
): Promise<boolean> {
  const aheadMs = await calendar.readAheadMs();
  const now = clock.wall().add({ milliseconds: aheadMs });
  return Temporal.Instant.compare(to, now) > 0;
}

async function moveBusinessClock(
  { clock }: CalendarNeeds,
  calendar: CalendarStore,
  to: Temporal.Instant,
): Promise<void> {
  const aheadMs = Math.ceil(clock.wall().until(to).total("milliseconds"));
  if (aheadMs > 0) await calendar.moveAhead(aheadMs);
}
