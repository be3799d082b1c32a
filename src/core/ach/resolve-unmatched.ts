/** Somebody has seen to what came for no entry of ours. It stays, with what was done about it. */
import type { DatabasePool } from "../../db/database-pool.ts";
import type { Clock } from "../../ports/clock.ts";
import type { ActingParty } from "../accounts/act-on-account.ts";
import { recordAct } from "../audit/act.ts";
import { BankFileStore } from "./bank-file-store.ts";

export interface ResolveNeeds {
  /** Works under the payments' role, or as the owner. */
  readonly db: DatabasePool;
  readonly clock: Clock;
}

/** False: there is no such one, or somebody has seen to it before. */
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
