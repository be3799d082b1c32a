/**
 * Compares this machine's wall clock with the database's: the database tells its time, and half the
 * round trip is taken off. A slow answer is asked for again, since it says less.
 */
import type { Database } from "../db/database.ts";
import type { Clock } from "../ports/clock.ts";
import type { ClockComparison, ClockReading } from "../ports/clock-comparison.ts";
import { systemClock } from "./system-clock.ts";

export interface DatabaseClockNeeds {
  readonly db: Database;
  readonly limitMs: number;
  /** Of this machine, unless a test says otherwise. */
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

  /** The round trip is measured by a clock that nobody sets. */
  async #ask(): Promise<ClockReading> {
    const asked = performance.now();
    const [row] = await this.#db.rows<{ now: Temporal.Instant }>`select clock_timestamp() as now`;
    const uncertaintyMs = (performance.now() - asked) / 2;
    if (row === undefined) throw new Error("the database told no time");
    const answeredMs = row.now.until(this.#clock.wall()).total("milliseconds");
    return { skewMs: answeredMs - uncertaintyMs, uncertaintyMs };
  }
}
