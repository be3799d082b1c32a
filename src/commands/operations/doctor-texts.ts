/** The report of `doctor` as aligned lines. */
import {
  DOCTOR_AREAS,
  type DoctorReport,
  type ReportedFinding,
} from "../../core/doctor/doctor-check.ts";
import type { FindingLevel } from "../../ports/finding.ts";
import { withoutControls } from "../output.ts";

/** Levels stand in a column, and advice below what was found. */
export function reportLines({ findings, counts }: DoctorReport): readonly string[] {
  const widths = {
    level: Math.max(...findings.map(({ level }) => level.length)),
    check: Math.max(...findings.map(({ check }) => check.length)),
  };
  return [
    ...DOCTOR_AREAS.flatMap((area) => {
      const here = findings.filter((finding) => finding.area === area);
      return here.length === 0 ? [] : [area, ...here.flatMap((one) => findingLines(one, widths))];
    }),
    "",
    summaryLine(counts),
  ];
}

interface Widths {
  readonly level: number;
  readonly check: number;
}

function findingLines(finding: ReportedFinding, widths: Widths): readonly string[] {
  const level = finding.level.padEnd(widths.level);
  const check = finding.check.padEnd(widths.check);
  const margin = " ".repeat(widths.level + widths.check + 6);
  const lines = [`  ${level}  ${check}  ${finding.found}`];
  if ("advice" in finding) lines.push(`${margin}To do: ${finding.advice}`);
  return lines.map(withoutControls);
}

function summaryLine(counts: Readonly<Record<FindingLevel, number>>): string {
  const { ok, warning, failing, skipped } = counts;
  return `${ok} ok, ${warning} warning, ${failing} failing, ${skipped} skipped.`;
}
