/**
 * Looks every second what business time has brought, and starts each lane that is idle in this
 * process. A slow lane does not keep the others waiting. Any number of processes may do this.
 */
import { setTimeout as pause } from "node:timers/promises";
import type { BusinessWork } from "../core/calendar/business-work.ts";
import {
  type DueWorkNeeds,
  listLaneNames,
  registerWork,
  runLane,
} from "../core/calendar/run-due-work.ts";

export interface DueWorkJobNeeds extends Omit<DueWorkNeeds, "work" | "isStopping" | "onFailure"> {
  /** As the banks are now. */
  readonly allWork: () => Promise<readonly BusinessWork[]>;
  /** False: this machine's clock is wrong, so nothing may be taken for due. */
  readonly mayTrustClock: () => Promise<boolean>;
  readonly onWorkFailure: DueWorkNeeds["onFailure"];
  /** What is due could not be looked at. */
  readonly onFailure: (error: unknown) => void;
  readonly everyMs?: number;
}

const EVERY_MS = 1_000;
const AFTER_FAILURE_MS = 5_000;

/** Gives the way to end it: nothing more is begun, and running work may finish within a time. */
export function startDueWork(needs: DueWorkJobNeeds): (withinMs: number) => Promise<void> {
  const { everyMs = EVERY_MS } = needs;
  const ending = new AbortController();
  const { signal } = ending;
  const running = new Map<string, Promise<void>>();
  const look = async () => {
    try {
      if (await needs.mayTrustClock()) await startIdleLanes(needs, running, signal);
      return everyMs;
    } catch (error) {
      needs.onFailure(error);
      return AFTER_FAILURE_MS;
    }
  };
  const run = async () => {
    while (!signal.aborted) await pause(await look(), undefined, { signal }).catch(() => {});
  };
  const looking = run();
  return async (withinMs) => {
    ending.abort();
    await looking;
    const late = pause(withinMs, undefined, { ref: false });
    await Promise.race([Promise.all(running.values()), late]);
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
