/**
 * After a lost connection another server may answer, which has lost the last commits. Looks whether
 * all that this process has begun lately is still there, and writes down what is not: the card host
 * is then asked for the outcome.
 */
import type { RecentAttempt } from "./attempts/recent-attempts.ts";
import type { Restored } from "./attempts/restore-store.ts";
import type { PaymentNeeds } from "./payment-needs.ts";
import { mayHaveMovedMoney, owedReversal } from "./reverse-lost.ts";

/** No failover loses more than this. */
const LOOKED_BACK_MS = 3_600_000;
const AT_ONCE = 250;

export type RestoreCounts = Readonly<Record<Restored, number>>;

/**
 * One look. `later` counts those that have to be looked at again: changes of transactions that are
 * not there. The last look no longer waits for those that nobody has written down again.
 */
export async function restoreLostAttempts(
  needs: PaymentNeeds,
  { isLast = false }: { readonly isLast?: boolean } = {},
): Promise<RestoreCounts> {
  const counts = { there: 0, restored: 0, reversing: 0, later: 0, given_up: 0 };
  for (const some of chunks(recentAttempts(needs))) {
    for (const lost of await needs.restores.findMissing(some)) {
      // One that is at the card host is ended by whoever asked, who finds that it is gone.
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
