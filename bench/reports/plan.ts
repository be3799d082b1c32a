/** What the bench and its report processes tell each other. Types only. */
export interface ReadPlan {
  readonly url: string;
  readonly body: string;
  /** Read report after report for so long; without, one. */
  readonly seconds?: number;
  /** Where the process tells its memory. */
  readonly metricsUrl?: string;
}

export interface ReadReport {
  readonly reports: number;
  readonly lastedMs: number;
  readonly bytes: number;
  /** Of the first one: from the request to the first byte of its body. */
  readonly firstByteMs: number;
  /** By how much the server's memory was larger at its largest than before. */
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
