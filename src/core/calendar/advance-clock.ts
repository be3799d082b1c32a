/** Moves business time forward, stopping at every due time on the way to do what is due then. */
import type { DatabasePool } from "../../db/database-pool.ts";
import { type CalendarStore, type Run, withCalendar } from "./calendar-store.ts";
import { type CalendarNeeds, runDueWork } from "./run-due-work.ts";

export type Advance =
  | { readonly kind: "advanced"; readonly runs: readonly Run[] }
  /** The clock stands where the work that failed was due. */
  | { readonly kind: "stopped"; readonly runs: readonly Run[] }
  | { readonly kind: "not_forward" };

export async function advanceClock(
  needs: CalendarNeeds & { readonly db: DatabasePool },
  to: Temporal.Instant,
): Promise<Advance> {
  return withCalendar(needs.db, async (calendar) => {
    const moveTo = (moment: Temporal.Instant) => moveClock(needs, calendar, moment);
    if (!(await isAhead(needs, calendar, to))) return { kind: "not_forward" };
    const runs = await runDueWork(needs, calendar, to, moveTo);
    if (runs.at(-1)?.outcome === "failed") return { kind: "stopped", runs };
    await moveTo(to);
    return { kind: "advanced", runs };
  });
}

async function isAhead(
  { clock }: CalendarNeeds,
  calendar: CalendarStore,
  to: Temporal.Instant,
): Promise<boolean> {
  const aheadMs = await calendar.ahead();
  const now = clock.wall().add({ milliseconds: aheadMs });
  return Temporal.Instant.compare(to, now) > 0;
}

async function moveClock(
  { clock }: CalendarNeeds,
  calendar: CalendarStore,
  to: Temporal.Instant,
): Promise<void> {
  const aheadMs = Math.ceil(clock.wall().until(to).total("milliseconds"));
  if (aheadMs > 0) await calendar.moveAhead(aheadMs);
}
