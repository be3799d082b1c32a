/** A row of the bench: product and peer, measured in turns. Types only. */

import type { BenchInstallation } from "./bench-installation.ts";
import type { Cleaning } from "./cleaning.ts";
import type { Turn } from "./turn.ts";

/** Both sides, ready to be measured any number of times. */
export interface Contest {
  readonly product: Turn;
  readonly peer: Turn;
  /** Other peers, shown beside the main one. */
  readonly beside?: Readonly<Record<string, Turn>>;
  /** Preparing has already run both sides. */
  readonly isWarm?: boolean;
}

/** A limit for a figure of the product itself. "value" is the value of the row. */
export interface Limit {
  readonly figure: string;
  readonly unit: string;
  readonly atLeast?: number;
  readonly atMost?: number;
}

export interface BenchRow {
  readonly name: string;
  readonly about: string;
  readonly unit: string;
  /** Which values are better. The ratio is inverted if needed, so that more is always better. */
  readonly better: "higher" | "lower";
  /** The ratio that the row should reach. */
  readonly target?: number;
  /** The largest p99 of the product, as a multiple of the peer's. */
  readonly p99Target?: number;
  readonly limits?: readonly Limit[];
  /** The row measures unfinished work. Its target is the goal of that work. */
  readonly isAhead?: boolean;
  /** Registers what it opens with the cleaning, which runs at the end of the row. */
  prepare(installation: BenchInstallation, cleaning: Cleaning, pace: Pace): Promise<Contest>;
}

export interface Pace {
  readonly rounds: number;
  /** How many more rounds may run if the machine's host disturbs some. */
  readonly againMax: number;
  /** If a row takes too long, it ends after this many rounds. */
  readonly roundsMin: number;
  readonly rowLimitMs: number;
  readonly seconds: number;
  readonly warmUpSeconds: number;
  /** The share of the rows that tables are filled with. 1 is all of them. */
  readonly scale: number;
}
