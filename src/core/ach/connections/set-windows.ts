/** Sets the cutoff windows at which an account's entries are sent. */
import type { DatabasePool } from "../../../db/database-pool.ts";
import { type ActingParty, actOnAccount, recordAccountAct } from "../../accounts/act-on-account.ts";
import { parseCutOffWindow } from "../cut-offs.ts";
import { ConnectionStore } from "./connection-store.ts";

export type WindowsOutcome =
  | { readonly kind: "set" }
  | { readonly kind: "not_found" }
  | { readonly kind: "no_bank" }
  | { readonly kind: "not_offered"; readonly offered: readonly string[] }
  /** Entries that cannot go on the same day would wait without end. */
  | { readonly kind: "only_same_day" };

/** An empty list means every window of the bank. */
export async function setAccountWindows(
  needs: { readonly db: DatabasePool },
  accountId: string,
  { windows, by }: { readonly windows: readonly string[]; readonly by: ActingParty },
): Promise<WindowsOutcome> {
  return actOnAccount<WindowsOutcome>(needs, accountId, async (db, account) => {
    const store = new ConnectionStore(db);
    const known = await store.findAccountWindows(account.id);
    if (known === undefined) return { kind: "no_bank" };
    const { own, offered } = known;
    if (windows.some((window) => !offered.includes(window)))
      return { kind: "not_offered", offered };
    const chosen = windows.map(parseCutOffWindow);
    if (windows.length > 0 && chosen.every((window) => window?.isSameDay))
      return { kind: "only_same_day" };
    await store.saveAccountWindows(account.id, windows);
    const [before, after] = [{ achCutOffs: own }, { achCutOffs: windows }];
    await recordAccountAct(db, by, {
      action: "account.ach_windows",
      before,
      after,
      accountId: account.id,
    });
    return { kind: "set" };
  });
}
