/** Converts between deliveries and the rows of their tables. */
import type {
  ClaimedEvent,
  DeliveryResult,
  DueEndpoint,
  DuePage,
  DueReceiver,
} from "../delivery.ts";

/** One array per column, for unnest. */
export function resultColumns(results: readonly DeliveryResult[]) {
  const again = results.map(({ next }) => (next.kind === "again" ? next : undefined));
  return {
    accountId: results.map(({ accountId }) => accountId),
    id: results.map(({ id }) => id),
    attemptedAt: results.map(({ attemptedAt }) => attemptedAt.toString()),
    durationMs: results.map(({ durationMs }) => Math.round(durationMs)),
    outcome: results.map(({ outcome }) => outcome),
    status: results.map(({ status }) => status ?? null),
    failure: results.map(({ failure }) => failure ?? null),
    answer: results.map(({ answer }) => answer ?? null),
    signature: results.map(({ seal }) => seal?.signature ?? null),
    hash: results.map(({ seal }) => seal?.hash ?? null),
    isDelivered: results.map(({ next }) => next.kind === "delivered"),
    why: results.map(({ next }) => (next.kind === "set_aside" ? next.why : null)),
    dueAt: again.map((next) => next?.at.toString() ?? null),
    retryUntil: again.map((next) => next?.until.toString() ?? null),
  };
}

export interface DueReceiverRow {
  readonly account_id: string;
  readonly number: number;
  readonly url: string | null;
  readonly origin: string | null;
  readonly secret_sealed: Buffer | null;
  readonly previous_sealed: Buffer | null;
  readonly events: readonly string[] | null;
  readonly needs_assigning: boolean;
}

/** The page is full if it has this many accounts. */
export function toPage(rows: readonly DueReceiverRow[], most: number): DuePage {
  const accounts = new Set(rows.map(({ account_id }) => account_id));
  const last = accounts.size < most ? undefined : rows.at(-1)?.account_id;
  return { receivers: rows.map(toReceiver), last };
}

function toReceiver(row: DueReceiverRow): DueReceiver {
  const { account_id: accountId, number, needs_assigning: needsAssigning } = row;
  return { accountId, number, endpoint: toDueEndpoint(row), needsAssigning };
}

function toDueEndpoint(row: DueReceiverRow): DueEndpoint | undefined {
  const { url, origin, secret_sealed: secretSealed } = row;
  if (url === null || origin === null || secretSealed === null) return undefined;
  const previousSealed = row.previous_sealed ?? undefined;
  return { url, origin, secretSealed, previousSealed, events: row.events ?? undefined };
}

export interface ClaimRow {
  readonly account_id: string;
  readonly id: string | null;
  readonly endpoint: number;
  readonly event_id: string;
  readonly event: string;
  readonly payload: string;
  readonly sealed: Buffer | null;
  readonly tries: number;
  readonly due_at: Temporal.Instant;
  readonly retry_until: Temporal.Instant | null;
  readonly put_off: number;
}

export function toClaimed(row: ClaimRow): ClaimedEvent {
  return {
    accountId: row.account_id,
    id: row.id ?? "",
    endpoint: row.endpoint,
    eventId: row.event_id,
    event: row.event,
    payload: row.payload,
    sealed: row.sealed ?? undefined,
    tries: row.tries,
    dueAt: row.due_at,
    retryUntil: row.retry_until ?? undefined,
  };
}
