/** Builds the timeline of a transaction, in business time. Pure. */
import { statesInGroups } from "../payments/moves.ts";
import type { TransactionType } from "../payments/transaction.ts";
import type { PastAttempt } from "./attempt-history-store.ts";
import type { EntryFile, TransactionHistory } from "./merchant-transaction-store.ts";

export type StepKind =
  | "asked"
  | "approved"
  | "declined"
  | "not_sent"
  | "taken_back"
  | "batched"
  | "sent_to_bank"
  | "sent_again"
  | "settled"
  | "returned"
  | "rejected"
  | "notice"
  | "account_updated"
  | "refund"
  | "refund_declined";

export interface Step {
  readonly at: Temporal.Instant;
  readonly kind: StepKind;
  /** The transaction type, if the step is a request. */
  readonly type?: TransactionType;
  readonly amountCents?: number;
  /** The other transaction that this step refers to, such as a refund. */
  readonly transactionId?: string;
  /** A return code or a change code. */
  readonly code?: string;
  /** A response message, the corrected data of a change, or a file name. */
  readonly detail?: string;
}

export function buildTimeline(
  found: Pick<TransactionHistory, "transaction" | "related" | "network" | "files">,
  attempts: readonly PastAttempt[],
): readonly Step[] {
  const steps = [
    ...attempts.map(attemptStep),
    ...batchSteps(found),
    ...found.network.map(({ at, kind, code, detail }) => ({
      at,
      kind,
      ...(code !== null && { code }),
      ...(detail !== null && { detail }),
    })),
    ...found.related.map(relatedStep),
  ];
  // The sort is stable: steps with the same time stay in their logical order.
  return steps.toSorted((one, other) => Temporal.Instant.compare(one.at, other.at));
}

function attemptStep({ type, outcome, finishedAt, answer }: PastAttempt): Step {
  const kind = outcome === "reversed" ? "taken_back" : outcome;
  const amountCents = outcome === "approved" ? answer.amountCents : answer.requestAmountCents;
  return { at: finishedAt, kind, type, amountCents, detail: answer.message ?? "" };
}

function batchSteps({
  transaction,
  files,
}: Pick<TransactionHistory, "transaction" | "files">): readonly Step[] {
  const { batchedAt, batchId } = transaction;
  if (batchedAt === null) return [];
  const latest: Step = {
    at: batchedAt,
    kind: "batched",
    ...(batchId !== null && { detail: `Batch ${batchId}` }),
  };
  const earlier = files
    .slice(0, -1)
    .flatMap((file) => [{ at: file.cutOffAt, kind: "batched" as const }, ...sentSteps(file)]);
  return [...earlier, latest, ...files.slice(-1).flatMap(sentSteps)];
}

function sentSteps({ name, handedOverAt, presentment }: EntryFile): readonly Step[] {
  if (handedOverAt === null) return [];
  return [
    { at: handedOverAt, kind: presentment > 0 ? "sent_again" : "sent_to_bank", detail: name },
  ];
}

const REFUSED = statesInGroups("declined", "not_sent");

function relatedStep({ authorizedAt, type, amountCents, id, state, message }: RelatedFacts): Step {
  const isDone = !REFUSED.includes(state);
  return {
    at: authorizedAt,
    kind: isDone ? "refund" : "refund_declined",
    type,
    amountCents,
    transactionId: id,
    detail: message,
  };
}

type RelatedFacts = TransactionHistory["related"][number];
