/** One kind of record that a purge removes: how much it would remove, and removing some of it. */
import type { Database } from "../../db/database.ts";

/** What a step would remove now. */
export interface Removal {
  readonly count: number;
  /** How many days lie between the oldest of it and the newest that may go. */
  readonly spanDays: number;
}

interface Step {
  /** Such as "tokens". */
  readonly what: string;
  /** Absent: it is of no value once it is old, such as a session that has ended. */
  readonly estimate?: () => Promise<Removal>;
}

export interface BatchStep extends Step {
  /** Removes at most so many in one transaction and says how many; 0: there is nothing left. */
  readonly drop: (db: Database, most: number) => Promise<number>;
}

/** What knows its own batches: months of transactions go whole, the audit by parts of its chain. */
export interface WholeStep extends Step {
  readonly dropAll: () => Promise<number>;
}

export type PurgeStep = BatchStep | WholeStep;

export interface Purge {
  /** The name of the work, which operators see. */
  readonly work: string;
  /** What is old is old at this moment. */
  readonly at: Temporal.Instant;
  readonly steps: readonly PurgeStep[];
}
