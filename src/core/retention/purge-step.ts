/** One kind of record that a purge removes. Types only. */
import type { Database } from "../../db/database.ts";

/** What a step would remove now. */
export interface Removal {
  readonly count: number;
  /** The days between the oldest record and the retention limit. */
  readonly spanDays: number;
}

interface Step {
  /** For example "tokens". */
  readonly what: string;
  /** Missing for records without value, such as expired sessions. They are never held. */
  readonly estimate?: () => Promise<Removal>;
}

export interface BatchStep extends Step {
  /** Removes at most this many in one transaction and returns the number. 0: none are left. */
  readonly drop: (db: Database, most: number) => Promise<number>;
}

/** A step with batches of its own: months of transactions, and parts of the audit chain. */
export interface WholeStep extends Step {
  readonly dropAll: () => Promise<number>;
}

export type PurgeStep = BatchStep | WholeStep;

export interface Purge {
  /** The name of the job. */
  readonly work: string;
  /** The time that ages are compared with. */
  readonly at: Temporal.Instant;
  readonly steps: readonly PurgeStep[];
}
