/** Converts between deliveries and the rows of their tables. */
import type { ClaimedEvent, DeliveryResult, DueAccount } from "../delivery.ts";

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

export interface DueAccountRow {
  readonly account_id: string;
  readonly url: string | null;
  readonly origin: string | null;
  readonly secret_sealed: Buffer | null;
  readonly previous_sealed: Buffer | null;
  readonly events: readonly string[] | null;
}

export function toAccount(row: DueAccountRow): DueAccount {
  const { url, origin, secret_sealed: secretSealed } = row;
  const previousSealed = row.previous_sealed ?? undefined;
  const events = row.events ?? undefined;
  const hasEndpoint = url !== null && origin !== null && secretSealed !== null;
  const endpoint = hasEndpoint ? { url, origin, secretSealed, previousSealed, events } : undefined;
  return { accountId: row.account_id, endpoint };
}

export interface ClaimRow {
  readonly account_id: string;
  readonly id: string | null;
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
    eventId: row.event_id,
    event: row.event,
    payload: row.payload,
    sealed: row.sealed ?? undefined,
    tries: row.tries,
    dueAt: row.due_at,
    retryUntil: row.retry_until ?? undefined,
  };
}
