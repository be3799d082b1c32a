/** Types that the dispatcher shares with its store and its routes. */
import type { WebhookSeal } from "../../values/webhook-envelope.ts";
import type { DeliveryOutcome, EventKind, SetAsideReason } from "./event.ts";

/** An account with due events, and its webhook endpoint. */
export interface DueAccount {
  readonly accountId: string;
  readonly endpoint: DueEndpoint | undefined;
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
  readonly kind: EventKind;
  readonly now: Temporal.Instant;
  readonly until: Temporal.Instant;
  /** How many events may be started per account. */
  readonly shares: ReadonlyMap<string, number>;
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
    | { readonly kind: "set_aside"; readonly why: SetAsideReason };
}
