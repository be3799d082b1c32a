/** Which keys of the installation are older than they should be. */
import type { Database } from "../../db/database.ts";
import { FigureStore } from "../figures/figure-store.ts";
import { KEY_DAYS } from "./health.ts";

/** As the alerts SixdoorsMasterKeyOld and SixdoorsDataKeyOld judge. */
export async function listOldKeys(db: Database, now: Temporal.Instant): Promise<readonly string[]> {
  const figures = new FigureStore(db);
  const ages = [
    ["the master key", await figures.findMasterKeyAgeDays(now)],
    ["the data key", await figures.findDataKeyAgeDays(now)],
  ] as const;
  return ages.filter(([, days]) => days > KEY_DAYS).map(([name]) => name);
}
