/** The clock of this installation: movable in certification, the machine's own in production. */
import { CertificationClock } from "../adapters/certification-clock.ts";
import { systemClock } from "../adapters/system-clock.ts";
import type { Environment } from "../config.ts";
import { CalendarStore } from "../core/calendar/calendar-store.ts";
import type { DatabasePool } from "../db/database.ts";
import type { Clock } from "../ports/clock.ts";

export interface OpenedClock {
  readonly clock: Clock;
  close(): void;
}

export async function openClock(environment: Environment, db: DatabasePool): Promise<OpenedClock> {
  if (environment === "production") return { clock: systemClock, close: () => {} };
  const clock = new CertificationClock(new CalendarStore(db));
  await clock.start();
  return { clock, close: () => clock.close() };
}
