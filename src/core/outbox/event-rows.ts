/** Converts rows of events and delivery attempts. */
import type {
  DeliveryAttempt,
  DeliveryOutcome,
  EventState,
  FailureReason,
  OutboxEvent,
  OutboxKind,
} from "./event.ts";

export interface EventRow {
  readonly id: string;
  readonly event_id: string;
  readonly copy_of: string | null;
  readonly endpoint: number;
  readonly kind: OutboxKind;
  readonly event: string;
  readonly transaction_id: string | null;
  readonly created_at: Temporal.Instant;
  readonly due_at: Temporal.Instant;
  readonly tries: number;
  readonly delivered_at: Temporal.Instant | null;
  readonly set_aside_at: Temporal.Instant | null;
  readonly set_aside_why: FailureReason | null;
}

export function toEvent(row: EventRow): OutboxEvent {
  return {
    position: row.id,
    eventId: row.event_id,
    webhookId: row.copy_of ?? row.event_id,
    endpoint: row.endpoint,
    kind: row.kind === "mail" ? "mail" : "webhook",
    event: row.event,
    transactionId: row.transaction_id ?? undefined,
    state: eventState(row),
    createdAt: row.created_at,
    dueAt: row.due_at,
    tries: row.tries,
    deliveredAt: row.delivered_at ?? undefined,
    failedAt: row.set_aside_at ?? undefined,
    failureReason: row.set_aside_why ?? undefined,
  };
}

function eventState({ delivered_at, set_aside_at }: EventRow): EventState {
  if (delivered_at !== null) return "delivered";
  return set_aside_at === null ? "waiting" : "set_aside";
}

export interface AttemptRow {
  readonly attempted_at: Temporal.Instant;
  readonly duration_ms: number;
  readonly outcome: DeliveryOutcome;
  readonly status: number | null;
  readonly failure: string | null;
  readonly answer: string | null;
  readonly signature: string | null;
  readonly hash: string | null;
}

export function toAttempt(row: AttemptRow): DeliveryAttempt {
  const { signature, hash } = row;
  return {
    at: row.attempted_at,
    durationMs: row.duration_ms,
    outcome: row.outcome,
    status: row.status ?? undefined,
    failure: row.failure ?? undefined,
    answer: row.answer ?? undefined,
    seal: signature === null || hash === null ? undefined : { signature, hash },
  };
}
