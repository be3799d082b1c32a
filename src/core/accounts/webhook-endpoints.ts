/** Adds webhook endpoints to an account, and removes them. */
import type { Database } from "../../db/database.ts";
import { ENDPOINTS_MAX, EndpointStore, type WebhookEndpoint } from "../outbox/endpoint-store.ts";
import { OutboxStore } from "../outbox/outbox-store.ts";
import type { NotFound } from "./account-record.ts";
import {
  type AccountNeeds,
  type ActingParty,
  actOnAccount,
  recordAccountAct,
} from "./act-on-account.ts";
import {
  changeWebhook,
  describeWebhook,
  type NoWebhook,
  type WebhookAct,
  type WebhookOutcome,
} from "./set-webhook.ts";

export type AddEndpointOutcome = WebhookOutcome | { readonly kind: "too_many_webhooks" };

/** The endpoint gets the lowest free number. */
export async function addWebhook(
  needs: AccountNeeds,
  id: string,
  act: Pick<WebhookAct, "wish" | "by">,
): Promise<AddEndpointOutcome> {
  return actOnAccount(needs, id, async (db, { id: accountId }): Promise<AddEndpointOutcome> => {
    const taken = await new EndpointStore(db).listEndpoints(accountId);
    const number = lowestFreeNumber(taken.map((one) => one.number));
    if (number > ENDPOINTS_MAX) return { kind: "too_many_webhooks" };
    return changeWebhook({ ...needs, db }, { accountId, number }, act);
  });
}

function lowestFreeNumber(taken: readonly number[]): number {
  let number = 1;
  while (taken.includes(number)) number++;
  return number;
}

export type RemoveOutcome = { readonly kind: "removed" } | NoWebhook | NotFound;

export async function removeWebhook(
  needs: Pick<AccountNeeds, "db" | "clock">,
  id: string,
  { endpoint: number, by }: { readonly endpoint: number; readonly by: ActingParty },
): Promise<RemoveOutcome> {
  return actOnAccount(needs, id, async (db, { id: accountId }): Promise<RemoveOutcome> => {
    const webhook = await new EndpointStore(db).findEndpoint({ accountId, number });
    if (webhook === undefined) return { kind: "no_webhook" };
    await deleteWebhook({ db, clock: needs.clock }, webhook, by);
    return { kind: "removed" };
  });
}

/**
 * Removes the webhook and its secret, inside a transaction that has locked the account. What still waits
 * for this endpoint fails, because a later endpoint can get the same number.
 */
export async function deleteWebhook(
  { db, clock }: { readonly db: Database; readonly clock: AccountNeeds["clock"] },
  webhook: WebhookEndpoint,
  by: ActingParty,
): Promise<void> {
  const { accountId } = webhook;
  const endpoints = new EndpointStore(db);
  await endpoints.removeEndpoint(webhook);
  const isLast = !(await endpoints.listEndpoints(accountId)).some(({ isOn }) => isOn);
  await new OutboxStore(db).failDeliveries(webhook, { now: clock.wall(), isLast });
  const before = describeWebhook(webhook);
  await recordAccountAct(db, by, { action: "account.remove_webhook", accountId, before });
}
