/** Marks an unmatched item of a bank's file as resolved, with a note. */
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

/** Returns false if there is no such item, or it was resolved before. */
export async function resolveUnmatched(
  { db, clock }: ResolveNeeds,
  id: string,
  { note, by }: { readonly note: string; readonly by: ActingParty },
): Promise<boolean> {
  return db.atomically(async (transaction) => {
    const dealt = { at: clock.wall(), by: by.actor.name, note };
    if (!(await new BankFileStore(transaction).markResolved(id, dealt))) return false;
    await recordAct(transaction, {
      ...by,
      action: "ach_unmatched.deal",
      subject: { kind: "ach_unmatched", id },
      after: { note },
      result: "done",
    });
    return true;
  });
}
