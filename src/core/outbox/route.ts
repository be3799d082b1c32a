/** One way to deliver events, webhooks or email: the target of a receiver, and a delivery. */
import type { WebhookSeal } from "../../values/webhooks/webhook-envelope.ts";
import type { ClaimedEvent, DueReceiver } from "./delivery.ts";
import type { DeliveryOutcome, FailureReason, OutboxKind } from "./event.ts";

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
  readonly isFinalBecause?: FailureReason | undefined;
}

export interface Route {
  /** In this order. */
  readonly kinds: readonly OutboxKind[];
  /** The name that limits apply to, such as the origin of an endpoint. Undefined: there is no endpoint. */
  deliveryTarget(receiver: DueReceiver): string | undefined;
  deliver(
    event: ClaimedEvent,
    receiver: DueReceiver,
    at: Temporal.Instant,
  ): Promise<DeliveryAnswer>;
  /** Assigns due events of an account to its endpoints. Returns their number. */
  assignEvents?(accountId: string, now: Temporal.Instant): Promise<number>;
}
