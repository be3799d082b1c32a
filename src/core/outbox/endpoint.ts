/** An account's webhook settings: which addresses are taken, and how its secret comes and goes. */
import { randomBytes } from "node:crypto";
import type { Clock } from "../../ports/clock.ts";
import type { KeyCustody, SealContext } from "../../ports/key-custody.ts";
import { Secret } from "../../values/secret.ts";
import {
  type WebhookTargetError,
  webhookTargetError,
} from "../../values/webhooks/webhook-target.ts";
import type { EndpointStore } from "./endpoint-store.ts";

export interface EndpointNeeds {
  readonly endpoints: EndpointStore;
  readonly custody: KeyCustody;
  readonly clock: Clock;
  readonly environment: "certification" | "production";
}

export type UrlError = "not_a_url" | "too_long" | "has_credentials" | WebhookTargetError;

export type SaveOutcome =
  /** The secret comes out this once, and only when it is new. */
  | { readonly kind: "saved"; readonly secret: Secret | undefined }
  | { readonly kind: "bad_url"; readonly error: UrlError };

export interface EndpointInput {
  readonly url: string;
  readonly isOn: boolean;
  /** The address that is stored already: it can be turned off, whatever it is. */
  readonly storedUrl?: string | undefined;
  /** Null: all; undefined: as they are. */
  readonly events?: readonly string[] | null | undefined;
}

const SECRET_BYTES = 32;
const URL_MAX = 2_000;
const OVERLAP = Temporal.Duration.from({ hours: 24 });

export async function saveEndpoint(
  { endpoints, custody, clock, environment }: EndpointNeeds,
  accountId: string,
  { url: text, isOn, events, storedUrl }: EndpointInput,
): Promise<SaveOutcome> {
  const url = readUrl(text);
  if (typeof url === "string") return { kind: "bad_url", error: url };
  const isTurnedOff = !isOn && text === storedUrl;
  const error = isTurnedOff ? undefined : targetError(url, environment);
  if (error !== undefined) return { kind: "bad_url", error };
  const secret = newSecret();
  const sealed = await custody.seal(secret, secretSeal(accountId));
  const settings = { accountId, url: url.href, origin: url.origin, isOn, events, at: clock.wall() };
  const isNew = await endpoints.upsertEndpoint(settings, sealed);
  return { kind: "saved", secret: isNew ? secret : undefined };
}

/** For a day both secrets sign, the new one first. Undefined: the account has no endpoint. */
export async function rotateSecret(
  { endpoints, custody, clock }: EndpointNeeds,
  accountId: string,
): Promise<Secret | undefined> {
  const secret = newSecret();
  const sealed = await custody.seal(secret, secretSeal(accountId));
  const at = clock.wall();
  const previousUntil = at.add(OVERLAP);
  const isThere = await endpoints.replaceSecret({ accountId, sealed, previousUntil, at });
  return isThere ? secret : undefined;
}

/** The same for the secret in use and the one before it: it moves from column to column. */
export function secretSeal(accountId: string): SealContext {
  return { place: "webhook_endpoints.secret", owner: accountId };
}

function newSecret(): Secret {
  return new Secret(`whsec_${randomBytes(SECRET_BYTES).toString("base64")}`);
}

/** Production takes no address that it would never call. Certification calls this machine, too. */
function targetError(
  url: URL,
  environment: EndpointNeeds["environment"],
): WebhookTargetError | undefined {
  if (environment === "production") return webhookTargetError(url);
  return url.protocol === "http:" || url.protocol === "https:" ? undefined : "not_https";
}

/** Where a name leads to is judged when it is called: it may change. */
function readUrl(text: string): URL | UrlError {
  if (text.length > URL_MAX) return "too_long";
  if (!URL.canParse(text)) return "not_a_url";
  const url = new URL(text);
  if (url.username !== "" || url.password !== "") return "has_credentials";
  url.hash = "";
  return url;
}
