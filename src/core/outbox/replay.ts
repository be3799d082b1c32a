/** Sends again all that failed: what was set aside, and what still pauses. */
import type { Clock } from "../../ports/clock.ts";
import type { EventKind } from "./event.ts";
import type { OutboxStore } from "./outbox-store.ts";

export interface ReplayNeeds {
  readonly outbox: OutboxStore;
  readonly clock: Clock;
  /** Only these; absent: webhooks and letters. */
  readonly kind?: EventKind;
}

const AT_ONCE = 1_000;

/** In the account's order, a part at a time. How many events there were. */
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
