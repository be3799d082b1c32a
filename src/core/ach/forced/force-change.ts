/** Applies a notification of change manually, as if the bank had sent it. */
import { Secret } from "../../../values/secret.ts";
import type { AchNeeds } from "../ach-needs.ts";
import { findChangeCode } from "../codes/change-code.ts";
import { nocData } from "../codes/corrected-data.ts";
import type { EntryNotice } from "../updates/entry-update.ts";
import { writeUpdates } from "../updates/write-updates.ts";
import {
  changeEntry,
  type EntryReference,
  type ForcedBy,
  type ForcedOutcome,
  recordEntryAct,
} from "./forced.ts";

export interface ForcedChange extends EntryReference {
  readonly code: string;
  /** The corrected values in the order that the code requires, separated by blanks. */
  readonly corrected: string;
}

export async function forceChange(
  needs: AchNeeds,
  reference: ForcedChange,
  by: ForcedBy,
): Promise<ForcedOutcome> {
  const { code, corrected } = reference;
  if (findChangeCode(code) === undefined) return { kind: "unknown_code" };
  const data = corrected.toUpperCase();
  const detail = nocData(code, data);
  return changeEntry(needs.db, reference, async (db, entry) => {
    const { accountId, transactionId, state } = entry;
    const notice: EntryNotice = {
      ...{ accountId, transactionId, code, detail },
      kind: "change",
      corrected: new Secret(data),
    };
    await writeUpdates(needs, db, { notices: [notice], at: needs.clock.business() });
    await recordEntryAct(db, by, { action: "ach.change", entry, after: { state, noc: detail } });
    return { kind: "done", accountId, state };
  });
}
