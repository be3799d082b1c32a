/** What webhook events are called at the console. A new event does not compile until it is here. */
import type { WebhookEvent } from "../src/interfaces/console/contract.ts";

interface EventTexts {
  /** A noun, for a timeline or a filter. */
  readonly label: string;
  /** When it is sent, below its name in the settings. */
  readonly about: string;
}

export const EVENT_TEXTS: Readonly<Record<WebhookEvent, EventTexts>> = {
  "transaction.approved": {
    label: "approval",
    about: "a payment, refund or credit was approved",
  },
  "transaction.declined": { label: "decline", about: "it was declined" },
  "transaction.failed": {
    label: "failed request",
    about: "a request was refused, or its outcome is not known yet",
  },
  "transaction.reconciled": {
    label: "outcome found out later",
    about: "an outcome that came later",
  },
  "transaction.settled": {
    label: "settlement",
    about: "a batch took it, or nobody returned the ACH entry",
  },
  "transaction.reversed": { label: "reversal", about: "an authorization lapsed" },
  "transaction.returned": { label: "return", about: "an ACH entry came back" },
  "transaction.rejected": { label: "rejection", about: "the network rejected an ACH entry" },
  "transaction.changed": {
    label: "change notice",
    about: "a bank told that bank details have changed",
  },
};

export const EVENT_CHOICES = Object.keys(EVENT_TEXTS).map((event) => ({
  value: event,
  label: event.replace("transaction.", ""),
}));

/** An event of an older release, and the test event, go by their own names. */
export function eventLabel(event: string): string {
  const texts: Readonly<Record<string, EventTexts | undefined>> = EVENT_TEXTS;
  return texts[event]?.label ?? event;
}
