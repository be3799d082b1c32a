/** What the bench and its load process tell each other. Types only. */
export interface LoadPlan {
  readonly url: string;
  readonly contentType: string;
  /** Further headers of every request. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Every connection takes its own share of them, over and over. */
  readonly bodies: readonly string[];
  /** What a good answer's body contains: these interfaces answer 200 to errors as well. */
  readonly expected: string;
  readonly connections: number;
  /** Requests a second, evenly, of all connections together; without, as many as are answered. */
  readonly rate?: number;
  readonly seconds: number;
}

export interface LoadReport {
  readonly answers: number;
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** Lost connections, late answers, other statuses, other bodies. */
  readonly failures: number;
  /** The start of a body that was not as expected. */
  readonly example: string | undefined;
}
