/** Lists an account's webhook deliveries, sends failed ones again and sends a test event. Audited. */
import { EndpointStore, FIRST_ENDPOINT } from "../outbox/endpoint-store.ts";
import type { DeliveryAttempt, OutboxEvent } from "../outbox/event.ts";
import { type EventFilter, OutboxStore } from "../outbox/outbox-store.ts";
import { replayFailed } from "../outbox/replay.ts";
import { TEST_EVENT } from "../outbox/webhook-events.ts";
import { writeWebhook } from "../outbox/write-event.ts";
import type { NotFound } from "./account-record.ts";
import {
  type AccountNeeds,
  type ActingParty,
  actOnAccount,
  recordAccountAct,
} from "./act-on-account.ts";
import type { SecretAct } from "./set-webhook.ts";

type LogNeeds = Pick<AccountNeeds, "db" | "clock">;

export interface DeliveryView {
  readonly event: OutboxEvent;
  /** The JSON text. */
  readonly payload: string;
  readonly attempts: readonly DeliveryAttempt[];
}

export type TestOutcome =
  | { readonly kind: "written"; readonly eventId: string }
  /** There is no enabled endpoint with this number. */
  | { readonly kind: "nobody_listens" }
  | NotFound;

export function listDeliveries(
  { db }: Pick<LogNeeds, "db">,
  accountId: string,
  filter: EventFilter,
): Promise<readonly OutboxEvent[]> {
  return db.within({ accountId }, (scope) =>
    new OutboxStore(scope).listEvents(accountId, { ...filter, kind: "webhook" }),
  );
}

export function showDelivery(
  { db }: Pick<LogNeeds, "db">,
  accountId: string,
  eventId: string,
): Promise<DeliveryView | undefined> {
  return db.within({ accountId }, async (scope) => {
    const outbox = new OutboxStore(scope);
    const [event] = await outbox.listEvents(accountId, { eventId, kind: "webhook", limit: 1 });
    const payload = await outbox.findPayload(accountId, eventId);
    if (event === undefined || payload === undefined) return undefined;
    return { event, payload, attempts: await outbox.listAttempts(accountId, eventId) };
  });
}

export interface FailedDeliveries {
  readonly since: Temporal.Instant;
  /** The number of an endpoint. Undefined: all. */
  readonly endpoint?: number | undefined;
  readonly by: ActingParty;
}

/** Sends failed webhooks again. Failed emails are not sent again. */
export async function replayDeliveries(
  needs: LogNeeds,
  accountId: string,
  { since, endpoint, by }: FailedDeliveries,
): Promise<number> {
  return needs.db.within({ accountId }, async (scope) => {
    const failed = { since, endpoint, kind: "webhook" } as const;
    const count = await replayFailed({ db: scope, clock: needs.clock }, accountId, failed);
    const after = { since: since.toString(), ...(endpoint && { endpoint }), count };
    await recordAccountAct(scope, by, { action: "account.replay_webhooks", accountId, after });
    return count;
  });
}

export async function writeTestEvent(
  needs: LogNeeds,
  accountId: string,
  { by, endpoint: number = FIRST_ENDPOINT }: SecretAct,
): Promise<TestOutcome> {
  return actOnAccount(needs, accountId, async (scope, account): Promise<TestOutcome> => {
    const key = { accountId: account.id, number };
    const endpoint = await new EndpointStore(scope).findEndpoint(key);
    if (!endpoint?.isOn) return { kind: "nobody_listens" };
    const transaction = { message: "Test event sent from the console. No money was moved." };
    const test = {
      accountId: account.id,
      event: TEST_EVENT,
      endpoint: number,
      transaction,
    } as const;
    const eventId = await writeWebhook(scope, needs, test);
    const after = { eventId, ...(number !== FIRST_ENDPOINT && { endpoint: number }) };
    await recordAccountAct(scope, by, { action: "account.test_webhook", accountId, after });
    return { kind: "written", eventId };
  });
}
