/** Labels of webhook events in the console. A new event does not compile until it is here. */
import type { WebhookEvent } from "../src/interfaces/console/contract.ts";

interface EventTexts {
  /** A noun, for a timeline or a filter. */
  readonly label: string;
  /** When it is sent, below its name in the settings. */
  readonly about: string;
}

export const EVENT_TEXTS: Readonly<Record<WebhookEvent, EventTexts>> = {
  "transaction.approved": { label: "approval", about: "Payment, refund or credit approved" },
  "transaction.declined": { label: "decline", about: "Payment, refund or credit declined" },
  "transaction.failed": {
    label: "failure",
    about: "Request rejected, not sent, or its result is not known yet",
  },
  "transaction.reconciled": { label: "late result", about: "Result of a pending payment received" },
  "transaction.settled": {
    label: "settlement",
    about: "Card payment batched, or ACH entry settled",
  },
  "transaction.reversed": { label: "reversal", about: "Authorization expired and reversed" },
  "transaction.returned": { label: "return", about: "ACH entry returned" },
  "transaction.rejected": { label: "rejection", about: "ACH entry rejected by the network" },
  "transaction.changed": {
    label: "notification of change",
    about: "Bank sent a notification of change",
  },
};

export const EVENT_CHOICES = Object.keys(EVENT_TEXTS).map((event) => ({
  value: event,
  label: event.replace("transaction.", ""),
}));

/** Events of older releases and the test event keep their wire names. */
export function eventLabel(event: string): string {
  const texts: Readonly<Record<string, EventTexts | undefined>> = EVENT_TEXTS;
  return texts[event]?.label ?? event;
}
