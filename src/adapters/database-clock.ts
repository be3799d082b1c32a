/**
 * Compares this machine's wall clock with the database's, corrected by half the round trip. After a
 * slow answer it asks again, because a short round trip is more accurate.
 */
import type { Database } from "../db/database.ts";
import type { Clock } from "../ports/clock.ts";
import type { ClockComparison, ClockReading } from "../ports/clock-comparison.ts";
import { systemClock } from "./system-clock.ts";

export interface DatabaseClockNeeds {
  readonly db: Database;
  readonly limitMs: number;
  /** Default: the clock of this machine. */
  readonly clock?: Pick<Clock, "wall"> | undefined;
}

const TRIES = 3;
const GOOD_ENOUGH_MS = 250;

export class DatabaseClock implements ClockComparison {
  readonly limitMs: number;
  readonly #db: Database;
  readonly #clock: Pick<Clock, "wall">;

  constructor({ db, limitMs, clock = systemClock }: DatabaseClockNeeds) {
    this.#db = db;
    this.limitMs = limitMs;
    this.#clock = clock;
  }

  async compare(): Promise<ClockReading> {
    let best = await this.#ask();
    for (let tries = 1; tries < TRIES && best.uncertaintyMs > GOOD_ENOUGH_MS; tries++) {
      const next = await this.#ask();
      if (next.uncertaintyMs < best.uncertaintyMs) best = next;
    }
    return best;
  }

  /** Measures the round trip with a monotonic clock. */
  async #ask(): Promise<ClockReading> {
    const asked = performance.now();
    const [row] = await this.#db.rows<{ now: Temporal.Instant }>`select clock_timestamp() as now`;
    const uncertaintyMs = (performance.now() - asked) / 2;
    if (row === undefined) throw new Error("the database did not return its time");
    const answeredMs = row.now.until(this.#clock.wall()).total("milliseconds");
    return { skewMs: answeredMs - uncertaintyMs, uncertaintyMs };
  }
}
