/** Lists an account's webhook deliveries, sends failed ones again and sends a test event. Audited. */
import { isWantedEvent } from "../outbox/endpoint.ts";
import { EndpointStore, FIRST_ENDPOINT } from "../outbox/endpoint-store.ts";
import type { DeliveryAttempt, OutboxEvent } from "../outbox/event.ts";
import { type EventFilter, OutboxStore } from "../outbox/outbox-store.ts";
import { replayFailed } from "../outbox/replay.ts";
import { TEST_EVENT, type WebhookEvent } from "../outbox/webhook-events.ts";
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
  /** The endpoint did not choose this kind of event. */
  | { readonly kind: "not_wanted" }
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

export interface TestEventNeeds extends LogNeeds {
  /** Writes the content of a test event, by the wire's names. */
  readonly writeTestTransaction: (
    kind: WebhookEvent | typeof TEST_EVENT,
    facts: { readonly currency: string; readonly at: Temporal.ZonedDateTime },
  ) => Readonly<Record<string, unknown>>;
}

export async function sendTestEvent(
  needs: TestEventNeeds,
  accountId: string,
  {
    by,
    endpoint: number = FIRST_ENDPOINT,
    event = TEST_EVENT,
  }: SecretAct & { readonly event?: WebhookEvent | typeof TEST_EVENT | undefined },
): Promise<TestOutcome> {
  return actOnAccount(needs, accountId, async (scope, account): Promise<TestOutcome> => {
    const key = { accountId: account.id, number };
    const endpoint = await new EndpointStore(scope).findEndpoint(key);
    if (!endpoint?.isOn) return { kind: "nobody_listens" };
    if (!isWantedEvent(endpoint, event)) return { kind: "not_wanted" };
    const { currency, timeZone } = account;
    const at = needs.clock.wall().toZonedDateTimeISO(timeZone);
    const transaction = needs.writeTestTransaction(event, { currency, at });
    const test = { accountId: account.id, event, endpoint: number, transaction };
    const eventId = await writeWebhook(scope, needs, test);
    const after = { eventId, event, ...(number !== FIRST_ENDPOINT && { endpoint: number }) };
    await recordAccountAct(scope, by, { action: "account.test_webhook", accountId, after });
    return { kind: "written", eventId };
  });
}
