/**
 * Moves business time forward, stopping at every due time on the way to do what is due then. All
 * lanes run in one order here. Money work that fails stops the clock at its due time; housekeeping
 * that fails is reported, and the clock goes on.
 */
import { setTimeout as pause } from "node:timers/promises";
import type { Database } from "../../db/database.ts";
import type { DatabasePool } from "../../db/database-pool.ts";
import type { BusinessWork } from "./business-work.ts";
import { CalendarStore, type WorkRun, withClockLock } from "./calendar-store.ts";
import { type CalendarNeeds, registerWork } from "./run-due-work.ts";
import { runWork } from "./run-work.ts";
import { WorkClaimStore } from "./work-claim-store.ts";

export type Advance =
  | { readonly kind: "advanced"; readonly runs: readonly WorkRun[] }
  /** The clock stands where the money work that failed was due: the last run. */
  | { readonly kind: "stopped"; readonly runs: readonly WorkRun[] }
  | { readonly kind: "not_forward" };

export async function advanceClock(
  needs: CalendarNeeds & { readonly db: DatabasePool },
  to: Temporal.Instant,
): Promise<Advance> {
  return withClockLock(needs.db, async (db) => {
    const calendar = new CalendarStore(db);
    const moveTo = (moment: Temporal.Instant) => moveBusinessClock(needs, calendar, moment);
    if (!(await isAhead(needs, calendar, to))) return { kind: "not_forward" };
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

/** Everything that is due by a moment, whatever its lane, one after the other. */
export async function runInOrder(
  needs: CalendarNeeds & { readonly db: Database },
  to: Temporal.Instant,
  moveTo: (dueAt: Temporal.Instant) => Promise<void>,
): Promise<InOrder> {
  await registerWork(needs);
  await waitForRunningWork(needs.db);
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
  { db, clock, onFailure, onRun }: CalendarNeeds & { readonly db: Database },
  left: ReadonlyMap<string, BusinessWork>,
  { to, moveTo }: Way,
): Promise<WorkRun | undefined> {
  const calendar = new CalendarStore(db);
  const due = await calendar.findEarliestDue([...left.keys()], to, { isMovingClock: true });
  const task = left.get(due?.name ?? "");
  if (due === undefined || task === undefined) return undefined;
  await moveTo(due.dueAt);
  const needs = { clock, onFailure, onRun, claims: new WorkClaimStore(db) };
  const run = await runWork(needs, task, { due, by: due.dueAt, laneNames: [task.name] });
  // The lock keeps timers from claiming anything new: without a claim the clock must not go on.
  if (run === undefined) throw new Error(`${task.name} is being run by another process`);
  return run;
}

const LOOK_EVERY_MS = 100;

/** What a timer began before the lock was taken is finished first; nothing new begins. */
async function waitForRunningWork(db: Database): Promise<void> {
  const claims = new WorkClaimStore(db);
  while (await claims.isAnyClaimed()) await pause(LOOK_EVERY_MS);
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
