/** Sends the failed events of an account again, on request of an operator. */
import type { DatabasePool } from "../../db/database-pool.ts";
import type { Clock } from "../../ports/clock.ts";
import type { ActingParty } from "../accounts/act-on-account.ts";
import { recordAct } from "../audit/act.ts";
import { replayFailed } from "../outbox/replay.ts";

export interface ReplayAccountNeeds {
  /** Uses a role that sees the events of all accounts. */
  readonly db: DatabasePool;
  readonly clock: Clock;
}

/** Returns the number of events. */
export async function replayAccountEvents(
  { db, clock }: ReplayAccountNeeds,
  accountId: string,
  { since, by }: { readonly since: Temporal.Instant; readonly by: ActingParty },
): Promise<number> {
  return db.atomically(async (transaction) => {
    const count = await replayFailed({ db: transaction, clock }, accountId, { since });
    if (count === 0) return 0;
    await recordAct(transaction, {
      ...by,
      action: "outbox.replay",
      subject: { kind: "account", id: accountId },
      after: { since: since.toString(), count },
      result: "done",
    });
    return count;
  });
}
