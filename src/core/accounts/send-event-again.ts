/** Sends a past webhook event again, to all endpoints of the account that want it or to one. Audited. */
import type { DatabasePool } from "../../db/database-pool.ts";
import type { Clock } from "../../ports/clock.ts";
import { isWantedEvent } from "../outbox/endpoint.ts";
import { EndpointStore, type WebhookEndpoint } from "../outbox/endpoint-store.ts";
import { SendAgainStore } from "../outbox/past-events/send-again-store.ts";
import { type ActingParty, recordAccountAct } from "./act-on-account.ts";

export interface SendAgainNeeds {
  readonly db: DatabasePool;
  readonly clock: Clock;
}

export interface SendAgainWish {
  readonly eventId: string;
  /** The number of an endpoint. Undefined: all. */
  readonly endpoint?: number | undefined;
  readonly by: ActingParty;
}

export type SendAgainOutcome =
  /** The numbers of the endpoints that get it. */
  | { readonly kind: "sent_again"; readonly endpoints: readonly number[] }
  | { readonly kind: "no_such_event" }
  /** The endpoint does not exist or is disabled; or the account has no enabled one. */
  | { readonly kind: "no_endpoint" }
  /** The endpoint did not choose this kind of event; or none of them did. */
  | { readonly kind: "not_wanted" };

export async function sendEventAgain(
  { db, clock }: SendAgainNeeds,
  accountId: string,
  { eventId, endpoint, by }: SendAgainWish,
): Promise<SendAgainOutcome> {
  return db.within({ accountId }, async (scope): Promise<SendAgainOutcome> => {
    const store = new SendAgainStore(scope);
    const event = await store.lockEvent(accountId, eventId);
    if (event === undefined) return { kind: "no_such_event" };
    const enabled = chosenEndpoints(
      await new EndpointStore(scope).listEndpoints(accountId),
      endpoint,
    );
    if (enabled.length === 0) return { kind: "no_endpoint" };
    const endpoints = enabled
      .filter((one) => isWantedEvent(one, event.event))
      .map(({ number }) => number);
    if (endpoints.length === 0) return { kind: "not_wanted" };
    await store.sendAgain(accountId, event, { endpoints, now: clock.wall() });
    const after = { eventId, endpoints };
    await recordAccountAct(scope, by, { action: "account.replay_webhook", accountId, after });
    return { kind: "sent_again", endpoints };
  });
}

function chosenEndpoints(
  all: readonly WebhookEndpoint[],
  number: number | undefined,
): readonly WebhookEndpoint[] {
  return all.filter((one) => one.isOn && (number === undefined || one.number === number));
}
