/** Returns an entry manually, as if the bank had returned it. */
import type { AchNeeds } from "../ach-needs.ts";
import { findReturnCode } from "../codes/return-code.ts";
import { judgeItem } from "../updates/network-item.ts";
import { changeEntry, type EntryReference, type ForcedBy, type ForcedOutcome } from "./forced.ts";

export async function forceReturn(
  needs: AchNeeds,
  reference: EntryReference & { readonly code: string },
  by: ForcedBy,
): Promise<ForcedOutcome> {
  const { code } = reference;
  if (findReturnCode(code)?.stage !== "return") return { kind: "unknown_code" };
  return changeEntry(needs, { action: "ach.return", reference, by }, (entry) => {
    const { trace, amountCents } = entry;
    const item = { line: 0, kind: "return", code, trace, amountCents, detail: "" } as const;
    const verdict = judgeItem(item, entry);
    if (verdict.kind !== "update") return { kind: "not_fit", state: entry.state };
    const { state } = verdict.update;
    return { kind: "change", state, updates: [verdict.update], after: { state, code } };
  });
}
