/** Settles manually: one entry, all sent entries, or all entries that are due. */
import { recordAct } from "../../audit/act.ts";
import type { AchNeeds } from "../ach-needs.ts";
import { settledUpdate } from "../updates/entry-update.ts";
import { settleAll, settleDue } from "../updates/settle.ts";
import { changeEntry, type EntryReference, type ForcedBy, type ForcedOutcome } from "./forced.ts";

export async function forceSettle(
  needs: AchNeeds,
  reference: EntryReference,
  by: ForcedBy,
): Promise<ForcedOutcome> {
  return changeEntry(needs, { action: "ach.settle", reference, by }, (entry) => {
    if (entry.state !== "pending") return { kind: "not_fit", state: entry.state };
    const state = "settled";
    return { kind: "change", state, updates: [settledUpdate(entry)], after: { state } };
  });
}

/** Returns the number of settled entries. */
export async function forceSettleMany(
  needs: AchNeeds,
  which: "all" | "due",
  { actor, from }: ForcedBy,
): Promise<number> {
  // Recorded first: it takes many commits, and none may be missing in the audit log.
  await recordAct(needs.db, {
    actor,
    action: "ach.settle",
    subject: { kind: "ach", id: which },
    result: "done",
    from,
  });
  const now = needs.clock.business();
  return which === "all" ? settleAll(needs, now) : settleDue(needs, now);
}
