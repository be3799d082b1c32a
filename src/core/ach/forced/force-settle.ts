/** Settlement by hand: of one entry, of all that have left, or of those whose time has come. */

import { recordAct } from "../../audit/act.ts";
import type { AchNeeds } from "../ach-needs.ts";
import { settled } from "../updates/entry-update.ts";
import { settleAll, settleDue } from "../updates/settle.ts";
import { writeUpdates } from "../updates/write-updates.ts";
import {
  type EntryReference,
  type ForcedBy,
  type ForcedOutcome,
  lockEntry,
  recordEntryAct,
} from "./forced.ts";

export async function forceSettle(
  needs: AchNeeds,
  wish: EntryReference,
  by: ForcedBy,
): Promise<ForcedOutcome> {
  return needs.db.atomically(async (db) => {
    const found = await lockEntry(db, wish);
    if (found.kind !== "found") return found;
    const { entry } = found;
    if (entry.state !== "pending") return { kind: "not_fit", state: entry.state };
    await writeUpdates(needs, db, { updates: [settled(entry)], at: needs.clock.business() });
    await recordEntryAct(db, by, { action: "ach.settle", entry, after: { state: "settled" } });
    return { kind: "done", accountId: entry.accountId, state: "settled" };
  });
}

/** How many entries it settled. */
export async function forceSettleMany(
  needs: AchNeeds,
  which: "all" | "due",
  { actor, from }: ForcedBy,
): Promise<number> {
  // Written first: it is many commits, and none of them may go unseen.
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
