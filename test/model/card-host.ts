/**
 * A model of the simulated card host, written from the certification data: its answers, and whether
 * they arrive. It must not use the simulator of the product.
 */
import type { RequestType } from "./request-type.ts";

export interface HostOrder {
  readonly type: RequestType;
  readonly cents: number;
  readonly allowsPartial: boolean;
  readonly street: string | undefined;
  readonly zip: string | undefined;
  readonly verification: string | undefined;
}

export interface ResultCodes {
  readonly avs: string;
  readonly cvv: string;
}

export type HostAnswer =
  | {
      readonly kind: "approved";
      readonly cents: number;
      readonly resultCodes: ResultCodes | undefined;
    }
  /** Undefined: the certification data does not fix the text. */
  | { readonly kind: "declined"; readonly message: string | undefined };

/** What happens to an order and its answer on the network. */
export type Delivery = "answered" | "answer_lost" | "order_lost" | "not_sent";

const DELIVERIES: ReadonlyMap<number, Delivery> = new Map([
  [190, "answer_lost"],
  [191, "order_lost"],
  [192, "not_sent"],
]);

const REASONS: ReadonlyMap<number, string> = new Map([
  [101, "CALL AUTH CENTER"],
  [102, "INSUFFICIENT FUNDS"],
  [103, "EXPIRED CARD"],
  [104, "PICK UP CARD"],
  [105, "DO NOT HONOR"],
  [106, "CVV MISMATCH"],
]);

/** The card host is not asked for these. */
export function asksNobody(type: RequestType): boolean {
  return type === "STORE" || type === "SETTLE-BATCH";
}

/** A reversal succeeds for every amount. */
export function orderDelivery({ type, cents }: HostOrder): Delivery {
  if (type === "REVERSAL" || asksNobody(type)) return "answered";
  return DELIVERIES.get(cents) ?? "answered";
}

export function hostAnswer(order: HostOrder): HostAnswer {
  const { type, cents } = order;
  if (type === "REVERSAL" || asksNobody(type)) {
    return { kind: "approved", cents, resultCodes: undefined };
  }
  const message = REASONS.get(cents);
  if (message !== undefined) return { kind: "declined", message };
  // Only sales and authorizations can be partially approved or have result codes.
  const asksForMoney = type === "SALE" || type === "AUTHORIZATION";
  if (!asksForMoney) return { kind: "approved", cents, resultCodes: undefined };
  if (cents === 120 && !order.allowsPartial) return { kind: "declined", message: undefined };
  return {
    kind: "approved",
    cents: cents === 120 ? 100 : cents,
    resultCodes: resultCodesFor(order),
  };
}

function resultCodesFor({ street, zip, verification }: HostOrder): ResultCodes {
  return { avs: avsCode(street, zip), cvv: cvvCode(verification) };
}

function avsCode(street: string | undefined, zip: string | undefined): string {
  if (zip === "99999") return "N";
  if (zip === "88888") return "U";
  if (zip === undefined) return street === undefined ? "_" : "A";
  return street === undefined ? "Z" : "Y";
}

function cvvCode(verification: string | undefined): string {
  if (verification === undefined) return "_";
  if (verification === "999") return "N";
  return verification === "000" ? "P" : "M";
}
