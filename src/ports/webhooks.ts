/**
 * A merchant's receiver as we wish it were: it takes an event and says what became of it. Trouble
 * of the network is an answer like any other; nothing here throws for it.
 */
import type { Secret } from "../values/secret.ts";
import type { WebhookSeal } from "../values/webhooks/webhook-envelope.ts";

export interface OutgoingWebhook {
  /** The same on every attempt, so that a receiver can tell a repetition. */
  readonly eventId: string;
  readonly accountId: string;
  readonly url: string;
  /** Each signs; the first also makes the hash in the body. */
  readonly secrets: readonly Secret[];
  /** Such as "transaction.approved". */
  readonly event: string;
  /** The response fields as JSON text, sent as they are. */
  readonly transaction: string;
  /** The time of this attempt. */
  readonly at: Temporal.Instant;
  /** Hears how it was signed, before it leaves. */
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

/** The first bytes of what came back, as they came: whoever keeps them masks them. */
interface Answered {
  readonly status: number;
  readonly answer: string;
}

export type WebhookAnswer =
  | (Answered & { readonly kind: "delivered" })
  /** Any other status, a redirect among them. */
  | (Answered & { readonly kind: "refused" })
  /** 410: nobody lives here any more. */
  | (Answered & { readonly kind: "gone" })
  /** Refused, with a wish for when to come back. */
  | (Answered & { readonly kind: "retry_later"; readonly afterMs: number })
  | { readonly kind: "failed"; readonly failure: WebhookFailure };

export interface WebhookSender {
  send(order: OutgoingWebhook): Promise<WebhookAnswer>;
}
