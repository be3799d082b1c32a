/** What all manual changes of ACH entries share: who made them, and why they may be refused. */
import type { Database } from "../../../db/database.ts";
import { type ActOrigin, type Actor, recordAct } from "../../audit/act.ts";
import type { SentEntry } from "../updates/network-item.ts";
import { SentEntryStore } from "../updates/sent-entry-store.ts";

export interface ForcedBy {
  readonly actor: Actor;
  readonly from?: ActOrigin | undefined;
}

/**
 * Transaction ids are unique in the installation, but no constraint says so: the keys of tables start
 * with the account. If two accounts have the same id anyway, the account must be named.
 */
export interface EntryReference {
  readonly transactionId: string;
  readonly accountId?: string | undefined;
}

export type ForcedOutcome =
  | { readonly kind: "done"; readonly accountId: string; readonly state: string }
  | { readonly kind: "unknown_code" }
  /** There is no such entry, or it has not left yet. */
  | { readonly kind: "not_found" }
  | { readonly kind: "ambiguous"; readonly accountIds: readonly string[] }
  /** The entry's state does not allow it. */
  | { readonly kind: "not_fit"; readonly state: string };

type Found = { readonly kind: "found"; readonly entry: SentEntry } | ForcedOutcome;

/** Finds the entry and locks its row. */
export async function lockEntry(
  db: Database,
  { transactionId, accountId }: EntryReference,
): Promise<Found> {
  const entries = await new SentEntryStore(db).lockById(transactionId, accountId);
  const [entry] = entries;
  if (entry === undefined) return { kind: "not_found" };
  if (entries.length === 1) return { kind: "found", entry };
  return { kind: "ambiguous", accountIds: entries.map((one) => one.accountId) };
}

/** Give it the transaction that makes the change. */
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
