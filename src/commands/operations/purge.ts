/**
 * `purge`: shows what purges would remove, lists those on hold, which would remove more than usual, and
 * allows one.
 */
import type { Config } from "../../config.ts";
import { workLabel } from "../../core/calendar/work-label.ts";
import { allowPurge } from "../../core/retention/allow-purge.ts";
import { type PurgePreview, previewPurges } from "../../core/retention/preview-purges.ts";
import { type HeldPurge, PurgeStore } from "../../core/retention/purge-store.ts";
import { StartError } from "../../ports/start-error.ts";
import { linesOrMessage, momentText, type OutputOptions, print } from "../output.ts";
import {
  commandLineActor,
  withAuditedInstallation,
  withInstallation,
} from "../with-installation.ts";

export async function showPurgesCommand(config: Config, options: OutputOptions): Promise<void> {
  await withInstallation(config, async ({ owner }) => {
    const held = await new PurgeStore(owner).listHeld();
    const lines = linesOrMessage("No purge is on hold.", held.flatMap(purgeLines));
    print(options, { held: held.map(purgeDocument) }, lines);
  });
}

export async function previewPurgesCommand(config: Config, options: OutputOptions): Promise<void> {
  await withInstallation(config, async (installed) => {
    const previews = await previewPurges(installed, config.retention);
    print(options, { purges: previews.map(previewDocument) }, previews.flatMap(previewLines));
  });
}

function previewDocument({ work, at, planned, why }: PurgePreview) {
  const counts = Object.fromEntries(planned.map(({ what, count }) => [what, count]));
  return { work, at: momentText(at), counts, holdReason: why ?? null };
}

function previewLines({ work, at, planned, why }: PurgePreview): string[] {
  const removed = planned.map(({ what, count, spanDays }) => {
    const span = spanDays < 1 ? "" : `, older than the limit by up to ${Math.ceil(spanDays)} days`;
    return `  ${count} ${what}${span}`;
  });
  return [
    `${work} (${workLabel(work)}) would remove at ${momentText(at)}:`,
    ...linesOrMessage("  nothing", removed),
    ...(why === undefined ? [] : [`  In production it would wait for an operator because ${why}.`]),
  ];
}

export async function allowPurgeCommand(
  config: Config,
  work: string,
  options: OutputOptions,
): Promise<void> {
  await withAuditedInstallation(config, async ({ owner }) => {
    const allowed = await allowPurge(owner, { work }, { actor: commandLineActor() });
    if (allowed === undefined) {
      const names = (await new PurgeStore(owner).listHeld()).map((held) => `"${held.work}"`);
      const known = names.length === 0 ? "no purge" : names.join(", ");
      throw new StartError(`No purge "${work}" is on hold. On hold now: ${known}.`);
    }
    print(options, { allowed: purgeDocument(allowed) }, [
      ...purgeLines(allowed),
      "Allowed once. The purge runs at its next attempt and removes this data permanently.",
    ]);
  });
}

function purgeDocument({ work, upTo, counts, why, heldAt, allowedBy }: HeldPurge) {
  return { work, upTo: momentText(upTo), counts, why, heldAt: momentText(heldAt), allowedBy };
}

function purgeLines({ work, upTo, counts, why, heldAt, allowedBy }: HeldPurge): string[] {
  return [
    `${work} (${workLabel(work)}), on hold since ${momentText(heldAt)} because ${why}`,
    ...Object.entries(counts).map(([what, count]) => `  ${count} ${what}`),
    `  as of ${momentText(upTo)}${allowedBy === null ? "" : `; allowed by ${allowedBy}`}`,
  ];
}
