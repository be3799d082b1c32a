/**
 * Sends webhooks to a merchant's endpoint. A network failure is one of the possible answers and does
 * not throw.
 */
import type { Secret } from "../values/secret.ts";
import type { WebhookSeal } from "../values/webhook-envelope.ts";

export interface OutgoingWebhook {
  /** The same on every attempt, so that a receiver can detect repetitions. */
  readonly eventId: string;
  readonly accountId: string;
  readonly url: string;
  /** Every secret signs. The first one is also used for the hash in the body. */
  readonly secrets: readonly Secret[];
  /** Such as "transaction.approved". */
  readonly event: string;
  /** The response fields as JSON text, sent as they are. */
  readonly transaction: string;
  /** The time of this attempt. */
  readonly at: Temporal.Instant;
  /** Called with the signature before the request is sent. */
  readonly onSealed?: (seal: WebhookSeal) => void;
}

export type WebhookFailure =
  | "bad_url"
  | "target_refused"
  | "not_resolved"
  | "not_connected"
  | "not_trusted"
  | "connection_lost"
  | "bad_answer"
  | "timed_out"
  | "stopped";

/** The start of the response body, unmasked. Mask it before it is stored. */
interface Answered {
  readonly status: number;
  readonly answer: string;
}

export type WebhookAnswer =
  | (Answered & { readonly kind: "delivered" })
  /** Any other status, including redirects. */
  | (Answered & { readonly kind: "refused" })
  /** 410 Gone: the endpoint wants no more webhooks. */
  | (Answered & { readonly kind: "gone" })
  /** Refused with a Retry-After header. */
  | (Answered & { readonly kind: "retry_later"; readonly afterMs: number })
  | { readonly kind: "failed"; readonly failure: WebhookFailure };

export interface WebhookSender {
  send(order: OutgoingWebhook): Promise<WebhookAnswer>;
}
