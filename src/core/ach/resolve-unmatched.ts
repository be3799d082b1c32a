/** Marks an unmatched item of a bank's file, or a file that could not be read, as resolved. */
import type { DatabasePool } from "../../db/database-pool.ts";
import type { Clock } from "../../ports/clock.ts";
import type { ActingParty } from "../accounts/act-on-account.ts";
import { recordAct } from "../audit/act.ts";
import { BankFileStore } from "./bank-file-store.ts";

export interface ResolveNeeds {
  /** Uses the payments role or the role that owns the tables. */
  readonly db: DatabasePool;
  readonly clock: Clock;
}

interface Resolving {
  readonly note: string;
  readonly by: ActingParty;
}

/** Returns false if there is no such item, or it was resolved before. */
export async function resolveUnmatched(
  needs: ResolveNeeds,
  id: string,
  resolving: Resolving,
): Promise<boolean> {
  return resolve(needs, { kind: "ach_unmatched", id }, resolving);
}

/** Returns false if there is no such file, it was read, or it was resolved before. */
export async function resolveUnreadFile(
  needs: ResolveNeeds,
  id: string,
  resolving: Resolving,
): Promise<boolean> {
  return resolve(needs, { kind: "ach_inbound_file", id }, resolving);
}

interface Resolved {
  readonly kind: "ach_unmatched" | "ach_inbound_file";
  readonly id: string;
}

async function resolve(
  { db, clock }: ResolveNeeds,
  subject: Resolved,
  { note, by }: Resolving,
): Promise<boolean> {
  return db.atomically(async (transaction) => {
    const store = new BankFileStore(transaction);
    const dealt = { at: clock.wall(), by: by.actor.name, note };
    const isDone =
      subject.kind === "ach_unmatched"
        ? await store.markResolved(subject.id, dealt)
        : await store.markUnreadResolved(subject.id, dealt);
    if (!isDone) return false;
    const action = `${subject.kind}.deal` as const;
    await recordAct(transaction, { ...by, action, subject, after: { note }, result: "done" });
    return true;
  });
}
