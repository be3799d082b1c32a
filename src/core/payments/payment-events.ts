/**
 * Which webhook event reports what happened to a payment. A request that was wrong, or whose outcome
 * is not known yet, is reported by core/outbox/report-failed-request.ts.
 */
import { defineEmitter } from "../outbox/webhook-events.ts";

export const PAYMENT_EVENTS = defineEmitter("payments", {
  /** The outcomes of a request. */
  approved: "transaction.approved",
  declined: "transaction.declined",
  not_sent: "transaction.failed",
  /** Later: the outcome became known, the authorization expired, a batch included it. */
  reconcile: "transaction.reconciled",
  lapse: "transaction.reversed",
  batch: "transaction.settled",
});
