/** What makes two orders the same: everything that was asked for, but not who asked. */
import { hash } from "node:crypto";
import type { RefundOrder } from "./judge-refund.ts";
import type { SaleOrder } from "./sale-order.ts";

export function fingerprintWords({ key: _key, lines, ...order }: SaleOrder): unknown {
  const words = lines.map(({ photo, ...line }) => ({
    ...line,
    photo: photo && hash("sha256", photo, "base64"),
  }));
  return ["sale", order, words];
}

export function refundWords(saleId: string, { amountCents, lineIds }: RefundOrder): unknown {
  return ["refund", saleId, amountCents ?? null, lineIds ?? null];
}
