/** Shared by all manual changes of ACH entries: who made them, and why they may be refused. */
import type { Database } from "../../../db/database.ts";
import type { DatabasePool } from "../../../db/database-pool.ts";
import { type ActOrigin, type Actor, recordAct } from "../../audit/act.ts";
import type { SentEntry } from "../updates/network-item.ts";
import { SentEntryStore } from "../updates/sent-entry-store.ts";

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

/** Locks the row of an entry and changes it, in one transaction. */
export async function changeEntry(
  pool: DatabasePool,
  { transactionId, accountId }: EntryReference,
  change: (db: Database, entry: SentEntry) => Promise<ForcedOutcome>,
): Promise<ForcedOutcome> {
  return pool.atomically(async (db) => {
    const entries = await new SentEntryStore(db).lockById(transactionId, accountId);
    const [entry] = entries;
    if (entry === undefined) return { kind: "not_found" };
    if (entries.length === 1) return change(db, entry);
    return { kind: "ambiguous", accountIds: entries.map((one) => one.accountId).sort() };
  });
}

/** Call it in the transaction that changes the entry. */
export async function recordEntryAct(
  db: Database,
  { actor, from }: ForcedBy,
  act: {
    readonly action: `ach.${string}`;
    readonly entry: SentEntry;
    readonly after: Readonly<Record<string, unknown>>;
  },
): Promise<void> {
  const { accountId, transactionId, state } = act.entry;
  await recordAct(db, {
    actor,
    action: act.action,
    subject: { kind: "transaction", id: `${accountId}/${transactionId}` },
    before: { state },
    after: act.after,
    result: "done",
    from,
  });
}
