/**
 * Compares the card host's records with the product's tables and answers, after a database has lost
 * commits. A pure function that uses none of the product's code.
 */
import { isOutcome, type Payment, paymentName } from "./ledger.ts";
import type { Status } from "./merchant.ts";
import type { HostOrder } from "./witness-host.ts";

export interface AttemptRow {
  readonly attemptId: string;
  readonly transactionId: string;
  readonly type: string;
  readonly outcome: string;
  readonly message: string | null;
}

export interface TransactionRow {
  readonly transactionId: string;
  readonly attemptId: string;
  readonly type: string;
  readonly state: string;
  readonly isApproved: boolean;
  readonly amountCents: number;
  readonly refundedCents: number;
}

export interface FailoverEvidence {
  readonly orders: readonly HostOrder[];
  readonly attempts: readonly AttemptRow[];
  readonly rows: readonly TransactionRow[];
  readonly payments: readonly Payment[];
  /** By id. */
  readonly statuses: ReadonlyMap<string, Status>;
}

const PAYMENTS = ["SALE", "AUTHORIZATION"];

/** Returns the findings as text. Empty if there are none. */
export function failoverComplaints(evidence: FailoverEvidence): string[] {
  const standing = evidence.orders.filter(({ outcome }) => outcome === "approved");
  return [
    ...recordComplaints(evidence, standing),
    ...chargeComplaints(evidence, standing),
    ...changeComplaints(evidence, standing),
    ...idComplaints(evidence),
    ...statusComplaints(evidence, standing),
  ];
}

/** Nothing is charged without a record or a reversal, and nothing is recorded that was not charged. */
function recordComplaints(
  { orders, attempts }: FailoverEvidence,
  standing: readonly HostOrder[],
): string[] {
  const kept = new Map(attempts.map((one) => [one.attemptId, one]));
  const known = new Map(orders.map((one) => [one.reference, one]));
  const approved = attempts.filter(({ outcome }) => outcome === "approved");
  return [
    ...standing
      .filter(({ reference }) => kept.get(reference)?.outcome !== "approved")
      .map(
        (one) =>
          `${orderName(one)} stands at the host and is kept as ${kept.get(one.reference)?.outcome}`,
      ),
    ...approved
      .filter(({ attemptId }) => known.has(attemptId))
      .filter(({ attemptId }) => known.get(attemptId)?.outcome !== "approved")
      .map(
        ({ attemptId, type }) =>
          `${type} ${attemptId} is kept as approved, and at the host it is ${known.get(attemptId)?.outcome}`,
      ),
    // A reversal of the product is not an order.
    ...approved
      .filter(({ attemptId, message }) => !known.has(attemptId) && message !== "REVERSED")
      .map(
        ({ attemptId, type }) =>
          `${type} ${attemptId} is kept as approved, and the host never heard of it`,
      ),
  ];
}

/** A payment is charged at most once, and exactly once if a client was told so. */
function chargeComplaints(
  { payments }: FailoverEvidence,
  standing: readonly HostOrder[],
): string[] {
  const byAmount = Map.groupBy(
    standing.filter(({ type }) => PAYMENTS.includes(type)),
    ({ amountCents }) => amountCents,
  );
  return payments.flatMap((payment) => {
    const count = byAmount.get(payment.amountCents)?.length ?? 0;
    const isTold = payment.hearings.some(({ heard }) => heard.kind === "approved");
    if (count > 1) return [`${paymentName(payment)} was charged ${count} times`];
    return isTold && count === 0
      ? [`${paymentName(payment)} was told as approved and is not charged`]
      : [];
  });
}

/** The captures, refunds and reversals of a transaction match the host's records. */
function changeComplaints({ rows }: FailoverEvidence, standing: readonly HostOrder[]): string[] {
  const changes = Map.groupBy(
    standing.filter(({ originalReference }) => originalReference !== undefined),
    ({ originalReference }) => originalReference,
  );
  return rows.flatMap((row) => {
    const own = changes.get(row.attemptId) ?? [];
    const of = (type: string) => own.filter((one) => one.type === type);
    const refunded = of("REFUND").reduce((sum, { amountCents }) => sum + amountCents, 0);
    return [
      ...(refunded === row.refundedCents
        ? []
        : [`${row.transactionId} counts ${row.refundedCents} as refunded, the host ${refunded}`]),
      ...(of("CAPTURE").length === (row.state === "captured" || row.type === "CAPTURE" ? 1 : 0)
        ? []
        : [`${row.transactionId} is ${row.state}, with ${of("CAPTURE").length} captures`]),
      ...(of("REVERSAL").length > 0 === (row.state === "reversed" && row.isApproved)
        ? []
        : [`${row.transactionId} is ${row.state}, with ${of("REVERSAL").length} reversals`]),
    ];
  });
}

/** An id belongs to one payment: in fetched ids, in answers and at the host. */
function idComplaints({ orders, payments, rows }: FailoverEvidence): string[] {
  const owners = new Map<string, Set<string>>();
  const claim = (id: string, owner: string) => {
    owners.set(id, (owners.get(id) ?? new Set()).add(owner));
  };
  for (const payment of payments) {
    const heard = payment.hearings.flatMap(({ heard }) => (isOutcome(heard) ? [heard] : []));
    const ids = heard.map(({ transactionId }) => transactionId);
    for (const id of [payment.transactionId, ...ids]) {
      if (id !== undefined) claim(id, String(payment.amountCents));
    }
  }
  for (const { type, transactionId, amountCents } of orders) {
    if (PAYMENTS.includes(type)) claim(transactionId, String(amountCents));
  }
  const counts = Map.groupBy(rows, ({ transactionId }) => transactionId);
  return [
    ...[...owners]
      .filter(([, all]) => all.size > 1)
      .map(([id, all]) => `${id} is the id of payments over ${[...all].join(" and ")} cents`),
    ...[...counts].filter(([, all]) => all.length > 1).map(([id]) => `${id} is kept twice`),
  ];
}

/** Approved if and only if the host has a charge. */
function statusComplaints(
  { statuses }: FailoverEvidence,
  standing: readonly HostOrder[],
): string[] {
  const charged = new Set(
    standing
      .filter(({ type }) => PAYMENTS.includes(type))
      .map(({ transactionId }) => transactionId),
  );
  return [...statuses].flatMap(([id, { trouble, isApproved, found, message }]) => {
    if (trouble !== undefined) return [`the status of ${id} cannot be had: ${trouble}`];
    if (isApproved === charged.has(id)) return [];
    return [
      `the status of ${id} is ${found ? message : "not found"}, and the host ${charged.has(id) ? "charged" : "did not charge"} it`,
    ];
  });
}

function orderName({ type, reference, transactionId, amountCents }: HostOrder): string {
  return `${type} ${reference} (${transactionId}, ${amountCents} cents)`;
}
