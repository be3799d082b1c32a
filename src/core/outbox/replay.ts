/** Sends failed events again: those that failed for good, and those that wait for a retry. */
import type { Database } from "../../db/database.ts";
import type { Clock } from "../../ports/clock.ts";
import { EndpointStore } from "./endpoint-store.ts";
import type { EventKind } from "./event.ts";
import { OutboxStore } from "./outbox-store.ts";

export interface ReplayNeeds {
  readonly db: Database;
  readonly clock: Clock;
}

export interface FailedEvents {
  readonly since: Temporal.Instant;
  /** Undefined: webhooks and emails. */
  readonly kind?: EventKind | undefined;
  /** The number of an endpoint. Undefined: all. */
  readonly endpoint?: number | undefined;
}

const AT_ONCE = 1_000;

/** In the order of the account, in parts. Returns the number of events. */
export async function replayFailed(
  { db, clock }: ReplayNeeds,
  accountId: string,
  { since, kind, endpoint }: FailedEvents,
): Promise<number> {
  const all = await new EndpointStore(db).listEndpoints(accountId);
  const endpoints = all.filter(
    ({ isOn, number }) => isOn && (endpoint === undefined || number === endpoint),
  );
  const wanted = { accountId, since, kind, endpoints, isOneEndpoint: endpoint !== undefined };
  const outbox = new OutboxStore(db);
  let [count, after] = [0, "0"];
  for (;;) {
    const part = { after, most: AT_ONCE, now: clock.wall() };
    const positions = await outbox.replayFailed({ ...wanted, ...part });
    count += positions.length;
    if (positions.length < AT_ONCE) return count;
    after = String(positions.map(BigInt).reduce((a, b) => (a > b ? a : b)));
  }
}
