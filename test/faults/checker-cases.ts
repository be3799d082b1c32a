/** The evidence grouped by payment: the request, the stored result and the host's record. */
import type { Books, Order, Row } from "./books.ts";
import { listOutcomes, type Payment } from "./ledger.ts";

export interface Where {
  readonly accountId: string;
  readonly transactionId: string;
}

export interface Case {
  readonly payment: Payment;
  /** More than one is an error. */
  readonly rows: readonly Row[];
  readonly row: Row | undefined;
  /** The host's orders for the id of that row. */
  readonly order: Order | undefined;
  /** The host charged the card and did not reverse it. */
  readonly isTaken: boolean;
  /** Every id of the payment that the client or the database knows. */
  readonly ids: readonly Where[];
}

export function transactionKey({ accountId, transactionId }: Where): string {
  return `${accountId}/${transactionId}`;
}

export function isPayment({ type }: Order): boolean {
  return type === "SALE" || type === "AUTHORIZATION";
}

/** A host may store a reversal as its own order, or change the first one. */
export function reversedKeys(orders: readonly Order[]): ReadonlySet<string> {
  return new Set(orders.filter(({ type }) => type === "REVERSAL").map(transactionKey));
}

export function isCharged(order: Order, reversed: ReadonlySet<string>): boolean {
  return order.kind === "approved" && !reversed.has(transactionKey(order));
}

/** Approved and not reversed. */
export function isStanding({ isApproved, state }: Row): boolean {
  return isApproved && state !== "reversed" && state !== "voided";
}

export class Cases {
  readonly all: readonly Case[];
  readonly #rows: ReadonlyMap<string, readonly Row[]>;
  readonly #orders: ReadonlyMap<string, Order>;
  readonly #reversed: ReadonlySet<string>;

  constructor({ payments, orders, rows }: Books & { readonly payments: readonly Payment[] }) {
    this.#rows = Map.groupBy(rows, ({ mark }) => mark ?? "");
    this.#orders = new Map(orders.filter(isPayment).map((order) => [transactionKey(order), order]));
    this.#reversed = reversedKeys(orders);
    this.all = payments.map((payment) => this.#caseOf(payment));
  }

  #caseOf(payment: Payment): Case {
    const rows = this.#rows.get(payment.mark) ?? [];
    const [row] = rows;
    const order = row && this.#orders.get(transactionKey(row));
    const isTaken = order !== undefined && isCharged(order, this.#reversed);
    return { payment, rows, row, order, isTaken, ids: listKnownIds(payment, rows) };
  }
}

export function listKnownIds(payment: Payment, rows: readonly Row[]): readonly Where[] {
  const { accountId, transactionId } = payment;
  const heard = listOutcomes(payment).map((outcome) => outcome.transactionId);
  const kept = rows.map((row) => row.transactionId);
  const fetched = transactionId === undefined ? [] : [transactionId];
  return [...new Set([...fetched, ...heard, ...kept])].map((id) => ({
    accountId,
    transactionId: id,
  }));
}
