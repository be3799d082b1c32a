/** One way out of the installation: which line an account is on, and how an event goes down that line. */
import type { WebhookSeal } from "../../values/webhooks/webhook-envelope.ts";
import type { ClaimedEvent, DueAccount } from "./delivery.ts";
import type { DeliveryOutcome, EventKind, SetAsideReason } from "./event.ts";

export interface DeliveryAnswer {
  readonly outcome: DeliveryOutcome;
  readonly status?: number | undefined;
  readonly failure?: string | undefined;
  /** As it came: it is masked before it is kept. */
  readonly answer?: string | undefined;
  /** How it was signed, where it was. */
  readonly seal?: WebhookSeal | undefined;
  readonly retryAfterMs?: number | undefined;
  /** Trying again would be of no use. */
  readonly isFinalBecause?: SetAsideReason | undefined;
}

export interface Route {
  readonly kind: EventKind;
  /** What deliveries are limited by. Undefined: there is nowhere to deliver to. */
  deliveryTarget(account: DueAccount): string | undefined;
  deliver(event: ClaimedEvent, account: DueAccount, at: Temporal.Instant): Promise<DeliveryAnswer>;
}
