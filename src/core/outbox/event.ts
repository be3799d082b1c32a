/** Events of the outbox, webhooks and email, and the attempts to deliver them. */
import type { Secret } from "../../values/secret.ts";
import type { WebhookSeal } from "../../values/webhooks/webhook-envelope.ts";
import type { TEST_EVENT, WebhookEvent } from "./webhook-events.ts";

export type EventKind = "webhook" | "mail";

export type EventState = "waiting" | "delivered" | "set_aside";

/** The account that mail of the installation itself is written under: no merchant has it. */
export const INSTALLATION = "0";

/** Why nobody tries any more. */
export type SetAsideReason =
  /** Three days have passed. */
  | "gave_up"
  /** The receiver said that nobody is there any more. */
  | "gone"
  /** The account has no endpoint, or it is disabled. */
  | "no_endpoint"
  /** The mail server will never take this letter. */
  | "refused"
  /** The account has chosen other events. */
  | "not_wanted";

export interface NewWebhook {
  readonly accountId: string;
  readonly event: WebhookEvent | typeof TEST_EVENT;
  readonly transactionId?: string | undefined;
  /** The response fields, in the order in which they are to be sent. */
  readonly transaction: Readonly<Record<string, unknown>>;
}

export interface NewMail {
  /** INSTALLATION if it belongs to no merchant. */
  readonly accountId: string;
  /** Such as "user.welcome". */
  readonly event: string;
  readonly transactionId?: string | undefined;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html?: string | undefined;
  /** Kept sealed, and put where text and html say {{link}}: one that sets a password, say. */
  readonly link?: Secret | undefined;
}

export interface OutboxEvent {
  /** Where it stands in the list of its account. */
  readonly position: string;
  readonly eventId: string;
  readonly kind: EventKind;
  readonly event: string;
  readonly transactionId: string | undefined;
  readonly state: EventState;
  readonly createdAt: Temporal.Instant;
  /** When it is tried next, while it waits. */
  readonly dueAt: Temporal.Instant;
  /** Since it was written or replayed. */
  readonly tries: number;
  readonly deliveredAt: Temporal.Instant | undefined;
  readonly setAsideAt: Temporal.Instant | undefined;
  readonly setAsideWhy: SetAsideReason | undefined;
}

export type DeliveryOutcome =
  | "skipped"
  | "delivered"
  | "refused"
  | "gone"
  | "retry_later"
  | "failed";

export interface DeliveryAttempt {
  readonly at: Temporal.Instant;
  readonly durationMs: number;
  readonly outcome: DeliveryOutcome;
  readonly status: number | undefined;
  readonly failure: string | undefined;
  /** The answer's first characters, masked. */
  readonly answer: string | undefined;
  /** How it was signed. Undefined of mail, and of what never got that far. */
  readonly seal: WebhookSeal | undefined;
}
