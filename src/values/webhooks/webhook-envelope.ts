/**
 * The body and headers of a webhook, according to the Standard Webhooks convention. The same parts
 * always make the same bytes. The signature is made elsewhere.
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

/** Built as text, because the transaction is already JSON and must keep the order of its fields. */
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
