/** What the purges would remove now. Removes nothing. */
import type { RetentionSettings } from "../../values/retention-settings.ts";
import { type Planned, unusualPurge } from "./purge-limits.ts";
import type { Purge } from "./purge-step.ts";
import { PurgeStore } from "./purge-store.ts";
import { businessPurge, type WallPurgeParts, wallPurge } from "./retention.ts";
import { estimatePurge } from "./run-purge.ts";

export interface PurgePreview {
  readonly work: string;
  readonly at: Temporal.Instant;
  /** Only what would be removed. */
  readonly planned: readonly Planned[];
  /** Why the purge would wait for an operator in production. Undefined: it would run. */
  readonly why: string | undefined;
}

export async function previewPurges(
  parts: WallPurgeParts,
  settings: RetentionSettings,
): Promise<readonly PurgePreview[]> {
  const daily = businessPurge(parts.owner, settings, parts.clock.business());
  return [await previewPurge(parts, daily), await previewPurge(parts, wallPurge(parts, settings))];
}

async function previewPurge({ owner }: WallPurgeParts, purge: Purge): Promise<PurgePreview> {
  const { work, at } = purge;
  const planned = await estimatePurge(purge);
  const state = await new PurgeStore(owner).findState(work);
  const why = unusualPurge(planned, at, { doneUpTo: state?.doneUpTo ?? undefined });
  return { work, at, planned: planned.filter(({ count }) => count > 0), why };
}
