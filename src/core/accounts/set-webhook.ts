/** Sets the webhook of an account and rotates its secret. The outbox has the rules of both. */
import type { Database } from "../../db/database.ts";
import type { Secret } from "../../values/secret.ts";
import { rotateSecret, type SaveOutcome, saveEndpoint } from "../outbox/endpoint.ts";
import { EndpointStore, type WebhookEndpoint } from "../outbox/endpoint-store.ts";
import { WEBHOOK_EVENTS, type WebhookEvent } from "../outbox/webhook-events.ts";
import type { NotFound } from "./account-record.ts";
import {
  type AccountNeeds,
  type ActingParty,
  actOnAccount,
  recordAccountAct,
} from "./act-on-account.ts";

/** An absent value stays unchanged. A new webhook is enabled. */
export interface WebhookChange {
  readonly url?: string | undefined;
  readonly isOn?: boolean | undefined;
  /** Null: all events. */
  readonly events?: readonly WebhookEvent[] | null | undefined;
  /** Only for a new webhook. Undefined: a random secret. */
  readonly firstSecret?: Secret | undefined;
}

/** The account has no webhook URL yet. */
interface NoWebhook {
  readonly kind: "no_webhook";
}

export type WebhookOutcome =
  | {
      readonly kind: "saved";
      readonly url: string;
      readonly isOn: boolean;
      /** Shown once, and only for a new webhook. */
      readonly secret: Secret | undefined;
    }
  | Extract<SaveOutcome, { readonly kind: "bad_url" }>
  | NoWebhook
  | NotFound;

export interface WebhookAct {
  readonly wish: WebhookChange;
  readonly by: ActingParty;
}

export async function setWebhook(
  needs: AccountNeeds,
  id: string,
  act: WebhookAct,
): Promise<WebhookOutcome> {
  return actOnAccount(needs, id, (db, account) => changeWebhook({ ...needs, db }, account.id, act));
}

/** The same inside a transaction that has locked the account. */
export async function changeWebhook(
  needs: Omit<AccountNeeds, "db"> & { readonly db: Database },
  accountId: string,
  { wish, by }: WebhookAct,
): Promise<WebhookOutcome> {
  const { db } = needs;
  const endpoints = new EndpointStore(db);
  const before = await endpoints.findEndpoint(accountId);
  const url = wish.url ?? before?.url;
  if (url === undefined) return { kind: "no_webhook" };
  const isOn = wish.isOn ?? before?.isOn ?? true;
  const outcome = await saveEndpoint({ ...needs, endpoints }, accountId, {
    url,
    isOn,
    storedUrl: before?.url,
    events: normalizeEvents(wish.events),
    firstSecret: wish.firstSecret,
  });
  if (outcome.kind === "bad_url") return outcome;
  const after = await endpoints.findEndpoint(accountId);
  await recordAccountAct(db, by, {
    action: "account.set_webhook",
    accountId,
    before: before && describeWebhook(before),
    after: after && describeWebhook(after),
  });
  return { ...outcome, url: after?.url ?? url, isOn };
}

/** Removes the webhook and its secret, inside a transaction that has locked the account. */
export async function removeWebhook(
  db: Database,
  webhook: WebhookEndpoint,
  by: ActingParty,
): Promise<void> {
  const { accountId } = webhook;
  await new EndpointStore(db).removeEndpoint(accountId);
  const before = describeWebhook(webhook);
  await recordAccountAct(db, by, { action: "account.remove_webhook", accountId, before });
}

export type WebhookSecretOutcome =
  | { readonly kind: "rotated"; readonly secret: Secret }
  | NoWebhook
  | NotFound;

/** For one day, webhooks are signed with both secrets. */
export async function rotateWebhookSecret(
  needs: AccountNeeds,
  id: string,
  by: ActingParty,
): Promise<WebhookSecretOutcome> {
  return actOnAccount(needs, id, async (db, { id: accountId }): Promise<WebhookSecretOutcome> => {
    const secret = await rotateSecret({ ...needs, endpoints: new EndpointStore(db) }, accountId);
    if (secret === undefined) return { kind: "no_webhook" };
    await recordAccountAct(db, by, { action: "account.rotate_webhook_secret", accountId });
    return { kind: "rotated", secret };
  });
}

/** Returns the events in the order of the list, or null if all are chosen. */
function normalizeEvents(
  events: WebhookChange["events"],
): readonly WebhookEvent[] | null | undefined {
  if (events === undefined || events === null) return events;
  const known = WEBHOOK_EVENTS.filter((event) => events.includes(event));
  return known.length === WEBHOOK_EVENTS.length ? null : known;
}

function describeWebhook({ url, isOn, events }: WebhookEndpoint): object {
  return { url, isOn, ...(events && { events }) };
}
