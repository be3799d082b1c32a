/** Shared by all manual changes of ACH entries: who made them, and why they may be refused. */
import type { Database } from "../../../db/database.ts";
import { type ActOrigin, type Actor, recordAct } from "../../audit/act.ts";
import type { AchNeeds } from "../ach-needs.ts";
import type { SentEntry } from "../updates/network-item.ts";
import { SentEntryStore } from "../updates/sent-entry-store.ts";
import { type EntryChanges, writeUpdates } from "../updates/write-updates.ts";

export interface ForcedBy {
  readonly actor: Actor;
  readonly from?: ActOrigin | undefined;
}

/**
 * Transaction ids are unique in the installation, but no constraint enforces it: table keys start with
 * the account. If two accounts have the same id, the account must be given.
 */
export interface EntryReference {
  readonly transactionId: string;
  readonly accountId?: string | undefined;
}

export type ForcedOutcome =
  | { readonly kind: "done"; readonly accountId: string; readonly state: string }
  | { readonly kind: "unknown_code" }
  /** There is no such entry, or it was not sent yet. */
  | { readonly kind: "not_found" }
  | { readonly kind: "ambiguous"; readonly accountIds: readonly string[] }
  /** The entry's state does not allow it. */
  | { readonly kind: "not_fit"; readonly state: string };

/** What a manual change does to an entry, and what the audit log says about it. */
interface ManualChange extends Omit<EntryChanges, "at"> {
  readonly kind: "change";
  /** The state of the entry afterward. */
  readonly state: string;
  readonly after: Readonly<Record<string, unknown>>;
}

interface ManualAct {
  readonly action: `ach.${string}`;
  readonly reference: EntryReference;
  readonly by: ForcedBy;
}

/** Locks the row of an entry, changes it and records the act, in one transaction. */
export async function changeEntry(
  needs: AchNeeds,
  act: ManualAct,
  decide: (entry: SentEntry) => ManualChange | ForcedOutcome,
): Promise<ForcedOutcome> {
  const { transactionId, accountId } = act.reference;
  return needs.db.atomically(async (db) => {
    const entries = await new SentEntryStore(db).lockById(transactionId, accountId);
    const [entry] = entries;
    if (entry === undefined) return { kind: "not_found" };
    if (entries.length > 1) {
      return { kind: "ambiguous", accountIds: entries.map((one) => one.accountId).sort() };
    }
    const change = decide(entry);
    if (change.kind !== "change") return change;
    await writeUpdates(needs, db, { ...change, at: needs.clock.business() });
    await recordEntryAct(db, act, { entry, after: change.after });
    return { kind: "done", accountId: entry.accountId, state: change.state };
  });
}

async function recordEntryAct(
  db: Database,
  { action, by: { actor, from } }: ManualAct,
  { entry, after }: { readonly entry: SentEntry; readonly after: ManualChange["after"] },
): Promise<void> {
  const { accountId, transactionId, state } = entry;
  const subject = { kind: "transaction", id: `${accountId}/${transactionId}` } as const;
  const before = { state };
  await recordAct(db, { actor, action, subject, before, after, result: "done", from });
}
