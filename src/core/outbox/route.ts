/** One way to deliver events, webhooks or email: the target of an account, and a delivery. */
import type { WebhookSeal } from "../../values/webhook-envelope.ts";
import type { ClaimedEvent, DueAccount } from "./delivery.ts";
import type { DeliveryOutcome, EventKind, SetAsideReason } from "./event.ts";

export interface DeliveryAnswer {
  readonly outcome: DeliveryOutcome;
  readonly status?: number | undefined;
  readonly failure?: string | undefined;
  /** Unmasked. It is masked before it is stored. */
  readonly answer?: string | undefined;
  /** The signature of a webhook. */
  readonly seal?: WebhookSeal | undefined;
  readonly retryAfterMs?: number | undefined;
  /** Set if a retry would not help. */
  readonly isFinalBecause?: SetAsideReason | undefined;
}

export interface Route {
  readonly kind: EventKind;
  /** The name that limits apply to, such as the origin of an endpoint. Undefined: there is no endpoint. */
  deliveryTarget(account: DueAccount): string | undefined;
  deliver(event: ClaimedEvent, account: DueAccount, at: Temporal.Instant): Promise<DeliveryAnswer>;
}
