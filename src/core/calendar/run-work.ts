/** Runs one piece of due work under a claim and records the result. */
import { clearInterval, clearTimeout, setInterval, setTimeout } from "node:timers";
import type { Clock } from "../../ports/clock.ts";
import { type BusinessWork, dueTimeToRun, type Lane, type Unfinished } from "./business-work.ts";
import type { DueWork, WorkRun } from "./calendar-store.ts";
import { retryPauseMs } from "./retry-pause.ts";
import type { AfterRun, WorkClaim, WorkClaimStore } from "./work-claim-store.ts";

export interface RunNeeds {
  readonly clock: Clock;
  /** Uses a pool, or the connection that holds the lock on the clock. */
  readonly claims: WorkClaimStore;
  /** Called for every failure, with the error. */
  readonly onFailure?: ((failure: WorkFailure) => void) | undefined;
  readonly onRun?: ((run: WorkRun) => void) | undefined;
  /** A longer run counts as failed. */
  readonly runMaxMs?: Readonly<Record<Lane["kind"], number>> | undefined;
}

export interface WorkFailure extends DueWork {
  readonly lane: string;
  readonly failures: number;
  readonly error: unknown;
}

/** The claim was lost during the run, because another process has taken over. */
export class WorkClaimLost extends Error {
  override readonly name = "ClaimLost";
}

/** The run did not end in time, for example because a disk or a host hangs. */
export class RunTooLong extends Error {
  override readonly name = "RunTooLong";
}

/** Hours more than any healthy run takes, and short enough that a file can still leave the same day. */
const RUN_MAX_MS = { money: 2 * 3_600_000, housekeeping: 12 * 3_600_000 } as const;
/** The pause before an unfinished run continues. */
const CONTINUE_AFTER_MS = 5_000;
const RENEW_EVERY_MS = 5_000;

interface Outcome {
  readonly outcome: WorkRun["outcome"];
  readonly summary: string;
  readonly resumeAfter?: string;
  readonly error?: unknown;
}

export interface Turn {
  readonly due: DueWork;
  readonly by: Temporal.Instant;
  /** The names of all work that must not run at the same time. */
  readonly laneNames: readonly string[];
}

/** Returns undefined if another process has claimed the work. */
export async function runWork(
  needs: RunNeeds,
  task: BusinessWork,
  { due, by, laneNames }: Turn,
): Promise<WorkRun | undefined> {
  const { claims, clock } = needs;
  const claim = await claims.claimWork(due, laneNames);
  if (claim === undefined) return undefined;
  const at = dueTimeToRun(task, due.dueAt, by);
  const startedAt = clock.wall();
  const { [task.lane.kind]: maxMs } = needs.runMaxMs ?? RUN_MAX_MS;
  const ended = await whileRenewing(claims, claim, () =>
    withinTime(attempt(task, at, claim.resumeAfter), maxMs),
  );
  const tookMs = Math.round(startedAt.until(clock.wall()).total("milliseconds"));
  const { outcome, summary, error } = ended;
  const run: WorkRun = { name: task.name, dueAt: at, startedAt, tookMs, outcome, summary };
  const isMine = await claims.recordRun(claim, run, afterRun(task, claim, { at, ended }));
  if (outcome === "failed" || !isMine) {
    const failure = isMine ? error : new WorkClaimLost("Another process has taken over this job.");
    const { failures } = claim;
    needs.onFailure?.({ ...due, lane: task.lane.name, failures: failures + 1, error: failure });
  }
  needs.onRun?.(run);
  return run;
}

function afterRun(
  task: BusinessWork,
  claim: WorkClaim,
  { at, ended }: { readonly at: Temporal.Instant; readonly ended: Outcome },
): AfterRun {
  switch (ended.outcome) {
    case "done":
      return { dueAt: task.next(at), failures: 0 };
    case "unfinished": {
      const { resumeAfter } = ended;
      return { dueAt: claim.dueAt, failures: 0, pauseMs: CONTINUE_AFTER_MS, resumeAfter };
    }
    case "failed": {
      const failures = claim.failures + 1;
      const { dueAt, resumeAfter } = claim;
      return { dueAt, failures, pauseMs: retryPauseMs(failures, task.lane), resumeAfter };
    }
  }
}

async function attempt(
  task: BusinessWork,
  at: Temporal.Instant,
  resumeAfter: string | undefined,
): Promise<Outcome> {
  try {
    const said: string | Unfinished = await task.run(at, resumeAfter);
    return typeof said === "string"
      ? { outcome: "done", summary: said }
      : { outcome: "unfinished", ...said };
  } catch (error) {
    const summary = error instanceof Error ? error.message : String(error);
    return { outcome: "failed", summary, error };
  }
}

/**
 * Nothing can stop work that hangs, but its claim must end: otherwise it would be renewed forever, and
 * the lane would never run again. If the work ends later after all, a second run does no harm.
 */
function withinTime(running: Promise<Outcome>, maxMs: number): Promise<Outcome> {
  const { promise, resolve } = Promise.withResolvers<Outcome>();
  const giveUp = () => {
    const error = new RunTooLong(`The run did not end within ${maxMs / 60_000} minutes.`);
    resolve({ outcome: "failed", summary: error.message, error });
  };
  const timer = setTimeout(giveUp, maxMs).unref();
  running.then(resolve);
  return promise.finally(() => clearTimeout(timer));
}

/** A renewal that fails is tried again. An expired claim is noticed when the run is recorded. */
async function whileRenewing<Result>(
  claims: WorkClaimStore,
  claim: WorkClaim,
  work: () => Promise<Result>,
): Promise<Result> {
  const renew = () => void claims.renewClaim(claim).catch(() => {});
  const timer = setInterval(renew, RENEW_EVERY_MS).unref();
  try {
    return await work();
  } finally {
    clearInterval(timer);
  }
}
