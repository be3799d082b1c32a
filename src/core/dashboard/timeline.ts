/** Builds the timeline of a transaction, in business time. Pure. */
import { statesInGroups } from "../payments/moves.ts";
import type { TransactionType } from "../payments/transaction.ts";
import type { PastAttempt } from "./attempt-history-store.ts";
import type { TransactionHistory } from "./merchant-transaction-store.ts";

export type StepKind =
  | "asked"
  | "approved"
  | "declined"
  | "not_sent"
  | "taken_back"
  | "batched"
  | "sent_to_bank"
  | "settled"
  | "returned"
  | "rejected"
  | "notice"
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
  found: Pick<TransactionHistory, "transaction" | "related" | "network" | "file">,
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
  file,
}: Pick<TransactionHistory, "transaction" | "file">): readonly Step[] {
  const { batchedAt, batchId } = transaction;
  if (batchedAt === null) return [];
  const batched: Step = {
    at: batchedAt,
    kind: "batched",
    ...(batchId !== null && { detail: `Batch ${batchId}` }),
  };
  if (file === undefined || !file.isHandedOver) return [batched];
  return [batched, { at: file.at, kind: "sent_to_bank", detail: file.name }];
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
