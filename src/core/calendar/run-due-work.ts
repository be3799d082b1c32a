/**
 * Runs due work. Each lane runs its own work in the order of due times. A failure delays only later
 * runs of the same work, and lanes do not wait for each other.
 */
import type { Database } from "../../db/database.ts";
import type { Clock } from "../../ports/clock.ts";
import type { BusinessWork } from "./business-work.ts";
import { CalendarStore, type WorkRun } from "./calendar-store.ts";
import { type RunNeeds, runWork } from "./run-work.ts";
import { WorkClaimStore } from "./work-claim-store.ts";

export interface CalendarNeeds extends Pick<RunNeeds, "onFailure" | "onRun" | "runMaxMs"> {
  readonly clock: Clock;
  /** Work that is due at the same time runs in this order. */
  readonly work: readonly BusinessWork[];
}

export interface DueWorkNeeds extends CalendarNeeds {
  readonly db: Database;
  /** True: start no more work. */
  readonly isStopping?: () => boolean;
}

/** Gives new work its first due time, which is in the future, and removes work that has ended. */
export async function registerWork({ db, work, clock }: DueWorkNeeds): Promise<void> {
  const start = clock.business();
  const due = work.map(({ name, next }) => ({ name, dueAt: next(start) }));
  const store = new CalendarStore(db);
  await store.addNewWork(due);
  await store.removeEndedWork(listNames(work), start);
}

function listNames(work: readonly BusinessWork[]): readonly string[] {
  return work.map(({ name }) => name);
}

export function listLaneNames(work: readonly BusinessWork[]): readonly string[] {
  return [...new Set(work.map(({ lane }) => lane.name))];
}

/** Runs the due work of all lanes, in parallel. */
export async function runDueWork(
  needs: DueWorkNeeds,
  by: Temporal.Instant,
): Promise<readonly WorkRun[]> {
  await registerWork(needs);
  const lanes = listLaneNames(needs.work).map((lane) => runLane(needs, lane, by));
  return (await Promise.all(lanes)).flat();
}

/** Runs the due work of one lane. Work that failed or is claimed is left for a later call. */
export async function runLane(
  needs: DueWorkNeeds,
  lane: string,
  by: Temporal.Instant,
): Promise<readonly WorkRun[]> {
  const { db, clock, onFailure, onRun, runMaxMs, isStopping = () => false } = needs;
  const tasks = needs.work.filter((task) => task.lane.name === lane);
  const laneNames = listNames(tasks);
  const left = new Map(tasks.map((task) => [task.name, task]));
  const runNeeds = { clock, onFailure, onRun, runMaxMs, claims: new WorkClaimStore(db) };
  const runs: WorkRun[] = [];
  while (!isStopping()) {
    const due = await new CalendarStore(db).findEarliestDue([...left.keys()], by, TIMER);
    const task = left.get(due?.name ?? "");
    if (due === undefined || task === undefined) break;
    const run = await runWork(runNeeds, task, { due, by, laneNames });
    if (run !== undefined) runs.push(run);
    if (run?.outcome !== "done") left.delete(due.name);
  }
  return runs;
}

const TIMER = { isMovingClock: false } as const;
