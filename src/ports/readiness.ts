/** Whether this process should be sent requests: a list of named checks and what follows from it. */

/** What /health/ready answers as `status`. Only "ready" is answered with 200. */
export type ReadinessState =
  | "ready"
  | "starting"
  | "database away"
  | "database read-only"
  | "clock differs"
  | "not ready"
  | "shutting down";

/** A warning is shown and changes nothing; a failing check takes the process out of use. */
export type CheckLevel = "ok" | "warning" | "failing";

export interface CheckResult {
  readonly level: CheckLevel;
  /** What is wrong and what to do about it, for anyone to read. Absent where all is well. */
  readonly reason?: string;
  /** The process's state while this check fails; absent: "not ready". */
  readonly state?: ReadinessState;
}

export interface ReadinessCheck {
  readonly name: string;
  /** What was last seen. It answers at once: whoever watches something watches it in between. */
  result(): CheckResult;
}

export interface CheckReport extends CheckResult {
  readonly name: string;
}

export interface Readiness {
  state(): ReadinessState;
  checks(): readonly CheckReport[];
}
