/** The steps of a transaction, in the order of business time. Pure. */
import { statesInGroups } from "../payments/moves.ts";
import type { TransactionType } from "../payments/transaction.ts";
import type { PastAttempt } from "./attempt-history-store.ts";
import type { TransactionHistory } from "./transaction-store.ts";

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
  /** What was asked for, where it was a request. */
  readonly type?: TransactionType;
  readonly amountCents?: number;
  /** Another transaction that the step is. */
  readonly transactionId?: string;
  /** What the outside said: a message, a return code and its meaning, a file's name. */
  readonly words?: string;
}

export function timelineOf(
  found: Pick<TransactionHistory, "transaction" | "related" | "network" | "file">,
  attempts: readonly PastAttempt[],
): readonly Step[] {
  const steps = [
    ...attempts.map(ofAttempt),
    ...ofBatch(found),
    ...found.network.map(({ at, kind, code, detail }) => ({
      at,
      kind,
      words: [code, detail].filter((one) => one !== null).join(" "),
    })),
    ...found.related.map(ofRelated),
  ];
  // Steps of the same moment stay in the order in which they can only have happened.
  return steps.toSorted((one, other) => Temporal.Instant.compare(one.at, other.at));
}

function ofAttempt({ type, outcome, finishedAt, answer }: PastAttempt): Step {
  const kind = outcome === "reversed" ? "taken_back" : outcome;
  const amountCents = outcome === "approved" ? answer.amountCents : answer.requestAmountCents;
  return { at: finishedAt, kind, type, amountCents, words: answer.message ?? "" };
}

function ofBatch({
  transaction,
  file,
}: Pick<TransactionHistory, "transaction" | "file">): readonly Step[] {
  const { batchedAt, batchId } = transaction;
  if (batchedAt === null) return [];
  const batched: Step = {
    at: batchedAt,
    kind: "batched",
    ...(batchId !== null && { words: `Batch ${batchId}` }),
  };
  if (file === undefined || !file.isHandedOver) return [batched];
  return [batched, { at: file.at, kind: "sent_to_bank", words: file.name }];
}

const REFUSED = statesInGroups("declined", "not_sent");

function ofRelated({ authorisedAt, type, amountCents, id, state, message }: RelatedFacts): Step {
  const isDone = !REFUSED.includes(state);
  return {
    at: authorisedAt,
    kind: isDone ? "refund" : "refund_declined",
    type,
    amountCents,
    transactionId: id,
    words: message,
  };
}

type RelatedFacts = TransactionHistory["related"][number];
