/** Metrics for monitoring. Counting never fails and never waits. */
export interface Metrics {
  countRequest(seen: CountedRequest): void;
  countAnswer(answer: CountedAnswer): void;
  /** Adds a gauge that is read when metrics are requested. */
  addGauge(name: GaugeName, read: () => number | Promise<number>): void;
  countJobRun(name: string, outcome: "done" | "failed", seconds: number): void;
  countCardHostCall(call: CardHostCall): void;
  countVerification(outcome: string, seconds: number): void;
  /** Adds a gauge with one value for each value of its label. */
  addLabeledGauge(name: LabeledGaugeName, read: () => LabeledValues | Promise<LabeledValues>): void;
}

/** By the value of the label. */
export type LabeledValues = ReadonlyMap<string, number>;

/** How an interface answered, in its own terms. Its HTTP status may be 200 for every answer. */
export interface CountedAnswer {
  /** For example "payments". */
  readonly interfaceName: string;
  readonly outcome: AnswerOutcome;
  readonly seconds: number;
}

/**
 * `refused` is an error of the caller, `failed` is one of ours, and `closed` is a caller that did not
 * wait for the answer.
 */
export type AnswerOutcome =
  | "success"
  | "approved"
  | "declined"
  | "pending"
  | "refused"
  | "failed"
  | "closed";

export interface CardHostCall {
  readonly host: string;
  /** The interface through which the payment came, or "jobs". */
  readonly interfaceName: string;
  readonly asked: "order" | "inquiry" | "reversal";
  /** As the card host's port calls it: approved, declined, not_sent, unknown, … */
  readonly outcome: string;
  readonly seconds: number;
}

export interface CountedRequest {
  readonly method: string;
  /** The pattern of the route, never the address, which may contain secrets. */
  readonly route: string;
  readonly status: number;
  readonly seconds: number;
}

/**
 * Gauges that differ between processes and are added up. All others are the same in each process.
 */
export const SUMMED: ReadonlySet<string> = new Set([
  "sixdoors_pool_connections",
  "sixdoors_pool_waiting",
  "sixdoors_request_log_left_out",
  "sixdoors_hsm_calls",
  "sixdoors_hsm_failures",
  "sixdoors_hsm_reopenings",
  "sixdoors_card_host_connections",
  "sixdoors_spans_sent",
  "sixdoors_spans_dropped",
]);

export const GAUGES = {
  sixdoors_pool_connections: "Open database connections of all pools.",
  sixdoors_pool_waiting: "Statements waiting for a connection.",
  sixdoors_open_attempts: "Payments in progress, without a known result.",
  sixdoors_open_attempts_oldest_seconds:
    "How long the oldest payment without a known result has been open.",
  sixdoors_outbox_depth: "Events that wait for delivery.",
  sixdoors_outbox_lag_seconds: "How long the oldest due event has waited for delivery.",
  sixdoors_outbox_set_aside: "Events that failed and are no longer retried.",
  sixdoors_webhook_endpoints_failing: "Webhook endpoints that have taken no event for a day.",
  sixdoors_request_log_left_out: "Requests that did not fit into certification's request log.",
  sixdoors_tls_certificate_days_left: "Days until the TLS certificate that is served expires.",
  sixdoors_master_key_age_days: "Age of the current master key.",
  sixdoors_data_key_age_days: "Age of the key that encrypts new values.",
  sixdoors_replica_usable:
    "Whether reports use the read replica: 0 if it is unavailable or too far behind.",
  sixdoors_replica_lag_seconds: "How far the read replica for reports is behind the primary.",
  sixdoors_hsm_calls: "Calls of the HSM since the start.",
  sixdoors_hsm_failures: "Calls of the HSM that failed or took too long, since the start.",
  sixdoors_hsm_reopenings:
    "Sessions with the HSM that were opened again after an error, since the start.",
  sixdoors_spans_sent: "Spans of traces that were sent by OTLP, since the start.",
  sixdoors_spans_dropped: "Spans of traces that could not be sent by OTLP, since the start.",
  sixdoors_clock_skew_seconds: "How far this machine's clock is ahead of the database's.",
  sixdoors_worker_heartbeat_age_seconds: "Time since a process that runs jobs last reported.",
  sixdoors_due_work_failing: "Pieces of due work whose last run failed.",
  sixdoors_due_work_late_seconds: "How late the most overdue scheduled work is.",
  sixdoors_backup_age_seconds:
    "Age of the newest base backup of the current archive, or 0 if none is expected.",
  sixdoors_backup_log_age_seconds:
    "Age of the newest commit that is in the archive of the write-ahead log, or 0.",
  sixdoors_restore_drill_age_seconds: "Time since the last successful restore drill, or 0.",
  sixdoors_purges_held: "Purges that wait for an operator because they would remove too much.",
  sixdoors_database_bytes: "Size of the database.",
  sixdoors_disk_days_left:
    "Days until the disk of the embedded database is full at its growth of 30 days; 3650 if that is unknown or far away.",
  sixdoors_partition_months_ahead: "Months after the current one that have partitions.",
  sixdoors_transaction_id_age: "Age of the oldest transaction id that is not frozen.",
  sixdoors_banks_failing: "Banks with which files could not be exchanged last time.",
  sixdoors_bank_files_stuck: "ACH files that were not sent in time, or perhaps did not arrive.",
  sixdoors_bank_files_unread: "Files of banks that could not be read and that nobody has resolved.",
  sixdoors_bank_items_unmatched: "Items in files of banks that belong to no entry of ours.",
  sixdoors_ach_return_rates_near: "ACH return rates near a limit of the network.",
  sixdoors_ach_return_rates_over: "ACH return rates above a limit of the network.",
  sixdoors_clock_ahead_seconds: "How far the business clock is ahead of the wall clock.",
} as const;
export type GaugeName = keyof typeof GAUGES;

/** Each has one label with few values. */
export const LABELED_GAUGES = {
  sixdoors_card_host_connections: {
    label: "host",
    help: "Signed-on connections to card hosts that are connected all the time.",
  },
  sixdoors_client_certificate_days_left: {
    label: "host",
    help: "Days until the client certificate expires with which this process logs in to a card host.",
  },
  sixdoors_ach_files: {
    label: "state",
    help: "ACH files that are not settled, by state.",
  },
  sixdoors_ach_entries: {
    label: "state",
    help: "ACH entries that wait for a file, or are in a file that is not settled, by its state.",
  },
} as const;
export type LabeledGaugeName = keyof typeof LABELED_GAUGES;
