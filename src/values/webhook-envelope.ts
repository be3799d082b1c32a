/**
 * A webhook on the wire, after the Standard Webhooks convention: its body and its headers, of parts
 * that are signed elsewhere. The same parts make the same bytes. Pure.
 */

/** How an attempt was signed. */
export interface WebhookSeal {
  readonly signature: string;
  readonly hash: string;
}

export interface WebhookParts {
  readonly eventId: string;
  readonly accountId: string;
  readonly event: string;
  /** The response fields as JSON text, sent as they are. */
  readonly transaction: string;
  readonly at: Temporal.Instant;
}

export function webhookTimestamp({ at }: Pick<WebhookParts, "at">): string {
  return String(Math.floor(at.epochMilliseconds / 1000));
}

/** Put together as text: the transaction is JSON already and keeps the order of its fields. */
export function webhookBody(parts: WebhookParts, hash: string): string {
  const { accountId, event, transaction } = parts;
  return (
    `{"account_id":${JSON.stringify(accountId)},"timestamp":${webhookTimestamp(parts)},` +
    `"hash":"${hash}","event":${JSON.stringify(event)},"transaction":${transaction}}`
  );
}

export function webhookHeaders(parts: WebhookParts, signature: string): Record<string, string> {
  return {
    "content-type": "application/json",
    "user-agent": "Sixdoors-Webhooks/1",
    "webhook-id": parts.eventId,
    "webhook-timestamp": webhookTimestamp(parts),
    "webhook-signature": signature,
  };
}
