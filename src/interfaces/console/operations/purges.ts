/** Purges on hold, and approving one of them once. */
import { workLabel } from "../../../core/calendar/work-label.ts";
import { allowPurge } from "../../../core/retention/allow-purge.ts";
import type { HeldPurge as Held } from "../../../core/retention/purge-store.ts";
import { parseMoment } from "../../../values/time-span.ts";
import { conflict, invalid } from "../errors.ts";
import type { Routes } from "../routes.ts";
import type { HeldPurge } from "./contract.ts";
import type { OperationsBaseNeeds } from "./operations-needs.ts";

export function addPurges(routes: Routes, { app: db }: OperationsBaseNeeds): void {
  routes.post("/operations/purges/allow", "operations", async ({ body, actor, from }) => {
    const work = body.text("work");
    const upTo = parseMoment(body.text("upTo"));
    body.settle();
    if (upTo === undefined) throw invalid({ upTo: "Enter a time, such as 2026-12-01T03:00:00Z." });
    const allowed = await allowPurge(db, { work, upTo }, { actor, from });
    if (allowed === undefined) {
      throw conflict("This purge has changed or is no longer on hold. Reload the page.");
    }
    return writeHeldPurge({ ...allowed, allowedBy: actor.name });
  });
}

export function writeHeldPurge({ work, heldAt, upTo, counts, why, allowedBy }: Held): HeldPurge {
  return {
    work,
    label: workLabel(work),
    heldAt: heldAt.toString(),
    upTo: upTo.toString(),
    counts: Object.entries(counts).map(([what, count]) => ({ what, count })),
    why,
    allowedBy,
  };
}
