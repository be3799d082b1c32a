/** Checks the processes that run jobs, as the readiness check does. */
import type { DoctorCheck } from "../../core/doctor/doctor-check.ts";
import { HeartbeatStore } from "../../core/figures/heartbeat-store.ts";
import { type CheckFinding, foundWarning } from "../../ports/finding.ts";
import { judgeWorkers, START_WORKER } from "../process/work-checks.ts";
import type { DoctorParts } from "./doctor-parts.ts";

export async function listJobChecks(parts: DoctorParts): Promise<readonly DoctorCheck[]> {
  const { app } = await parts.tables();
  const heartbeats = new HeartbeatStore(app);
  return [{ name: "worker", run: () => checkWorkers(heartbeats) }];
}

/** A new installation without a worker is fresh for readiness, but not for someone who asks. */
async function checkWorkers(heartbeats: HeartbeatStore): Promise<CheckFinding> {
  if ((await heartbeats.listWorkers()).length > 0) {
    return judgeWorkers(await heartbeats.findNewestAgeSeconds());
  }
  return foundWarning("No process that runs jobs has reported for a day.", START_WORKER);
}
