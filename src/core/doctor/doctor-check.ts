/** What `sixdoors doctor` and the console's system check are made of. Types and names only. */
import type { CheckFinding, FindingLevel } from "../../ports/finding.ts";

/** In the order of the report. */
export const DOCTOR_AREAS = [
  "settings",
  "database",
  "jobs",
  "disk",
  "keys",
  "files",
  "certificates",
  "card-hosts",
  "banks",
  "email",
  "verification",
] as const;
export type DoctorArea = (typeof DOCTOR_AREAS)[number];

/** One check. It changes nothing, and an exception is a finding too. */
export interface DoctorCheck {
  /** What is checked, such as "replication", or the name of a bank. */
  readonly name: string;
  /** How long it may take. Default: DEFAULT_LIMIT_MS. */
  readonly limitMs?: number;
  run(): Promise<CheckFinding | readonly CheckFinding[]>;
}

/** The checks of an area. What is configured decides which there are: one for each bank, and so on. */
export interface CheckSource {
  readonly area: DoctorArea;
  list(): readonly DoctorCheck[] | Promise<readonly DoctorCheck[]>;
}

export type ReportedFinding = CheckFinding & {
  readonly area: DoctorArea;
  /** The name of the check. */
  readonly check: string;
};

export interface DoctorReport {
  /** The worst level of all findings. */
  readonly level: "ok" | "warning" | "failing";
  readonly checkedAt: Temporal.Instant;
  readonly counts: Readonly<Record<FindingLevel, number>>;
  readonly findings: readonly ReportedFinding[];
  /** A check ran out of time and may still be running. */
  readonly hasUnfinished: boolean;
}
