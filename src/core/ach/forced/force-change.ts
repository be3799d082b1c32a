/** A notification of change by hand: as if the bank had sent it. */
import type { AchNeeds } from "../ach-needs.ts";
import { findChangeCode } from "../codes/change-code.ts";
import { nocData } from "../codes/corrected-data.ts";
import { writeUpdates } from "../updates/write-updates.ts";
import {
  type EntryReference,
  type ForcedBy,
  type ForcedOutcome,
  lockEntry,
  recordEntryAct,
} from "./forced.ts";

export interface ForcedChange extends EntryReference {
  readonly code: string;
  /** What is right from now on, as the code wants it, with blanks between. */
  readonly corrected: string;
}

export async function forceChange(
  needs: AchNeeds,
  wish: ForcedChange,
  by: ForcedBy,
): Promise<ForcedOutcome> {
  const { code, corrected } = wish;
  if (findChangeCode(code) === undefined) return { kind: "unknown_code" };
  const detail = nocData(code, corrected.toUpperCase());
  return needs.db.atomically(async (db) => {
    const found = await lockEntry(db, wish);
    if (found.kind !== "found") return found;
    const { entry } = found;
    const { accountId, transactionId, state } = entry;
    const notice = { accountId, transactionId, kind: "change", code, detail } as const;
    await writeUpdates(needs, db, { notices: [notice], at: needs.clock.business() });
    await recordEntryAct(db, by, { action: "ach.change", entry, after: { state, noc: detail } });
    return { kind: "done", accountId, state };
  });
}
