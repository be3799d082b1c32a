/**
 * Takes and returns the money of an order. Each payment and each refund has an id that is saved
 * with the order first, so neither a lost answer nor a crash charges twice.
 */
import { randomUUID } from "node:crypto";
import {
  type BankAccount,
  type Card,
  type Client,
  type Customer,
  type PaymentResult,
  SixdoorsError,
  type TransactionStatus,
  type WebhookEvent,
} from "sixdoors/client";
import type { Order, Orders } from "./orders.ts";
import type { Product } from "./products.ts";

export interface Needs {
  readonly client: Client;
  readonly orders: Orders;
}

/** What the customer pays with. It is sent to the gateway and not saved. */
export type Source =
  | { readonly card: Card }
  | { readonly bankAccount: BankAccount; readonly customer: Customer };

type Outcome = PaymentResult | TransactionStatus;

export async function createOrder(needs: Needs, { name, amount }: Product): Promise<Order> {
  const paymentId = await needs.client.payments.reserveId();
  const order = { id: randomUUID(), product: name, amount, paymentId, refunds: {} };
  return needs.orders.save({ ...order, state: "open" });
}

/** Pays an order that is not paid yet. */
export function payOrder({ client, orders }: Needs, id: string, source: Source) {
  return orders.update(id, async (found) => {
    const order = await resolveOrder(client, found);
    if (order.state !== "open" && order.state !== "declined") return order;
    // An id pays once. After a decline, the next try needs a new one.
    const paymentId =
      order.state === "declined" ? await client.payments.reserveId() : order.paymentId;
    const paying = await orders.save({ ...order, paymentId, state: "paying", message: undefined });
    const sale = { ...source, id: paymentId, amount: order.amount, customId: order.id };
    try {
      return recordPayment(paying, await client.payments.sale(sale));
    } catch (error) {
      if (!(error instanceof SixdoorsError)) throw error;
      return resolveOrder(client, { ...paying, message: error.message });
    }
  });
}

/**
 * If the outcome of a payment was not saved, because it was not known or the program stopped, the
 * status tells it. If the gateway cannot be reached, the order stays as it is.
 */
export async function resolveOrder(client: Client, order: Order): Promise<Order> {
  if (order.state !== "paying") return order;
  try {
    return recordPayment(order, await client.status.get(order.paymentId));
  } catch (error) {
    if (!(error instanceof SixdoorsError)) throw error;
    console.error(error);
    return order;
  }
}

function recordPayment(order: Order, result: Outcome): Order {
  switch (result.outcome) {
    case "approved":
      return recordApproval(order, result);
    case "declined":
    case "not_sent":
      return { ...order, state: "declined", message: result.message };
    case "not_found":
      // Nothing was started, so the id is still good.
      return { ...order, state: "open" };
    case "pending":
      return order;
  }
}

interface Approval {
  readonly amount?: string;
  readonly cardBrand?: string | null;
  readonly last4?: string | null;
}

/** The status does not know the last four digits. */
function recordApproval(order: Order, { cardBrand, last4 }: Approval): Order {
  const kind = cardBrand === "ACH" ? "Bank account" : cardBrand;
  const paidWith = last4 ? `${kind} ending in ${last4}` : undefined;
  return { ...order, state: "paid", message: undefined, paidWith };
}

/** Refunds everything that is left. */
export function refundOrder({ client, orders }: Needs, id: string) {
  return orders.update(id, async (order) => {
    if (order.state !== "paid") return order;
    const refundId = order.refundId ?? (await client.payments.reserveId());
    const refunding = await orders.save({ ...order, refundId });
    try {
      return recordRefund(
        refunding,
        await client.payments.refund(order.paymentId, { id: refundId }),
      );
    } catch (error) {
      if (!(error instanceof SixdoorsError)) throw error;
      const message = `Not refunded: ${error.message}`;
      return recordRefund({ ...refunding, message }, await client.status.get(refundId));
    }
  });
}

/** While the outcome is not known, the id stays: the same refund can be sent again. */
function recordRefund(order: Order, result: Outcome): Order {
  const { outcome } = result;
  if (outcome === "pending" || outcome === "not_found") return order;
  const closed = { ...order, refundId: undefined };
  if (outcome !== "approved") return { ...closed, message: `Not refunded: ${result.message}` };
  return addRefund(closed, result.id, result.amount);
}

function addRefund(order: Order, id: string, amount: string): Order {
  return { ...order, message: undefined, refunds: { ...order.refunds, [id]: amount } };
}

/** The events that tell how a payment ended. */
const OUTCOMES: ReadonlySet<string> = new Set([
  "transaction.approved",
  "transaction.declined",
  "transaction.reconciled",
]);

/** Webhooks can come twice. Applying an event a second time changes nothing. */
export function applyEvent(order: Order, { event, transaction }: WebhookEvent): Order {
  const { id = "", originalId, isApproved, amount = "", achReturnCode, message } = transaction;
  if (originalId === order.paymentId && isApproved) return addRefund(order, id, amount);
  if (id !== order.paymentId) return order;
  if (event === "transaction.returned" || event === "transaction.rejected") {
    return { ...order, state: "returned", message: achReturnCode ?? message ?? undefined };
  }
  if (order.state !== "paying" || !OUTCOMES.has(event)) return order;
  if (isApproved) return recordApproval(order, transaction);
  return { ...order, state: "declined", message: message ?? undefined };
}
