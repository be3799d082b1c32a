/** Checks the processes that run jobs, as the readiness check does. */
import type { DoctorCheck } from "../../core/doctor/doctor-check.ts";
import { HeartbeatStore } from "../../core/figures/heartbeat-store.ts";
import { judgeWorkers } from "../process/work-checks.ts";
import type { DoctorParts } from "./doctor-parts.ts";

export async function listJobChecks(parts: DoctorParts): Promise<readonly DoctorCheck[]> {
  const { app } = await parts.tables();
  const heartbeats = new HeartbeatStore(app);
  return [
    { name: "worker", run: async () => judgeWorkers(await heartbeats.findNewestAgeSeconds()) },
  ];
}
