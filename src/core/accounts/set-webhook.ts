/** Sets the webhook endpoints of an account and rotates their secrets. The outbox has the rules of both. */
import type { Database } from "../../db/database.ts";
import type { Secret } from "../../values/secret.ts";
import { rotateSecret, type SaveOutcome, saveEndpoint } from "../outbox/endpoint.ts";
import {
  type EndpointKey,
  EndpointStore,
  FIRST_ENDPOINT,
  type WebhookEndpoint,
} from "../outbox/endpoint-store.ts";
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

/** The account has no endpoint with this number, or no URL was given for a new one. */
export interface NoWebhook {
  readonly kind: "no_webhook";
}

export type WebhookOutcome =
  | {
      readonly kind: "saved";
      /** The number of the endpoint. */
      readonly number: number;
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
  /** The number of the endpoint. Undefined: the first one. */
  readonly endpoint?: number | undefined;
}

export type SecretAct = Pick<WebhookAct, "by" | "endpoint">;

/** Creates the first endpoint if the account has none. Further ones are created by addWebhook. */
export async function setWebhook(
  needs: AccountNeeds,
  id: string,
  act: WebhookAct,
): Promise<WebhookOutcome> {
  return actOnAccount(needs, id, async (db, { id: accountId }): Promise<WebhookOutcome> => {
    const key = { accountId, number: act.endpoint ?? FIRST_ENDPOINT };
    const isNew = (await new EndpointStore(db).findEndpoint(key)) === undefined;
    if (isNew && key.number !== FIRST_ENDPOINT) return { kind: "no_webhook" };
    return changeWebhook({ ...needs, db }, key, act);
  });
}

/** Does not create an endpoint. */
export async function changeExistingWebhook(
  needs: AccountNeeds,
  id: string,
  act: WebhookAct & { readonly endpoint: number },
): Promise<WebhookOutcome> {
  return actOnAccount(needs, id, async (db, { id: accountId }): Promise<WebhookOutcome> => {
    const key = { accountId, number: act.endpoint };
    const endpoint = await new EndpointStore(db).findEndpoint(key);
    return endpoint === undefined
      ? { kind: "no_webhook" }
      : changeWebhook({ ...needs, db }, key, act);
  });
}

/** The same inside a transaction that has locked the account. Also creates further endpoints. */
export async function changeWebhook(
  needs: Omit<AccountNeeds, "db"> & { readonly db: Database },
  key: EndpointKey,
  { wish, by }: Pick<WebhookAct, "wish" | "by">,
): Promise<Exclude<WebhookOutcome, NotFound>> {
  const { db } = needs;
  const endpoints = new EndpointStore(db);
  const before = await endpoints.findEndpoint(key);
  const url = wish.url ?? before?.url;
  if (url === undefined) return { kind: "no_webhook" };
  const isOn = wish.isOn ?? before?.isOn ?? true;
  const outcome = await saveEndpoint({ ...needs, endpoints }, key, {
    url,
    isOn,
    storedUrl: before?.url,
    events: normalizeEvents(wish.events),
    firstSecret: wish.firstSecret,
  });
  if (outcome.kind === "bad_url") return outcome;
  const after = await endpoints.findEndpoint(key);
  await recordAccountAct(db, by, {
    action: "account.set_webhook",
    accountId: key.accountId,
    before: before && describeWebhook(before),
    after: after && describeWebhook(after),
  });
  return { ...outcome, number: key.number, url: after?.url ?? url, isOn };
}

export type WebhookSecretOutcome =
  | { readonly kind: "rotated"; readonly secret: Secret }
  | NoWebhook
  | NotFound;

/** For one day, webhooks are signed with both secrets. */
export async function rotateWebhookSecret(
  needs: AccountNeeds,
  id: string,
  { by, endpoint = FIRST_ENDPOINT }: SecretAct,
): Promise<WebhookSecretOutcome> {
  return actOnAccount(needs, id, async (db, { id: accountId }): Promise<WebhookSecretOutcome> => {
    const key = { accountId, number: endpoint };
    const secret = await rotateSecret({ ...needs, endpoints: new EndpointStore(db) }, key);
    if (secret === undefined) return { kind: "no_webhook" };
    const after = endpoint === FIRST_ENDPOINT ? undefined : { endpoint };
    await recordAccountAct(db, by, { action: "account.rotate_webhook_secret", accountId, after });
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

/** For the audit log. */
export function describeWebhook({ number, url, isOn, events }: WebhookEndpoint): object {
  const endpoint = number === FIRST_ENDPOINT ? {} : { endpoint: number };
  return { ...endpoint, url, isOn, ...(events && { events }) };
}
