/** The system check: the same checks as `sixdoors doctor`, run by the process that answers. */
import type { DoctorReport } from "../../../core/doctor/doctor-check.ts";
import { LatestReport } from "../../../core/doctor/latest-report.ts";
import { toReportDocument } from "../../../core/doctor/report-document.ts";
import type { Routes } from "../routes.ts";
import type { SystemCheck } from "./contract.ts";

export interface SystemCheckNeeds {
  /** Runs all checks. Takes seconds if something does not answer. */
  readonly examine: () => Promise<DoctorReport>;
}

export function addSystemCheck(routes: Routes, { examine }: SystemCheckNeeds): void {
  const latest = new LatestReport(examine);
  routes.get(
    "/operations/doctor",
    "operations",
    async (): Promise<SystemCheck> => toReportDocument(await latest.read()),
  );
  routes.post(
    "/operations/doctor",
    "operations",
    async (): Promise<SystemCheck> => toReportDocument(await latest.renew()),
  );
}
