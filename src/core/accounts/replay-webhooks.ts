/** Sends failed webhooks again, of one account or of all. Emails are not sent again. */
import type { DatabasePool } from "../../db/database-pool.ts";
import type { Clock } from "../../ports/clock.ts";
import { DeliveryOverviewStore } from "../outbox/delivery-overview-store.ts";
import { replayFailed } from "../outbox/replay.ts";
import { type ActingParty, recordAccountAct } from "./act-on-account.ts";

export interface ReplayWebhookNeeds {
  /** Uses a role that can see the events of every account. */
  readonly db: DatabasePool;
  readonly clock: Clock;
}

/** Returns the number of events. Each account is one transaction with one audit entry. */
export async function replayFailedWebhooks(
  needs: ReplayWebhookNeeds,
  {
    accountId,
    since,
  }: { readonly accountId?: string | undefined; readonly since: Temporal.Instant },
  by: ActingParty,
): Promise<number> {
  const failing = await new DeliveryOverviewStore(needs.db).accountsWithFailures(since);
  const accounts = failing.filter((id) => accountId === undefined || id === accountId);
  let total = 0;
  for (const id of accounts)
    total += await replayAccountWebhooks(needs, { accountId: id, since }, by);
  return total;
}

async function replayAccountWebhooks(
  { db, clock }: ReplayWebhookNeeds,
  { accountId, since }: { readonly accountId: string; readonly since: Temporal.Instant },
  by: ActingParty,
): Promise<number> {
  return db.atomically(async (one) => {
    const failed = { since, kind: "webhook" } as const;
    const count = await replayFailed({ db: one, clock }, accountId, failed);
    const after = { since: since.toString(), count };
    await recordAccountAct(one, by, { action: "account.replay_webhooks", accountId, after });
    return count;
  });
}
