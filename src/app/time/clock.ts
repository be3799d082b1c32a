/** Opens the clock: one that can be moved in certification, the machine's own in production. */
import { CertificationClock } from "../../adapters/certification-clock.ts";
import { systemClock } from "../../adapters/system-clock.ts";
import { CalendarStore } from "../../core/calendar/calendar-store.ts";
import { DatabasePool } from "../../db/database-pool.ts";
import { APP_ROLE } from "../../db/roles.ts";
import type { Clock } from "../../ports/clock.ts";
import type { Installation } from "../database/installation.ts";

export interface OpenedClock {
  readonly clock: Clock;
  /** Makes a change of this process visible in it at once. */
  look(): Promise<void>;
  close(): Promise<void>;
}

/** A query that takes longer is given up, because the next one follows soon. */
const LOOK_TIMEOUT_MS = 1_000;

export async function openClock({ config, place }: Installation): Promise<OpenedClock> {
  if (config.environment === "production") {
    return { clock: systemClock, look: async () => {}, close: async () => {} };
  }
  const db = new DatabasePool({
    connectionString: place.url,
    role: APP_ROLE,
    size: 1,
    queueMax: 10,
    statementTimeoutMs: LOOK_TIMEOUT_MS,
  });
  const clock = new CertificationClock(new CalendarStore(db));
  await clock.start();
  const close = async () => {
    clock.close();
    await db.close();
  };
  return { clock, look: () => clock.look(), close };
}
