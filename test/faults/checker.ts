/**
 * Compares the answers to clients, the product's status and tables, and the card host's records. A pure
 * function that uses none of the product's code.
 */
import type { Books, Order, Row } from "./books.ts";
import { FIRST_FREE_CENTS, hostExpectation, toDecimal } from "./card-host.ts";
import { answerComplaints } from "./checker-answers.ts";
import {
  type Case,
  Cases,
  isCharged,
  isPayment,
  isStanding,
  reversedKeys,
  transactionKey,
  type Where,
} from "./checker-cases.ts";
import { listOutcomes, type Payment, paymentName } from "./ledger.ts";
import type { Status } from "./merchant.ts";

export interface Evidence extends Books {
  readonly payments: readonly Payment[];
  /** By account and id, for every id that a client or the database knows. */
  readonly statuses: ReadonlyMap<string, Status>;
}

const IN_PROGRESS = "IN PROGRESS";

/** Returns the findings as text. Empty if there are none. */
export function findComplaints(evidence: Evidence): string[] {
  const cases = new Cases(evidence);
  return [
    ...orderComplaints(evidence),
    ...rowComplaints(evidence, cases),
    ...sumComplaints(evidence),
    ...idComplaints(evidence),
    ...cases.all.flatMap((one) => [
      ...bookComplaints(one),
      ...answerComplaints(one),
      ...statusComplaints(one, evidence.statuses),
    ]),
  ];
}

/** No payment is charged twice, by id and by its unique amount. */
function orderComplaints({ orders, rows, payments }: Evidence): string[] {
  const written = new Set(rows.map(transactionKey));
  const amounts = new Set(payments.map(({ amountCents }) => amountCents));
  const charged = orders.filter(isPayment);
  return [
    ...repeated(charged, transactionKey).map((key) => `${key} was ordered more than once`),
    ...repeated(charged.filter(isFree), (order) => toDecimal(order.amountCents)).map(
      (amount) => `${amount} was ordered more than once`,
    ),
    ...charged
      .filter((order) => !written.has(transactionKey(order)))
      .map(
        (order) =>
          `${transactionKey(order)} was ordered (${order.kind}) and is written down nowhere`,
      ),
    ...charged
      .filter((order) => isFree(order) && !amounts.has(order.amountCents))
      .map((order) => `${transactionKey(order)} was ordered for an amount that nobody asked for`),
  ];
}

function isFree({ amountCents }: Order): boolean {
  return amountCents >= FIRST_FREE_CENTS;
}

/** Every transaction belongs to a payment, and no payment has two. */
function rowComplaints({ rows, payments }: Evidence, cases: Cases): string[] {
  const marks = new Set(payments.map(({ mark }) => mark));
  return [
    ...rows
      .filter(({ mark }) => mark === undefined || !marks.has(mark))
      .map((row) => `${transactionKey(row)} is nobody's payment (${row.mark})`),
    ...cases.all
      .filter((one) => one.rows.length > 1)
      .map(
        (one) => `${paymentName(one.payment)} became ${one.rows.map(transactionKey).join(" and ")}`,
      ),
  ];
}

function sumComplaints({ orders, rows }: Evidence): string[] {
  const reversed = reversedKeys(orders);
  const taken = sum(orders.filter((order) => isPayment(order) && isCharged(order, reversed)));
  const kept = sum(rows.filter(isStanding));
  return taken === kept
    ? []
    : [`the host took ${toDecimal(taken)}, the transactions say ${toDecimal(kept)}`];
}

function sum(items: readonly { readonly amountCents: number }[]): number {
  return items.reduce((total, { amountCents }) => total + amountCents, 0);
}

/** An id belongs to one payment in the whole installation. */
function idComplaints({ payments, rows }: Evidence): string[] {
  const fetched = payments.filter(({ transactionId }) => transactionId !== undefined);
  return [
    ...repeated(fetched, ({ transactionId = "" }) => transactionId).map(
      (id) => `${id} was handed out more than once`,
    ),
    ...repeated(rows, ({ transactionId }) => transactionId).map(
      (id) => `${id} is the id of two transactions`,
    ),
  ];
}

/** The stored transaction matches the request and the host's record. */
function bookComplaints({ payment, row, order, isTaken }: Case): string[] {
  const name = paymentName(payment);
  if (row === undefined) {
    return listOutcomes(payment).length > 0 ? [`${name} was acknowledged and is lost`] : [];
  }
  if (!payment.isWhole) return [`${name} was never wholly sent and became ${transactionKey(row)}`];
  return [
    ...differences(`${name} as kept`, {
      account: [row.accountId, payment.accountId],
      type: [row.type, payment.type],
      "amount asked for": [row.requestCents, payment.amountCents],
      id: [row.transactionId, payment.transactionId ?? row.transactionId],
      approved: [isStanding(row), isTaken],
    }),
    ...(order === undefined ? unsentComplaints(name, row) : hostComplaints(name, row, order)),
    ...expectationComplaints(name, payment, order),
  ];
}

function unsentComplaints(name: string, row: Row): string[] {
  if (row.message !== IN_PROGRESS && row.authorizationCode === undefined) return [];
  return [`${name} never reached the host and is kept as ${row.message}`];
}

function hostComplaints(name: string, row: Row, order: Order): string[] {
  return differences(`${name} as kept, against the host`, {
    type: [row.type, order.type],
    "amount asked for": [row.requestCents, order.amountCents],
    ...(order.kind === "approved" && isStanding(row)
      ? {
          amount: [row.amountCents, order.amountCents],
          code: [row.authorizationCode, order.authorizationCode],
        }
      : {}),
    ...(order.kind === "declined" ? { message: [row.message, order.message] } : {}),
  });
}

/** The host must follow its table, otherwise the other comparisons are meaningless. */
function expectationComplaints(name: string, payment: Payment, order: Order | undefined): string[] {
  const expected = hostExpectation(payment.amountCents);
  if (order === undefined || order.kind === "reversed") return [];
  const kind = expected.kind === "lost" ? "approved" : expected.kind;
  return order.kind === kind ? [] : [`${name}: the host has it as ${order.kind}`];
}

function statusComplaints(
  { payment, row, isTaken, ids }: Case,
  statuses: ReadonlyMap<string, Status>,
): string[] {
  return ids.flatMap((where: Where) => {
    const status = statuses.get(transactionKey(where));
    const name = `${paymentName(payment)}, the status of ${where.transactionId}`;
    if (status === undefined) return [`${name} was not asked for`];
    if (status.trouble !== undefined) return [`${name} cannot be had: ${status.trouble}`];
    const isRow = row !== undefined && transactionKey(row) === transactionKey(where);
    return differences(name, {
      found: [status.found, isRow],
      approved: [status.isApproved, isRow && isTaken],
      ...(isRow && status.found
        ? {
            message: [status.message, row.message],
            amount: [status.amountCents, row.amountCents],
          }
        : {}),
    });
  });
}

function differences(name: string, pairs: Readonly<Record<string, readonly unknown[]>>): string[] {
  return Object.entries(pairs)
    .filter(([, [is, should]]) => is !== should)
    .map(([what, [is, should]]) => `${name}: ${what} is ${is}, and should be ${should}`);
}

function repeated<Item>(items: readonly Item[], key: (item: Item) => string): string[] {
  const counts = new Map<string, number>();
  for (const item of items) counts.set(key(item), (counts.get(key(item)) ?? 0) + 1);
  return [...counts].filter(([, count]) => count > 1).map(([name]) => name);
}
