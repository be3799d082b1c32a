/** Events of the outbox, webhooks and email, and the attempts to deliver them. */
import type { Secret } from "../../values/secret.ts";
import type { WebhookSeal } from "../../values/webhooks/webhook-envelope.ts";
import type { TEST_EVENT, WebhookEvent } from "./webhook-events.ts";

export type EventKind = "webhook" | "mail";

/** The kinds of rows. A "delivery" is a webhook that was assigned to one endpoint. */
export type OutboxKind = EventKind | "delivery";

export type EventState = "waiting" | "delivered" | "set_aside";

/** The account id of emails of the installation itself. No merchant has it. */
export const INSTALLATION = "0";

/** Why an event is not retried any more. */
export type FailureReason =
  /** It failed for three days. */
  | "gave_up"
  /** The endpoint answered 410 Gone. */
  | "gone"
  /** The endpoint was removed or is disabled, or the account has none. */
  | "no_endpoint"
  /** The mail server refused the email permanently. */
  | "refused"
  /** The endpoint did not subscribe to this event, or the login of the email was disabled or changed. */
  | "not_wanted";

export interface NewWebhook {
  readonly accountId: string;
  readonly event: WebhookEvent | typeof TEST_EVENT;
  readonly transactionId?: string | undefined;
  /** The number of the only endpoint that gets it. Undefined: every endpoint that wants it. */
  readonly endpoint?: number | undefined;
  /** The response fields, in order. */
  readonly transaction: Readonly<Record<string, unknown>>;
}

export interface MailPerson {
  readonly kind: "operator" | "contact" | "pos_user";
  readonly id: string;
}

export interface NewMail {
  /** INSTALLATION if it belongs to no merchant. */
  readonly accountId: string;
  /** For example "user.welcome". */
  readonly event: string;
  readonly transactionId?: string | undefined;
  readonly to: string;
  /** The login that it is for. It is not sent if the login was disabled or its address changed. */
  readonly person?: MailPerson | undefined;
  readonly subject: string;
  readonly text: string;
  readonly html?: string | undefined;
  /** Stored sealed. Replaces {{link}} in text and html, for example with a link to set a password. */
  readonly link?: Secret | undefined;
}

export interface OutboxEvent {
  /** Its position in the list of the account. */
  readonly position: string;
  /** The id of this delivery. */
  readonly eventId: string;
  /** The event as receivers know it: the same at every endpoint. */
  readonly webhookId: string;
  /** The number of the endpoint that gets it. */
  readonly endpoint: number;
  readonly kind: EventKind;
  readonly event: string;
  readonly transactionId: string | undefined;
  readonly state: EventState;
  readonly createdAt: Temporal.Instant;
  /** The time of the next attempt, while it waits. */
  readonly dueAt: Temporal.Instant;
  /** Attempts since it was written or replayed. */
  readonly tries: number;
  readonly deliveredAt: Temporal.Instant | undefined;
  readonly failedAt: Temporal.Instant | undefined;
  readonly failureReason: FailureReason | undefined;
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
  /** The start of the response, masked. */
  readonly answer: string | undefined;
  /** The signature. Undefined for emails, and if the attempt failed before signing. */
  readonly seal: WebhookSeal | undefined;
}
