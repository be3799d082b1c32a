/** Sends failed events again: those that failed for good, and those that wait for a retry. */
import type { Clock } from "../../ports/clock.ts";
import type { EventKind } from "./event.ts";
import type { OutboxStore } from "./outbox-store.ts";

export interface ReplayNeeds {
  readonly outbox: OutboxStore;
  readonly clock: Clock;
  /** Undefined: webhooks and emails. */
  readonly kind?: EventKind;
}

const AT_ONCE = 1_000;

/** In the order of the account, in parts. Returns the number of events. */
export async function replayFailed(
  { outbox, clock, kind }: ReplayNeeds,
  accountId: string,
  since: Temporal.Instant,
): Promise<number> {
  let [count, after] = [0, "0"];
  for (;;) {
    const failed = { accountId, since, kind, after, most: AT_ONCE, now: clock.wall() };
    const positions = await outbox.replayFailed(failed);
    count += positions.length;
    if (positions.length < AT_ONCE) return count;
    after = String(positions.map(BigInt).reduce((a, b) => (a > b ? a : b)));
  }
}
