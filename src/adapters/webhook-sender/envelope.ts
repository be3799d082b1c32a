/**
 * Signs a webhook as described by Standard Webhooks. The id is the same on every attempt; the time, the
 * hash and the signature are not.
 */
import { createHash, createHmac } from "node:crypto";
import type { OutgoingWebhook } from "../../ports/webhooks.ts";
import type { Secret } from "../../values/secret.ts";
import {
  type WebhookSeal,
  webhookBody,
  webhookHeaders,
  webhookTimestamp,
} from "../../values/webhook-envelope.ts";

const SECRET_PREFIX = /^whsec_/;

export interface Envelope {
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly seal: WebhookSeal;
}

export function signWebhook(order: OutgoingWebhook): Envelope {
  const timestamp = webhookTimestamp(order);
  const hash = hashOf(order, timestamp);
  const body = webhookBody(order, hash);
  const signed = `${order.eventId}.${timestamp}.${body}`;
  const signature = order.secrets.map((secret) => signatureOf(secret, signed)).join(" ");
  return { body, headers: webhookHeaders(order, signature), seal: { signature, hash } };
}

function hashOf({ accountId, secrets }: OutgoingWebhook, timestamp: string): string {
  const [secret] = secrets;
  if (secret === undefined) throw new RangeError("A webhook cannot be signed without a secret.");
  const hash = createHash("sha256").update(`${accountId},${secret.reveal()},${timestamp}`);
  return hash.digest("hex");
}

function signatureOf(secret: Secret, signed: string): string {
  const key = Buffer.from(secret.reveal().replace(SECRET_PREFIX, ""), "base64");
  return `v1,${createHmac("sha256", key).update(signed).digest("base64")}`;
}
