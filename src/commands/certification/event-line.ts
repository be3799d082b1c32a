/** What `listen` prints of an event: one line for people, or one JSON object. */
import { momentText, withoutControls } from "../output.ts";
import type { ForwardAnswer, ReceivedEvent } from "./forward-event.ts";

export interface SeenEvent {
  readonly id: string;
  readonly at: Temporal.Instant | undefined;
  readonly event: string;
  readonly transaction: Readonly<Record<string, unknown>>;
}

/** A body that is not a webhook of ours is still forwarded, so this never fails. */
export function readSeenEvent({ rawHeaders, body }: ReceivedEvent): SeenEvent {
  const { event, transaction } = parseBody(body);
  const seconds = Number(findHeader(rawHeaders, "webhook-timestamp"));
  return {
    id: findHeader(rawHeaders, "webhook-id") ?? "",
    at: Number.isSafeInteger(seconds)
      ? Temporal.Instant.fromEpochMilliseconds(seconds * 1_000)
      : undefined,
    event: typeof event === "string" ? event : "unknown",
    transaction: isObject(transaction) ? transaction : {},
  };
}

const EVENT_WIDTH = 22;
const AMOUNT_WIDTH = 10;

/** Time, event, transaction id, amount, outcome, and what the forward answered. */
export function eventLine(seen: SeenEvent, forwarded: ForwardAnswer | undefined): string {
  const { at, event, transaction } = seen;
  const { transaction_id: id, transaction_amount: amount } = transaction;
  const columns = [
    at === undefined ? "" : momentText(at),
    event.padEnd(EVENT_WIDTH),
    text(id).padEnd(12),
    (typeof amount === "number" ? amount.toFixed(2) : text(amount)).padStart(AMOUNT_WIDTH),
    outcomeText(transaction),
  ];
  const line = withoutControls(columns.join("  ").trimEnd());
  return forwarded === undefined ? line : `${line}  -> ${forwardText(forwarded)}`;
}

export function eventDocument(seen: SeenEvent, forwarded: ForwardAnswer | undefined): object {
  const { id, at, event, transaction } = seen;
  return {
    ...{ time: at === undefined ? null : momentText(at), id, event, transaction },
    forwarded: forwarded === undefined ? null : forwardDocument(forwarded),
  };
}

export function forwardText(forwarded: ForwardAnswer): string {
  return forwarded.kind === "answered"
    ? `${forwarded.status} (${forwarded.ms} ms)`
    : `failed: ${withoutControls(forwarded.why)}`;
}

function forwardDocument(forwarded: ForwardAnswer): object {
  return forwarded.kind === "answered"
    ? { status: forwarded.status, ms: forwarded.ms }
    : { error: forwarded.why };
}

function outcomeText(transaction: SeenEvent["transaction"]): string {
  const { error_message: error, authorization_message: said, message } = transaction;
  const { ach_return_code: code, noc_data: change } = transaction;
  const words = [said ?? message ?? error, said === undefined ? undefined : error, code, change];
  return words.map(text).filter(Boolean).join(", ");
}

function text(value: unknown): string {
  return typeof value === "string" || typeof value === "number" ? String(value) : "";
}

function parseBody(body: Buffer): Readonly<Record<string, unknown>> {
  try {
    const parsed: unknown = JSON.parse(body.toString("utf8"));
    return isObject(parsed) ? parsed : {};
  } catch {
    return {};
  }
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function findHeader(rawHeaders: readonly string[], sought: string): string | undefined {
  const at = rawHeaders.findIndex((name, at) => at % 2 === 0 && name.toLowerCase() === sought);
  return at === -1 ? undefined : rawHeaders[at + 1];
}
