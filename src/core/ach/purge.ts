/** Removes ACH files and entries after the retention time of transactions. */
import type { RetentionSettings } from "../../values/retention-settings.ts";
import type { PurgeStep } from "../retention/purge-step.ts";
import { RemovalStore } from "../retention/removal-store.ts";
import { type PurgeNeeds, runPurge } from "../retention/run-purge.ts";
import { AchPurgeStore } from "./ach-purge-store.ts";

export const ACH_PURGE = "purge ACH";
/** A file may have hundreds of thousands of records. */
const FILES_AT_ONCE = 20;

export function purgeAch(
  needs: PurgeNeeds,
  { transactionsMonths: months }: Pick<RetentionSettings, "transactionsMonths">,
  at: Temporal.Instant,
): Promise<string> {
  const before = at.toZonedDateTimeISO("UTC").subtract({ months }).toInstant();
  return runPurge(needs, { work: ACH_PURGE, at, steps: achSteps(needs, before) });
}

function achSteps({ owner }: PurgeNeeds, before: Temporal.Instant): PurgeStep[] {
  const removals = new RemovalStore(owner);
  return [
    {
      what: "ACH entries",
      estimate: () => removals.countAchEntries(before),
      drop: (db, most) => new AchPurgeStore(db).dropEntries(before, most),
    },
    {
      what: "ACH files sent",
      estimate: () => removals.countAchFiles(before),
      drop: (db) => new AchPurgeStore(db).dropFiles(before, FILES_AT_ONCE),
    },
    {
      what: "ACH files received",
      estimate: () => removals.countOlder("ach_inbound_files", "received_at", before),
      drop: (db) => new AchPurgeStore(db).dropInboundFiles(before, FILES_AT_ONCE),
    },
  ];
}
