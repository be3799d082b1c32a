/** Groups the findings of the system check by area, the most serious first. Pure. */
import type {
  DoctorArea,
  DoctorFinding,
} from "../../../src/interfaces/console/operations/contract.ts";

export const AREA_LABELS: Readonly<Record<DoctorArea, string>> = {
  settings: "Settings",
  database: "Database",
  jobs: "Jobs",
  disk: "Disks",
  keys: "Keys",
  files: "File modes",
  certificates: "Certificates",
  "card-hosts": "Card hosts",
  banks: "Banks",
  email: "Email",
  verification: "Verification provider",
};

export interface AreaFindings {
  readonly area: DoctorArea;
  readonly findings: readonly DoctorFinding[];
}

const SERIOUS_FIRST: readonly DoctorFinding["level"][] = ["failing", "warning", "ok", "skipped"];

/** Areas and findings of the same level keep the order of the report. */
export function groupFindings(findings: readonly DoctorFinding[]): readonly AreaFindings[] {
  const areas = Map.groupBy(findings, ({ area }) => area);
  return [...areas]
    .map(([area, here]) => ({ area, findings: here.toSorted(bySeriousness) }))
    .toSorted((one, other) => rankGroup(one) - rankGroup(other));
}

function bySeriousness(one: DoctorFinding, other: DoctorFinding): number {
  return rankFinding(one) - rankFinding(other);
}

/** The finding that is listed first is the most serious one. */
function rankGroup({ findings: [first] }: AreaFindings): number {
  return first === undefined ? SERIOUS_FIRST.length : rankFinding(first);
}

function rankFinding({ level }: DoctorFinding): number {
  return SERIOUS_FIRST.indexOf(level);
}
