/**
 * Every webhook event, in the order of a payment's life. The OpenAPI document, the console's lists
 * and labels and docs/interfaces/webhooks.md follow this table. docs/extending.md says how to add one.
 * The console leaves out "transaction.", with which every name starts.
 */

/** The part of the core that sends an event. */
export type WebhookEmitter = "payments" | "ach";

interface WebhookEventRow {
  /** One or two sentences, in Markdown: for the OpenAPI document and the documentation. */
  readonly sentWhen: string;
  readonly sentBy: readonly WebhookEmitter[];
}

const EVENT_TABLE = {
  "transaction.approved": {
    sentWhen: "A request of any type was approved. A STORE has no `transaction_approved`.",
    sentBy: ["payments"],
  },
  "transaction.declined": {
    sentWhen: "A request was declined.",
    sentBy: ["payments"],
  },
  "transaction.failed": {
    sentWhen:
      "A request was refused, could not be sent to the card host, or its outcome is not known yet.",
    sentBy: ["payments"],
  },
  "transaction.reconciled": {
    sentWhen: "The outcome of a request that was answered with 50000 is known.",
    sentBy: ["payments"],
  },
  "transaction.settled": {
    sentWhen:
      "A batch includes the card transaction: the fields of its last answer except `balance`, with `batch_id`. For ACH, nobody returned the entry in time: authorization_message `SETTLED\\FUNDED`, with `action_date`.",
    sentBy: ["payments", "ach"],
  },
  "transaction.reversed": {
    sentWhen:
      "An authorization expired and was reversed. The event has the authorization's id and transaction_type REVERSAL; `transaction_approved` is true because the reversal succeeded.",
    sentBy: ["payments"],
  },
  "transaction.returned": {
    sentWhen:
      "A bank returned an ACH entry: not approved, `DECLINED\\RETURNED`, with `action_date` and `ach_return_code`, and with `ach_retry_date` if it is presented again. If operators reversed it, `ach_reversed` is true and there is no code.",
    sentBy: ["ach"],
  },
  "transaction.rejected": {
    sentWhen:
      "An ACH entry was rejected: not approved, `DECLINED\\ERRORS`, with `action_date`, and with `ach_return_code` if the ACH operator rejected it.",
    sentBy: ["ach"],
  },
  "transaction.changed": {
    sentWhen:
      "A bank reported changed bank details: `noc_data`, with `action_date`, and `account_updated`: whether later entries use them.",
    sentBy: ["ach"],
  },
} as const satisfies Readonly<Record<`transaction.${string}`, WebhookEventRow>>;

export type WebhookEvent = keyof typeof EVENT_TABLE;

export const WEBHOOK_EVENT_TABLE: Readonly<Record<WebhookEvent, WebhookEventRow>> = EVENT_TABLE;
export const WEBHOOK_EVENTS = Object.keys(EVENT_TABLE) as readonly WebhookEvent[];

/** Sent only on request in the console, even if the account did not subscribe to it. */
export const TEST_EVENT = "webhook.test";

/** The events whose row names this emitter. */
export type EventSentBy<Emitter extends WebhookEmitter> = {
  [Name in WebhookEvent]: Emitter extends (typeof EVENT_TABLE)[Name]["sentBy"][number]
    ? Name
    : never;
}[WebhookEvent];

/** Nothing, or a member that no map has, so that the compiler's error names the event. */
type NoEventForgotten<Emitter extends WebhookEmitter, Sent> = [
  Exclude<EventSentBy<Emitter>, Sent>,
] extends [never]
  ? unknown
  : { readonly eventsThatNobodySends: Exclude<EventSentBy<Emitter>, Sent> };

/**
 * An emitter's map from what happened to the event that reports it. It does not compile while an
 * event whose row names this emitter is missing, or with an event whose row does not.
 */
export function defineEmitter<
  Emitter extends WebhookEmitter,
  const Sent extends Readonly<Record<string, EventSentBy<Emitter>>>,
>(_emitter: Emitter, map: Sent & NoEventForgotten<Emitter, Sent[keyof Sent]>): Sent {
  return map;
}
