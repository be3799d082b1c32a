/** Sends webhooks again: one, or all that failed, of one account or of all. Emails are not sent again. */
import type { DatabasePool } from "../../db/database-pool.ts";
import type { Clock } from "../../ports/clock.ts";
import { DeliveryOverviewStore } from "../outbox/delivery-overview-store.ts";
import { OutboxStore } from "../outbox/outbox-store.ts";
import { replayFailed } from "../outbox/replay.ts";
import { type ActingParty, recordAccountAct } from "./act-on-account.ts";

export interface ReplayWebhookNeeds {
  /** Uses a role that can see the events of every account. */
  readonly db: DatabasePool;
  readonly clock: Clock;
}

/** Returns false if there is no such event. */
export async function replayWebhook(
  { db, clock }: ReplayWebhookNeeds,
  { accountId, eventId }: { readonly accountId: string; readonly eventId: string },
  by: ActingParty,
): Promise<boolean> {
  return db.atomically(async (one) => {
    const isThere = await new OutboxStore(one).replayEvent(accountId, eventId, clock.wall());
    const act = { action: "account.replay_webhook", accountId, after: { eventId } } as const;
    if (isThere) await recordAccountAct(one, by, act);
    return isThere;
  });
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
    const replay = { outbox: new OutboxStore(one), clock, kind: "webhook" } as const;
    const count = await replayFailed(replay, accountId, since);
    const after = { since: since.toString(), count };
    await recordAccountAct(one, by, { action: "account.replay_webhooks", accountId, after });
    return count;
  });
}
