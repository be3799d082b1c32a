/** One measurement of one side. Types only. */

/** The result of one turn of one side. */
export interface Measured {
  /** In the row's unit. */
  readonly value: number;
  /** If requests were counted: the time within which 99 of 100 were answered. */
  readonly p99Ms?: number;
  /** Other figures, by name. */
  readonly figures?: Readonly<Record<string, number>>;
}

/** A turn of about this many seconds. Rows that do not count by time may take longer. */
export type Turn = (seconds: number) => Promise<Measured>;
