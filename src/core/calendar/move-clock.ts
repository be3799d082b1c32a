/** Moves the business clock for an operator: records it, moves the clock, and waits until all processes see it. */
import { setTimeout as pause } from "node:timers/promises";
import type { DatabasePool } from "../../db/database-pool.ts";
import { type ActOrigin, type Actor, recordAct } from "../audit/act.ts";
import { type Advance, advanceClock } from "./advance-clock.ts";
import type { CalendarNeeds } from "./run-due-work.ts";

export interface MoveNeeds extends CalendarNeeds {
  /** Uses the role that owns the tables. */
  readonly db: DatabasePool;
  /** Returns when all processes see the new time. Default: waits for their next look. */
  readonly untilSeen?: () => Promise<void>;
}

export interface MovedBy {
  readonly actor: Actor;
  readonly from?: ActOrigin | undefined;
}

/** Every process reads how far the clock is ahead at least this often. */
const SEEN_BY_ALL_MS = 500;

export async function moveClock(
  needs: MoveNeeds,
  to: Temporal.Instant,
  { actor, from }: MovedBy,
): Promise<Advance> {
  const now = needs.clock.business();
  if (Temporal.Instant.compare(to, now) <= 0) return { kind: "not_forward" };
  // Recorded first: moving the clock takes many commits, and none may be missing in the audit log.
  await recordAct(needs.db, {
    actor,
    action: "clock.advance",
    subject: { kind: "clock", id: "business" },
    before: { business: toTheSecond(now) },
    after: { business: toTheSecond(to) },
    result: "done",
    from,
  });
  const advance = await advanceClock(needs, to);
  await (needs.untilSeen?.() ?? pause(SEEN_BY_ALL_MS));
  return advance;
}

/** Days are calendar days in UTC, so 1d is always the same time tomorrow. */
export function afterSpan(now: Temporal.Instant, span: Temporal.Duration): Temporal.Instant {
  return now.toZonedDateTimeISO("UTC").add(span).toInstant();
}

function toTheSecond(moment: Temporal.Instant): string {
  return moment.toString({ smallestUnit: "second" });
}
