/**
 * What goes over the wire: the body of a webhook and the headers that sign it, after the Standard
 * Webhooks convention. The id stays the same on every attempt; time, hash and signature do not.
 */
import { createHash, createHmac } from "node:crypto";
import type { WebhookOrder } from "../../ports/webhooks.ts";
import type { Secret } from "../../values/secret.ts";

const SECRET_PREFIX = /^whsec_/;

export interface Envelope {
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
}

export function envelopeOf(order: WebhookOrder): Envelope {
  const timestamp = String(Math.floor(order.at.epochMilliseconds / 1000));
  const body = bodyOf(order, timestamp);
  const signed = `${order.eventId}.${timestamp}.${body}`;
  return {
    body,
    headers: {
      "content-type": "application/json",
      "user-agent": "Sixdoors-Webhooks/1",
      "webhook-id": order.eventId,
      "webhook-timestamp": timestamp,
      "webhook-signature": order.secrets.map((secret) => signature(secret, signed)).join(" "),
    },
  };
}

/** Put together as text: the transaction is JSON already and keeps the order of its fields. */
function bodyOf({ accountId, secrets, event, transaction }: WebhookOrder, timestamp: string) {
  const [secret] = secrets;
  if (secret === undefined) throw new RangeError("a webhook needs a secret");
  const hash = createHash("sha256").update(`${accountId},${secret.reveal()},${timestamp}`);
  return (
    `{"account_id":${JSON.stringify(accountId)},"timestamp":${timestamp},` +
    `"hash":"${hash.digest("hex")}","event":${JSON.stringify(event)},"transaction":${transaction}}`
  );
}

function signature(secret: Secret, signed: string): string {
  const key = Buffer.from(secret.reveal().replace(SECRET_PREFIX, ""), "base64");
  return `v1,${createHmac("sha256", key).update(signed).digest("base64")}`;
}
