/** Types that the dispatcher shares with its store and its routes. */
import type { WebhookSeal } from "../../values/webhooks/webhook-envelope.ts";
import type { DeliveryOutcome, FailureReason, OutboxKind } from "./event.ts";

/** Who gets due events: an account, at one of its endpoints. */
export interface DueReceiver {
  readonly accountId: string;
  /** The number of the endpoint. The first one for emails. */
  readonly number: number;
  /** Undefined: it was removed or is disabled, or these are emails. */
  readonly endpoint: DueEndpoint | undefined;
  /** The account has other endpoints, so its events are assigned to endpoints first. */
  readonly needsAssigning: boolean;
}

export interface DuePage {
  readonly receivers: readonly DueReceiver[];
  /** The last account of a full page. Undefined: there are no more. */
  readonly last: string | undefined;
}

export interface DueEndpoint {
  readonly url: string;
  readonly origin: string;
  readonly secretSealed: Uint8Array;
  readonly previousSealed: Uint8Array | undefined;
  /** The subscribed events. Undefined: all. */
  readonly events: readonly string[] | undefined;
}

export interface ClaimedEvent {
  readonly accountId: string;
  readonly id: string;
  /** The number of the endpoint that gets it. */
  readonly endpoint: number;
  /** As the receiver knows it: the same at every endpoint. */
  readonly eventId: string;
  readonly event: string;
  readonly payload: string;
  readonly sealed: Uint8Array | undefined;
  readonly tries: number;
  readonly dueAt: Temporal.Instant;
  readonly retryUntil: Temporal.Instant | undefined;
}

export interface EventClaim {
  readonly worker: string;
  readonly kind: OutboxKind;
  readonly now: Temporal.Instant;
  readonly until: Temporal.Instant;
  readonly shares: readonly ReceiverShare[];
}

/** How many events of a receiver may be started. */
export interface ReceiverShare {
  readonly accountId: string;
  readonly number: number;
  readonly most: number;
}

export interface ClaimedEvents {
  readonly events: readonly ClaimedEvent[];
  /** How many events were postponed behind an earlier one of their transaction. */
  readonly putOff: number;
}

/** The result of one delivery attempt. */
export interface DeliveryResult {
  readonly accountId: string;
  readonly id: string;
  readonly attemptedAt: Temporal.Instant;
  readonly durationMs: number;
  readonly outcome: DeliveryOutcome;
  readonly status: number | undefined;
  readonly failure: string | undefined;
  readonly answer: string | undefined;
  readonly seal?: WebhookSeal | undefined;
  readonly next:
    | { readonly kind: "delivered" }
    | { readonly kind: "again"; readonly at: Temporal.Instant; readonly until: Temporal.Instant }
    | { readonly kind: "set_aside"; readonly why: FailureReason };
}
