/** A report as plain JSON: what `doctor --json` prints and the console shows. */
import type { FindingLevel } from "../../ports/finding.ts";
import type { DoctorArea, DoctorReport } from "./doctor-check.ts";

export interface DoctorFinding {
  readonly area: DoctorArea;
  readonly check: string;
  readonly level: FindingLevel;
  /** What was found. */
  readonly found: string;
  /** What to do. Null if there is nothing to do. */
  readonly advice: string | null;
}

export interface DoctorDocument {
  /** The worst level of all findings. */
  readonly level: DoctorReport["level"];
  readonly checkedAt: string;
  readonly counts: Readonly<Record<FindingLevel, number>>;
  readonly findings: readonly DoctorFinding[];
}

export function toReportDocument(report: DoctorReport): DoctorDocument {
  const { level, checkedAt, counts, findings } = report;
  return {
    level,
    checkedAt: checkedAt.toString({ smallestUnit: "second" }),
    counts,
    findings: findings.map((finding) => ({
      area: finding.area,
      check: finding.check,
      level: finding.level,
      found: finding.found,
      advice: "advice" in finding ? finding.advice : null,
    })),
  };
}
