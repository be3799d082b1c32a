/**
 * Points the first webhook of an account to `sixdoors listen` for a while, and puts it back. The URL of a
 * listener contains what was there before, so that after a killed one, the next one can put it back.
 */
import { Secret } from "../../values/secret.ts";
import { openEndpointSecret, webhookSecret } from "../outbox/endpoint.ts";
import { EndpointStore, firstEndpoint, type WebhookEndpoint } from "../outbox/endpoint-store.ts";
import { WEBHOOK_EVENTS, type WebhookEvent } from "../outbox/webhook-events.ts";
import { readAccountId } from "./account-record.ts";
import { type AccountNeeds, type ActingParty, actOnAccount } from "./act-on-account.ts";
import { changeWebhook, type WebhookOutcome } from "./set-webhook.ts";
import { showAccount } from "./show-account.ts";
import { deleteWebhook } from "./webhook-endpoints.ts";

export const LISTEN_PATH = "/sixdoors-listen";

export interface ListenerWish {
  /** On 127.0.0.1. */
  readonly port: number;
  /** Null: all events. */
  readonly events: readonly WebhookEvent[] | null;
  /** Replaces a URL of the merchant's own. */
  readonly takesOver: boolean;
  /** Whether a listener still answers at its URL. */
  readonly isAlive: (url: string) => Promise<boolean>;
}

export type ListenOutcome =
  | {
      readonly kind: "listening";
      readonly accountId: string;
      readonly url: string;
      readonly secret: Secret;
      /** What is put back at the end. Undefined: the account had no webhook. */
      readonly former: FormerWebhook | undefined;
    }
  | { readonly kind: "own_url"; readonly url: string }
  | { readonly kind: "other_listener" }
  | Extract<WebhookOutcome, { readonly kind: "bad_url" | "not_found" }>;

export interface FormerWebhook {
  readonly url: string;
  readonly isOn: boolean;
  readonly events: readonly WebhookEvent[] | null;
}

export async function beginListening(
  needs: AccountNeeds,
  id: string,
  { wish, by }: { readonly wish: ListenerWish; readonly by: ActingParty },
): Promise<ListenOutcome> {
  const accountId = readAccountId(id) ?? "";
  const found = await showAccount(needs, accountId);
  if (found === undefined) return { kind: "not_found" };
  const { webhook } = found;
  const isListener = webhook !== undefined && isListenerUrl(webhook.url);
  if (webhook !== undefined && !isListener && !wish.takesOver) {
    return { kind: "own_url", url: webhook.url };
  }
  if (isListener && (await wish.isAlive(webhook.url))) return { kind: "other_listener" };
  const former = webhook && (isListener ? readFormer(webhook.url) : describeFormer(webhook));
  const url = listenerUrl(wish.port, former);
  return actOnAccount(needs, accountId, async (db) => {
    const key = firstEndpoint(accountId);
    const act = { wish: { ...listenerWebhook(needs, accountId), url, events: wish.events }, by };
    const saved = await changeWebhook({ ...needs, db }, key, act);
    if (saved.kind === "no_webhook") throw new Error("The listener has no URL.");
    if (saved.kind !== "saved") return saved;
    const endpoints = new EndpointStore(db);
    const secret = await openEndpointSecret({ ...needs, endpoints }, key);
    if (secret === undefined) throw new Error("The webhook was not found after it was saved.");
    return { kind: "listening", accountId, url: saved.url, secret, former };
  });
}

/** Returns false if somebody else has changed the URL in the meantime. Then it stays. */
export async function endListening(
  needs: AccountNeeds,
  id: string,
  { url, by }: { readonly url: string; readonly by: ActingParty },
): Promise<boolean> {
  const outcome = await actOnAccount(needs, id, async (db, account) => {
    const key = firstEndpoint(account.id);
    const webhook = await new EndpointStore(db).findEndpoint(key);
    if (webhook?.url !== url) return false;
    const former = readFormer(url);
    if (former === undefined) await deleteWebhook({ ...needs, db }, webhook, by);
    else await changeWebhook({ ...needs, db }, key, { wish: former, by });
    return true;
  });
  return outcome === true;
}

/** The same secret at every start, so that it can stay in the receiver's settings. */
function listenerWebhook({ custody }: AccountNeeds, accountId: string) {
  const key = custody.fingerprint("webhook_endpoints.listener", new Secret(accountId));
  return { isOn: true, firstSecret: webhookSecret(key) };
}

function isListenerUrl(text: string): boolean {
  const { hostname, pathname } = new URL(text);
  return hostname === "127.0.0.1" && pathname === LISTEN_PATH;
}

function listenerUrl(port: number, former: FormerWebhook | undefined): string {
  const url = new URL(`http://127.0.0.1:${port}${LISTEN_PATH}`);
  if (former === undefined) return url.href;
  url.searchParams.set("former", former.url);
  if (!former.isOn) url.searchParams.set("former_off", "1");
  if (former.events !== null) url.searchParams.set("former_events", former.events.join(","));
  return url.href;
}

function readFormer(text: string): FormerWebhook | undefined {
  const { searchParams: stored } = new URL(text);
  const url = stored.get("former");
  if (url === null) return undefined;
  const names = stored.get("former_events")?.split(",");
  return { url, isOn: !stored.has("former_off"), events: knownEvents(names) };
}

function describeFormer({ url, isOn, events }: WebhookEndpoint): FormerWebhook {
  return { url, isOn, events: knownEvents(events) };
}

function knownEvents(names: readonly string[] | undefined): readonly WebhookEvent[] | null {
  return names === undefined ? null : WEBHOOK_EVENTS.filter((event) => names.includes(event));
}
