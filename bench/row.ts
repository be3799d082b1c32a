/** What a row of the bench is: product and peer, measured in turns. Types only. */
import type { Cleaning } from "./cleaning.ts";
import type { Turn } from "./turn.ts";
import type { Workshop } from "./workshop.ts";

/** Both sides, ready to be measured as often as one likes. */
export interface Contest {
  readonly product: Turn;
  readonly peer: Turn;
  /** Other peers, shown beside the one that counts. */
  readonly beside?: Readonly<Record<string, Turn>>;
  /** Preparing has run both sides already. */
  readonly isWarm?: boolean;
}

/** A bound on a figure of the product itself; "value" is the row's own. */
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
  /** Which values are good. The ratio is turned so that more is always better. */
  readonly better: "higher" | "lower";
  /** What the ratio should reach. */
  readonly target?: number;
  /** What the product's p99 may be, as a multiple of the peer's. */
  readonly p99Target?: number;
  readonly limits?: readonly Limit[];
  /** The row measures work that is still to be done: its target is where that work should end. */
  readonly isAhead?: boolean;
  /** What it opens it registers with the cleaning, which is done when the row is. */
  prepare(workshop: Workshop, cleaning: Cleaning, pace: Pace): Promise<Contest>;
}

export interface Pace {
  readonly rounds: number;
  /** How many more may be run where the machine's host disturbs some. */
  readonly againMax: number;
  /** Rounds after these are left out when a row takes too long. */
  readonly roundsMin: number;
  readonly rowLimitMs: number;
  readonly seconds: number;
  readonly warmUpSeconds: number;
  /** Of what a row fills tables with: 1 is all of it. */
  readonly scale: number;
}
