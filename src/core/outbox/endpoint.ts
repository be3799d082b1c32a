/** An account's webhook settings: which addresses are taken, and how its secret comes and goes. */
import { randomBytes } from "node:crypto";
import type { Clock } from "../../ports/clock.ts";
import type { KeyCustody, SealContext } from "../../ports/key-custody.ts";
import { Secret } from "../../values/secret.ts";
import type { EndpointStore } from "./endpoint-store.ts";

export interface EndpointNeeds {
  readonly endpoints: EndpointStore;
  readonly custody: KeyCustody;
  readonly clock: Clock;
  readonly environment: "certification" | "production";
}

export type UrlFault = "not_a_url" | "too_long" | "not_https" | "has_credentials";

export type SaveOutcome =
  /** The secret comes out this once, and only when it is new. */
  | { readonly kind: "saved"; readonly secret: Secret | undefined }
  | { readonly kind: "bad_url"; readonly fault: UrlFault };

export interface EndpointWish {
  readonly url: string;
  readonly isOn: boolean;
  /** Null: all; undefined: as they are. */
  readonly events?: readonly string[] | null | undefined;
}

const SECRET_BYTES = 32;
const URL_MAX = 2_000;
const OVERLAP = Temporal.Duration.from({ hours: 24 });

export async function saveEndpoint(
  { endpoints, custody, clock, environment }: EndpointNeeds,
  accountId: string,
  { url: text, isOn, events }: EndpointWish,
): Promise<SaveOutcome> {
  const url = readUrl(text, environment);
  if (typeof url === "string") return { kind: "bad_url", fault: url };
  const secret = newSecret();
  const sealed = await custody.seal(secret, secretSeal(accountId));
  const settings = { accountId, url: url.href, origin: url.origin, isOn, events, at: clock.wall() };
  const isNew = await endpoints.save(settings, sealed);
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

/** Where it leads to is judged when it is called: names change their minds. */
function readUrl(text: string, environment: EndpointNeeds["environment"]): URL | UrlFault {
  if (text.length > URL_MAX) return "too_long";
  if (!URL.canParse(text)) return "not_a_url";
  const url = new URL(text);
  const isHttp = url.protocol === "http:" && environment === "certification";
  if (url.protocol !== "https:" && !isHttp) return "not_https";
  if (url.username !== "" || url.password !== "") return "has_credentials";
  url.hash = "";
  return url;
}
