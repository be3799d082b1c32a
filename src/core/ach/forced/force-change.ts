/** Applies a notification of change manually, as if the bank had sent it. */
import { Secret } from "../../../values/secret.ts";
import type { AchNeeds } from "../ach-needs.ts";
import { findChangeCode } from "../codes/change-code.ts";
import { nocData } from "../codes/corrected-data.ts";
import { changeEntry, type EntryReference, type ForcedBy, type ForcedOutcome } from "./forced.ts";

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
  return changeEntry(needs, { action: "ach.change", reference, by }, (entry) => {
    const { accountId, transactionId, state } = entry;
    const key = { accountId, transactionId };
    const notice = { ...key, kind: "change", code, detail, corrected: new Secret(data) } as const;
    return { kind: "change", state, notices: [notice], after: { state, noc: detail } };
  });
}
