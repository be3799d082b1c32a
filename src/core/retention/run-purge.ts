/**
 * Runs a purge: only while this machine's clock agrees with the database's, only as much as usual unless
 * an operator approved more, and in batches, so that no lock is held for long.
 */
import { setTimeout as pause } from "node:timers/promises";
import type { DatabasePool } from "../../db/database-pool.ts";
import { type ClockComparison, ClocksDiffer, isBeyondLimit } from "../../ports/clock-comparison.ts";
import { isWithinAllowance, type Planned, unusualPurge } from "./purge-limits.ts";
import type { BatchStep, Purge, PurgeStep } from "./purge-step.ts";
import { PurgeStore, purgeBatch } from "./purge-store.ts";

export interface PurgeNeeds {
  /** Uses the role that owns the tables. */
  readonly owner: DatabasePool;
  readonly clocks: ClockComparison;
  /** False in certification, where moving the clock is the approval. */
  readonly asksOperator: boolean;
}

/** The purge would remove more than usual. It removed nothing, and an operator must approve it. */
export class PurgeHeld extends Error {
  override readonly name = "PurgeHeld";
}

const BATCH = 5_000;
const BETWEEN_BATCHES_MS = 20;

/** Returns a summary. A step that fails does not stop the other steps. */
export async function runPurge(needs: PurgeNeeds, purge: Purge): Promise<string> {
  await refuseWrongClock(needs);
  const held = needs.asksOperator ? await holdUnusual(needs, purge) : undefined;
  const counts = new Map<string, number>();
  const errors: unknown[] = held === undefined ? [] : [held];
  for (const step of purge.steps) {
    if (held !== undefined && step.estimate !== undefined) continue;
    const removed = await dropAll(needs.owner, step).catch((error: unknown) => {
      errors.push(error);
      return 0;
    });
    counts.set(step.what, (counts.get(step.what) ?? 0) + removed);
  }
  const [first] = errors;
  if (first !== undefined)
    throw errors.length === 1 ? first : new AggregateError(errors, joinMessages(errors));
  await new PurgeStore(needs.owner).markDone(purge.work, purge.at);
  return purgeSummary(counts);
}

function joinMessages(errors: readonly unknown[]): string {
  return errors.map((error) => (error instanceof Error ? error.message : String(error))).join("; ");
}

async function refuseWrongClock({ clocks }: PurgeNeeds): Promise<void> {
  const reading = await clocks.compare();
  if (isBeyondLimit(reading, clocks.limitMs)) throw new ClocksDiffer(reading, clocks.limitMs);
}

async function holdUnusual(needs: PurgeNeeds, purge: Purge): Promise<PurgeHeld | undefined> {
  const { work, at } = purge;
  const store = new PurgeStore(needs.owner);
  const planned = await estimatePurge(purge);
  const state = await store.findState(work);
  const why = unusualPurge(planned, at, { doneUpTo: state?.doneUpTo ?? undefined });
  if (why === undefined) return undefined;
  if (state?.isAllowed && state.heldUpTo !== null && state.heldCounts !== null) {
    const allowed = { upTo: state.heldUpTo, counts: state.heldCounts };
    if (isWithinAllowance(planned, at, allowed)) return undefined;
  }
  const some = planned.filter(({ count }) => count > 0);
  const counts = Object.fromEntries(some.map(({ what, count }) => [what, count]));
  await store.holdPurge({ work, upTo: at, counts, why }, state?.allowedAt ?? null);
  return new PurgeHeld(
    `On hold because ${why}. It would remove ${countList(Object.entries(counts))}. If this is correct, approve it once with: purge allow "${work}"`,
  );
}

/** What a purge would remove now, without records that have no value, such as expired sessions. */
export async function estimatePurge({ steps }: Purge): Promise<Planned[]> {
  const planned: Planned[] = [];
  for (const { what, estimate: look } of steps) {
    if (look !== undefined) planned.push({ what, ...(await look()) });
  }
  return planned;
}

async function dropAll(owner: DatabasePool, step: PurgeStep): Promise<number> {
  return "dropAll" in step ? step.dropAll() : dropInBatches(owner, step);
}

async function dropInBatches(owner: DatabasePool, { drop }: BatchStep): Promise<number> {
  let removed = 0;
  for (;;) {
    const count = await purgeBatch(owner, (db) => drop(db, BATCH));
    if (count === 0) return removed;
    removed += count;
    // Gives other statements, vacuum and replicas time.
    await pause(BETWEEN_BATCHES_MS);
  }
}

function purgeSummary(counts: ReadonlyMap<string, number>): string {
  const some = [...counts].filter(([, count]) => count > 0);
  return some.length === 0 ? "nothing to remove" : `removed ${countList(some)}`;
}

function countList(counts: readonly (readonly [string, number])[]): string {
  return counts.map(([what, count]) => `${count} ${what}`).join(", ");
}
