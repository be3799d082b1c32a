/** Whether this process should receive requests, decided by a list of named checks. */

/** The `status` of /health/ready. Only "ready" has the HTTP status 200. */
export type ReadinessState =
  | "ready"
  | "starting"
  | "database away"
  | "database read-only"
  | "clock differs"
  | "safe mode"
  | "not ready"
  | "shutting down";

/** A warning is only shown. A failing check makes the process not ready. */
export type CheckLevel = "ok" | "warning" | "failing";

export interface CheckResult {
  readonly level: CheckLevel;
  /** What is wrong and what to do. Absent if the check is ok. */
  readonly reason?: string;
  /** The state of the process while this check fails. Default: "not ready". */
  readonly state?: ReadinessState;
}

export interface ReadinessCheck {
  readonly name: string;
  /** Returns the last result at once. Checks run in the background. */
  result(): CheckResult;
}

export interface CheckReport extends CheckResult {
  readonly name: string;
}

export interface Readiness {
  state(): ReadinessState;
  checks(): readonly CheckReport[];
}
