/** One measurement of one side. Types only. */

/** What one turn of one side came to. */
export interface Measured {
  /** In the row's unit. */
  readonly value: number;
  /** Where requests were counted: how long all but one in a hundred took at most. */
  readonly p99Ms?: number;
  /** Anything else worth saying, by name. */
  readonly figures?: Readonly<Record<string, number>>;
}

/** A turn of about so many seconds. Rows that count something else may take another time. */
export type Turn = (seconds: number) => Promise<Measured>;
