/** ACH files and their entries go when transactions of their time do. */
import type { DatabasePool } from "../../db/database-pool.ts";
import type { RetentionSettings } from "../../values/retention-settings.ts";
import { PurgeStore } from "./purge-store.ts";

export async function purgeAch(
  owner: DatabasePool,
  { transactionsMonths: months }: Pick<RetentionSettings, "transactionsMonths">,
  now: Temporal.Instant,
): Promise<string> {
  const oldest = now.toZonedDateTimeISO("UTC").subtract({ months });
  const files = await new PurgeStore(owner).dropFiles(oldest.toInstant());
  return files === 0 ? "nothing was old enough" : `removed ${files} files`;
}
