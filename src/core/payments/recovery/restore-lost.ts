/**
 * After a lost connection, another database server may have taken over without the last commits.
 * Checks whether the recent attempts of this process are still stored, and writes missing ones again,
 * so that reconcile asks the card host for their outcome.
 */
import type { RecentAttempt } from "../attempts/recent-attempts.ts";
import type { Restored } from "../attempts/restore-store.ts";
import type { PaymentNeeds } from "../payment-needs.ts";
import { mayHaveMovedMoney, owedReversal } from "./reverse-lost.ts";

/** Longer than the commits that a failover can lose. */
const LOOKED_BACK_MS = 3_600_000;
const AT_ONCE = 250;

export type RestoreCounts = Readonly<Record<Restored, number>>;

/**
 * Runs one check. `later` counts attempts that must be checked again: captures, refunds and reversals
 * whose original is missing. The last check no longer waits for the originals.
 */
export async function restoreLostAttempts(
  needs: PaymentNeeds,
  { isLast = false }: { readonly isLast?: boolean } = {},
): Promise<RestoreCounts> {
  const counts = { there: 0, restored: 0, reversing: 0, later: 0, given_up: 0 };
  for (const some of chunks(recentAttempts(needs))) {
    for (const lost of await needs.restores.findMissing(some)) {
      // The request that waits for the card host finds out by itself that its attempt is missing.
      if (needs.recent.isRunning(lost.attempt)) counts.there++;
      else counts[await restoreOne(needs, lost, !isLast)]++;
    }
  }
  return counts;
}

async function restoreOne(
  needs: PaymentNeeds,
  { attempt, claim, source }: RecentAttempt,
  waitsForOriginal: boolean,
): Promise<Restored> {
  const begun = { attempt: { ...attempt, leaseUntil: needs.clock.wall() }, claim, source };
  const owed = mayHaveMovedMoney(attempt) ? owedReversal(needs, attempt) : undefined;
  const isReversed = needs.recent.isReversed(attempt);
  const restored = await needs.restores.restoreAttempt({
    begun,
    owed,
    isReversed,
    waitsForOriginal,
  });
  if (restored === "reversing") needs.recent.markReversed(attempt);
  return restored;
}

function* recentAttempts({ recent, clock }: PaymentNeeds): Generator<RecentAttempt> {
  const oldestMs = clock.wall().epochMilliseconds - LOOKED_BACK_MS;
  for (const one of recent.listRecent()) {
    if (one.begunAtMs >= oldestMs) yield one;
  }
}

function* chunks<Item>(items: Iterable<Item>): Generator<Item[]> {
  let chunk: Item[] = [];
  for (const item of items) {
    chunk.push(item);
    if (chunk.length < AT_ONCE) continue;
    yield chunk;
    chunk = [];
  }
  if (chunk.length > 0) yield chunk;
}
