/** Messages between the bench and its report processes. Types only. */
export interface ReadPlan {
  readonly url: string;
  readonly body: string;
  /** Reads reports for this long. If absent: one report. */
  readonly seconds?: number;
  /** The address of the process's metrics, for its memory. */
  readonly metricsUrl?: string;
}

export interface ReadReport {
  readonly reports: number;
  readonly lastedMs: number;
  readonly bytes: number;
  /** Of the first report: from the request to the first byte of its body. */
  readonly firstByteMs: number;
  /** How much the server's memory grew at most. */
  readonly grownMib: number;
}

export interface CopyPlan {
  readonly databaseUrl: string;
  readonly settings: string;
  readonly statement: string;
}

export interface CopyReport {
  readonly lastedMs: number;
  readonly bytes: number;
}
