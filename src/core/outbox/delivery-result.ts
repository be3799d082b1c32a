/** The result of one delivery attempt, as it is stored. Pure. */
import { maskText } from "../../values/masking/mask.ts";
import type { ClaimedEvent, DeliveryResult } from "./delivery.ts";
import { nextTry } from "./retry-schedule.ts";
import type { DeliveryAnswer } from "./route.ts";

export interface FinishedDelivery {
  readonly event: ClaimedEvent;
  readonly answer: DeliveryAnswer;
  readonly at: Temporal.Instant;
  readonly durationMs: number;
  readonly random: () => number;
}

const ANSWER_MAX = 1_000;
// PostgreSQL cannot store NUL, and other control characters are not readable.
const CONTROL = /[^\P{Cc}\n\t]/gu;

export function deliveryResult(attempt: FinishedDelivery): DeliveryResult {
  const { event, answer, at, durationMs } = attempt;
  return {
    accountId: event.accountId,
    id: event.id,
    attemptedAt: at,
    durationMs,
    outcome: answer.outcome,
    status: answer.status,
    failure: answer.failure,
    answer: answer.answer && keptAnswer(answer.answer),
    seal: answer.seal,
    next: nextStep(attempt),
  };
}

function nextStep({
  event,
  answer,
  at,
  durationMs,
  random,
}: FinishedDelivery): DeliveryResult["next"] {
  if (answer.outcome === "delivered") return { kind: "delivered" };
  const why = answer.isFinalBecause;
  if (why !== undefined) return { kind: "set_aside", why };
  const { tries: before, retryUntil } = event;
  // The pause starts when the attempt has ended.
  const ended = at.add({ milliseconds: Math.round(durationMs) });
  const failed = { at: ended, before, retryUntil, retryAfterMs: answer.retryAfterMs };
  const next = nextTry(failed, random);
  return next.kind === "never" ? { kind: "set_aside", why: "gave_up" } : next;
}

function keptAnswer(text: string): string {
  const readable = text.toWellFormed().replace(CONTROL, "\u{FFFD}");
  return maskText(readable).slice(0, ANSWER_MAX);
}
