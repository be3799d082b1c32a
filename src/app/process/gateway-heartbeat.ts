/** Whether a gateway runs that delivers webhooks. Never starts an embedded database to find out. */
import type { Config } from "../../config.ts";
import { FRESH_SECONDS, HeartbeatStore } from "../../core/figures/heartbeat-store.ts";
import { isDatabaseRunning } from "../database/database-place.ts";
import { joinInstallation } from "../database/installation.ts";

const NO_SUCH_TABLE = "42P01";

export async function isGatewayRunning(config: Config): Promise<boolean> {
  if (!(await isDatabaseRunning(config))) return false;
  const installation = await joinInstallation(config);
  try {
    const [newest] = await new HeartbeatStore(installation.owner).listWorkers();
    return newest !== undefined && newest.ageSeconds < FRESH_SECONDS;
  } catch (error) {
    // A gateway that starts for the first time has no tables yet.
    if ((error as { code?: string }).code === NO_SUCH_TABLE) return false;
    throw error;
  } finally {
    await installation.close();
  }
}
