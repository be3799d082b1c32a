/** The fields that orders and advices of both dialects have. */
import type { PlacedOrder } from "../../../ports/processor.ts";
import type { Fields } from "./card-fields.ts";
import { currencyNumber } from "./currency-numbers.ts";
import type { OrderContext } from "./order-context.ts";

const PURCHASE = "000000";
const REFUND = "200000";
const REFUNDING: ReadonlySet<string> = new Set(["REFUND", "CREDIT"]);

/** Undefined: the host takes no orders in this currency. */
export function commonFields(
  order: PlacedOrder,
  { merchant, acquirerId, trace }: OrderContext,
): Fields | undefined {
  const currency = currencyNumber(order.currency);
  if (currency === undefined) return undefined;
  return [
    [3, processingCode(order)],
    [4, String(order.amount)],
    [7, trace.sentAt.slice(2)],
    [11, trace.stan],
    [32, acquirerId],
    [37, trace.retrievalReference],
    [41, merchant.terminalId],
    [42, merchant.merchantId],
    [49, currency],
  ];
}

/** A reversal has the code of what it reverses. */
function processingCode({ transactionType, original }: PlacedOrder): string {
  const type = transactionType === "REVERSAL" ? original?.transactionType : transactionType;
  return REFUNDING.has(type ?? transactionType) ? REFUND : PURCHASE;
}
