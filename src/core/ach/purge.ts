/** ACH files, entries and what was said of them go when their transactions do. */
import type { DatabasePool } from "../../db/database.ts";
import type { RetentionSettings } from "../../values/retention-settings.ts";
import { idRange, monthOf } from "../../values/transaction-id.ts";
import { PurgeStore } from "./purge-store.ts";

export async function purgeAch(
  owner: DatabasePool,
  { transactionsMonths: months }: Pick<RetentionSettings, "transactionsMonths">,
  now: Temporal.Instant,
): Promise<string> {
  const oldest = now.toZonedDateTimeISO("UTC").subtract({ months });
  const store = new PurgeStore(owner);
  const said = await store.dropSaid(idRange(monthOf(oldest.toInstant())).first);
  const files = await store.dropFiles(oldest.toInstant());
  if (said + files === 0) return "nothing was old enough";
  return `removed ${files} files, ${said} updates and notices`;
}
