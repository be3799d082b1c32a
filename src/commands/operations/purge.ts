/** `purge`: shows purges that are on hold because they would remove more than usual, and allows one. */
import type { Config } from "../../config.ts";
import { allowPurge } from "../../core/retention/allow-purge.ts";
import { type HeldPurge, PurgeStore } from "../../core/retention/purge-store.ts";
import { StartError } from "../../ports/start-error.ts";
import { commandLineActor, withAudited, withInstalled } from "../installed.ts";
import { type OutputOptions, print } from "../output.ts";

export async function showPurges(config: Config, options: OutputOptions): Promise<void> {
  await withInstalled(config, async ({ owner }) => {
    const held = await new PurgeStore(owner).listHeld();
    const lines = held.length === 0 ? ["No purge is on hold."] : held.flatMap(linesOf);
    print(options, { held: held.map(written) }, lines);
  });
}

export async function allowPurgeCommand(
  config: Config,
  work: string,
  options: OutputOptions,
): Promise<void> {
  await withAudited(config, async ({ owner }) => {
    const allowed = await allowPurge(owner, { work }, { actor: commandLineActor() });
    if (allowed === undefined) {
      const names = (await new PurgeStore(owner).listHeld()).map((held) => `"${held.work}"`);
      const known = names.length === 0 ? "no purge" : names.join(", ");
      throw new StartError(`No purge "${work}" is on hold. On hold now: ${known}.`);
    }
    print(options, { allowed: written(allowed) }, [
      ...linesOf(allowed),
      "Allowed once. The purge runs at its next attempt and removes this data permanently.",
    ]);
  });
}

function written({ work, upTo, counts, why, heldAt, allowedBy }: HeldPurge) {
  return { work, upTo: text(upTo), counts, why, heldAt: text(heldAt), allowedBy };
}

function linesOf({ work, upTo, counts, why, heldAt, allowedBy }: HeldPurge): string[] {
  return [
    `${work}, on hold since ${text(heldAt)} because ${why}`,
    ...Object.entries(counts).map(([what, count]) => `  ${count} ${what}`),
    `  as of ${text(upTo)}${allowedBy === null ? "" : `; allowed by ${allowedBy}`}`,
  ];
}

function text(moment: Temporal.Instant): string {
  return moment.toString({ smallestUnit: "second" });
}
