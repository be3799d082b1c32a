/** Messages between the bench and its load process. Types only. */
export interface LoadPlan {
  readonly url: string;
  readonly contentType: string;
  /** More headers of every request. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Every connection repeats its own share of them. */
  readonly bodies: readonly string[];
  /** A text in every correct answer. These interfaces answer 200 to errors too. */
  readonly expected: string;
  readonly connections: number;
  /**
   * Requests per second of all connections together, evenly. If absent: as many as are answered.
   */
  readonly rate?: number;
  readonly seconds: number;
}

export interface LoadReport {
  readonly answers: number;
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** Lost connections, timeouts, other statuses, other bodies. */
  readonly failures: number;
  /** The start of an unexpected body. */
  readonly example: string | undefined;
}
