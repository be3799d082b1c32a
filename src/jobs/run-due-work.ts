/**
 * Checks every second which work is due by the business clock, and starts each lane that is idle in
 * this process. A slow lane does not delay the others. Any number of processes may do this.
 */
import type { BusinessWork } from "../core/calendar/business-work.ts";
import {
  type DueWorkNeeds,
  listLaneNames,
  registerWork,
  runLane,
} from "../core/calendar/run-due-work.ts";
import { repeatRounds, waitForAll } from "./repeat-rounds.ts";

export interface DueWorkJobNeeds extends Omit<DueWorkNeeds, "work" | "isStopping" | "onFailure"> {
  /** Includes the work of every bank that is connected now. */
  readonly allWork: () => Promise<readonly BusinessWork[]>;
  /** False: this machine's clock is wrong, so no work may be considered due. */
  readonly mayTrustClock: () => Promise<boolean>;
  readonly onWorkFailure: DueWorkNeeds["onFailure"];
  /** The due work could not be read. */
  readonly onFailure: (error: unknown) => void;
  readonly everyMs?: number;
}

const EVERY_MS = 1_000;
const AFTER_FAILURE_MS = 5_000;

/** Returns a function that stops it: no more work is started, and running work may finish within a time. */
export function startDueWork(needs: DueWorkJobNeeds): (withinMs: number) => Promise<void> {
  const { everyMs = EVERY_MS } = needs;
  const ending = new AbortController();
  const { signal } = ending;
  const running = new Map<string, Promise<void>>();
  const stop = repeatRounds(async () => {
    try {
      if (await needs.mayTrustClock()) await startIdleLanes(needs, running, signal);
      return everyMs;
    } catch (error) {
      needs.onFailure(error);
      return AFTER_FAILURE_MS;
    }
  });
  return async (withinMs) => {
    ending.abort();
    await stop();
    await waitForAll(running.values(), withinMs);
  };
}

async function startIdleLanes(
  { allWork, onWorkFailure, onFailure, db, clock, onRun }: DueWorkJobNeeds,
  running: Map<string, Promise<void>>,
  signal: AbortSignal,
): Promise<void> {
  const work = await allWork();
  const isStopping = () => signal.aborted;
  const needs = { db, clock, work, onRun, onFailure: onWorkFailure, isStopping };
  await registerWork(needs);
  for (const lane of listLaneNames(work)) {
    if (running.has(lane)) continue;
    const pass = runLane(needs, lane, clock.business())
      .then(() => {}, onFailure)
      .finally(() => running.delete(lane));
    running.set(lane, pass);
  }
}
