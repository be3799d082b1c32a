/** The fields that orders and advices of both dialects have. */
import type { PlacedOrder } from "../../../ports/processor.ts";
import type { Fields } from "./card-fields.ts";
import { currencyNumber } from "./currency-numbers.ts";
import type { OrderContext } from "./order-context.ts";

/** Undefined: the host takes no orders in this currency. */
export function commonFields(
  order: PlacedOrder,
  processingCode: string,
  { merchant, acquirerId, trace }: OrderContext,
): Fields | undefined {
  const currency = currencyNumber(order.currency);
  if (currency === undefined) return undefined;
  return [
    [3, processingCode],
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
