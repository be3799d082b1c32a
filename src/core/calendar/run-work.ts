/** Runs one piece of due work under its claim and records how it went. */
import { clearInterval, setInterval } from "node:timers";
import type { Clock } from "../../ports/clock.ts";
import { type BusinessWork, dueTimeToRun, type Unfinished } from "./business-work.ts";
import type { DueWork, WorkRun } from "./calendar-store.ts";
import { retryPauseMs } from "./retry-pause.ts";
import type { AfterRun, WorkClaim, WorkClaimStore } from "./work-claim-store.ts";

export interface RunNeeds {
  readonly clock: Clock;
  /** Of whoever records: a pool, or the connection that holds the clock's lock. */
  readonly claims: WorkClaimStore;
  /** Told of every failure, with what was thrown. */
  readonly onFailure?: ((failure: WorkFailure) => void) | undefined;
  readonly onRun?: ((run: WorkRun) => void) | undefined;
}

export interface WorkFailure extends DueWork {
  readonly lane: string;
  readonly failures: number;
  readonly error: unknown;
}

/** The claim was lost during the run: another process has taken over. */
export class WorkClaimLost extends Error {
  override readonly name = "ClaimLost";
}

/** An unfinished run goes on soon. */
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
  /** Everything that must not run at the same time. */
  readonly laneNames: readonly string[];
}

/** Undefined: another process has it. */
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
  const ended = await whileRenewing(claims, claim, () => attempt(task, at, claim.resumeAfter));
  const tookMs = Math.round(startedAt.until(clock.wall()).total("milliseconds"));
  const { outcome, summary, error } = ended;
  const run: WorkRun = { name: task.name, dueAt: at, startedAt, tookMs, outcome, summary };
  const isMine = await claims.recordRun(claim, run, afterRun(task, claim, { at, ended }));
  if (outcome === "failed" || !isMine) {
    const failure = isMine
      ? error
      : new WorkClaimLost(`${task.name} was taken over by another process`);
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

/** A renewal that fails is tried again; a claim that ran out shows when the run is recorded. */
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
