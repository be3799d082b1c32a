/**
 * The decisions of the simulated card host, by amount and fields, as in seed/certification.json, and
 * whether orders and answers get lost. Pure.
 */
import type { Approval, CardOrder, Decline } from "../../ports/processor.ts";
import type { Cents } from "../../values/money.ts";

export type Decision = Approval | Decline;

/** What happens to an order and its answer on the network. */
export type Delivery =
  | "prompt"
  | "slow"
  | "answer_lost"
  /** Sent, but lost before the host received it. */
  | "order_lost"
  | "not_reachable";

const DELIVERIES: Readonly<Record<number, Delivery>> = {
  190: "answer_lost",
  191: "order_lost",
  192: "not_reachable",
  195: "slow",
};

const DECLINES: Readonly<Record<number, string>> = {
  101: "CALL AUTH CENTER",
  102: "INSUFFICIENT FUNDS",
  103: "EXPIRED CARD",
  104: "PICK UP CARD",
  105: "DO NOT HONOR",
  106: "CVV MISMATCH",
};
const PARTLY_COVERED = 120;
const COVERED = 100 as Cents;

/** Tag 8A with the response codes 00 and 05. */
const CHIP_APPROVED = { responseCode: "8A023030" };
const CHIP_DECLINED = { responseCode: "8A023035" };

/** A reversal is an advice, so the host accepts it for every amount. */
export function orderDelivery({ transactionType, amount }: CardOrder): Delivery {
  return transactionType === "REVERSAL" ? "prompt" : (DELIVERIES[amount] ?? "prompt");
}

/** An order with chip data gets an answer for the chip. */
export function decide(order: CardOrder): Decision {
  const decision = decideMoney(order);
  if (order.card?.chip === undefined) return decision;
  return { ...decision, chip: decision.kind === "approved" ? CHIP_APPROVED : CHIP_DECLINED };
}

function decideMoney(order: CardOrder): Decision {
  const { transactionType, amount } = order;
  if (transactionType === "REVERSAL") return approve(order, amount);
  const message = DECLINES[amount];
  if (message !== undefined) return { kind: "declined", message };
  if (!asksForFunds(order)) return approve(order, amount);
  if (amount !== PARTLY_COVERED) return { ...approve(order, amount), ...resultCodesFor(order) };
  if (!order.allowsPartial) return { kind: "declined", message: "PARTIAL APPROVAL NOT ALLOWED" };
  return { ...approve(order, COVERED), ...resultCodesFor(order) };
}

/** Only these are checked against the card holder. All others follow an earlier approval. */
function asksForFunds({ transactionType }: CardOrder): boolean {
  return transactionType === "SALE" || transactionType === "AUTHORIZATION";
}

function approve(order: CardOrder, amount: Cents): Approval {
  return {
    kind: "approved",
    message: "APPROVED",
    authorizationCode: authorizationCode(order),
    amount,
  };
}

/** A voice authorization keeps its code. A reference ends in random digits. */
function authorizationCode(order: CardOrder): string {
  const given = order.transactionType === "FORCE" ? order.authorizationCode : undefined;
  return given ?? order.reference.slice(-6).toUpperCase();
}

function resultCodesFor(order: CardOrder): Pick<Approval, "avsResponse" | "cvvResponse"> {
  return {
    avsResponse: avsResponse(order),
    cvvResponse: cvvResponse(order.card?.verification?.reveal()),
  };
}

function avsResponse({ streetAddress, zip }: CardOrder): string {
  if (zip === "99999") return "N";
  if (zip === "88888") return "U";
  if (zip !== undefined) return streetAddress === undefined ? "Z" : "Y";
  return streetAddress === undefined ? "_" : "A";
}

function cvvResponse(verification: string | undefined): string {
  if (verification === undefined) return "_";
  if (verification === "999") return "N";
  return verification === "000" ? "P" : "M";
}
