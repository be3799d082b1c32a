/** What is counted, for whoever watches the installation. Counting never fails and never waits. */
export interface Metrics {
  countRequest(seen: CountedRequest): void;
  /** A gauge that is asked for when someone looks. */
  addGauge(name: GaugeName, read: () => number | Promise<number>): void;
  countJobRun(name: string, outcome: "done" | "failed", seconds: number): void;
}

export interface CountedRequest {
  readonly method: string;
  /** The pattern, never the address: addresses are endless and may carry secrets. */
  readonly route: string;
  readonly status: number;
  readonly seconds: number;
}

/** What each process counts for itself; everything else is the same whoever looks. */
export const SUMMED: ReadonlySet<string> = new Set([
  "sixdoors_pool_connections",
  "sixdoors_pool_waiting",
  "sixdoors_request_log_left_out",
]);

export const GAUGES = {
  sixdoors_pool_connections: "Database connections open, all pools.",
  sixdoors_pool_waiting: "Statements waiting for a connection.",
  sixdoors_open_attempts: "Payments in flight, whose outcome is not known yet.",
  sixdoors_outbox_depth: "Events that wait for delivery.",
  sixdoors_outbox_lag_seconds: "How long the oldest due event has waited.",
  sixdoors_outbox_set_aside: "Events that were given up.",
  sixdoors_request_log_left_out: "Requests that certification's request log had no room for.",
  sixdoors_tls_certificate_days_left: "Days until the TLS certificate that is served expires.",
  sixdoors_clock_skew_seconds: "How far this machine's clock is ahead of the database's.",
  sixdoors_worker_heartbeat_age_seconds: "Time since a process that runs jobs last reported.",
  sixdoors_due_work_failing: "Pieces of due work whose last run failed.",
  sixdoors_purges_held: "Purges that wait for an operator because they would remove too much.",
  sixdoors_clock_ahead_seconds: "How far business time is ahead of the wall clock.",
} as const;
export type GaugeName = keyof typeof GAUGES;
