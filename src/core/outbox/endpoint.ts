/** Saves a webhook endpoint of an account, and rotates its signing secret. */
import { randomBytes } from "node:crypto";
import type { Clock } from "../../ports/clock.ts";
import type { KeyCustody, SealContext } from "../../ports/key-custody.ts";
import { Secret } from "../../values/secret.ts";
import {
  type WebhookTargetError,
  webhookTargetError,
} from "../../values/webhooks/webhook-target.ts";
import { type EndpointKey, type EndpointStore, FIRST_ENDPOINT } from "./endpoint-store.ts";
import { TEST_EVENT } from "./webhook-events.ts";

export interface EndpointNeeds {
  readonly endpoints: EndpointStore;
  readonly custody: KeyCustody;
  readonly clock: Clock;
  readonly environment: "certification" | "production";
}

export type UrlError = "not_a_url" | "too_long" | "has_credentials" | WebhookTargetError;

export type SaveOutcome =
  /** The secret is returned only once, when it is new. */
  | { readonly kind: "saved"; readonly secret: Secret | undefined }
  | { readonly kind: "bad_url"; readonly error: UrlError };

export interface EndpointInput {
  readonly url: string;
  readonly isOn: boolean;
  /** The stored address. It can be disabled even if it is not allowed any more. */
  readonly storedUrl?: string | undefined;
  /** Null: all. Undefined: unchanged. */
  readonly events?: readonly string[] | null | undefined;
  /** The secret of a new endpoint. Undefined: a random one. An existing endpoint keeps its own. */
  readonly firstSecret?: Secret | undefined;
}

const SECRET_BYTES = 32;
export const URL_MAX = 2_000;
const OVERLAP = Temporal.Duration.from({ hours: 24 });

export async function saveEndpoint(
  { endpoints, custody, clock, environment }: EndpointNeeds,
  key: EndpointKey,
  { url: text, isOn, events, storedUrl, firstSecret }: EndpointInput,
): Promise<SaveOutcome> {
  const url = readUrl(text);
  if (typeof url === "string") return { kind: "bad_url", error: url };
  const isTurnedOff = !isOn && text === storedUrl;
  const error = isTurnedOff ? undefined : targetError(url, environment);
  if (error !== undefined) return { kind: "bad_url", error };
  const secret = firstSecret ?? randomSecret();
  const sealed = await custody.seal(secret, secretSeal(key));
  const { href, origin } = url;
  const settings = { ...key, url: href, origin, isOn, events, at: clock.wall() };
  const isNew = await endpoints.upsertEndpoint(settings, sealed);
  return { kind: "saved", secret: isNew ? secret : undefined };
}

/** Both secrets sign for a day, the new one first. Returns undefined if there is no such endpoint. */
export async function rotateSecret(
  { endpoints, custody, clock }: EndpointNeeds,
  key: EndpointKey,
): Promise<Secret | undefined> {
  const secret = randomSecret();
  const sealed = await custody.seal(secret, secretSeal(key));
  const at = clock.wall();
  const previousUntil = at.add(OVERLAP);
  const isThere = await endpoints.replaceSecret({ ...key, sealed, previousUntil, at });
  return isThere ? secret : undefined;
}

/** The same for the current and the previous secret, because a secret moves between their columns. */
export function secretSeal({ accountId, number }: EndpointKey): SealContext {
  const owner = number === FIRST_ENDPOINT ? accountId : `${accountId}/${number}`;
  return { place: "webhook_endpoints.secret", owner };
}

/** The secret that signs now. Undefined if there is no such endpoint. */
export async function openEndpointSecret(
  { endpoints, custody }: Pick<EndpointNeeds, "endpoints" | "custody">,
  key: EndpointKey,
): Promise<Secret | undefined> {
  const sealed = await endpoints.findSealedSecret(key);
  return sealed && custody.open(sealed, secretSeal(key));
}

/** An endpoint without a choice of events gets all of them. Test events are never chosen. */
export function isWantedEvent(
  { events }: { readonly events: readonly string[] | undefined },
  event: string,
): boolean {
  return events === undefined || event === TEST_EVENT || events.includes(event);
}

function randomSecret(): Secret {
  return webhookSecret(randomBytes(SECRET_BYTES));
}

export function webhookSecret(key: Uint8Array): Secret {
  return new Secret(`whsec_${Buffer.from(key).toString("base64")}`);
}

/** Production refuses addresses that it would never call. Certification also allows local addresses. */
function targetError(
  url: URL,
  environment: EndpointNeeds["environment"],
): WebhookTargetError | undefined {
  if (environment === "production") return webhookTargetError(url);
  return url.protocol === "http:" || url.protocol === "https:" ? undefined : "not_https";
}

/** The IP address of a host name is checked when it is called, because it may change. */
function readUrl(text: string): URL | UrlError {
  if (text.length > URL_MAX) return "too_long";
  if (!URL.canParse(text)) return "not_a_url";
  const url = new URL(text);
  if (url.username !== "" || url.password !== "") return "has_credentials";
  url.hash = "";
  return url;
}
