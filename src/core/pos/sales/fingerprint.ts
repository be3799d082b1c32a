/** The content of a request for its fingerprint: everything except the caller and the key. */
import { hash } from "node:crypto";
import type { RefundOrder } from "../refunds/check-refund.ts";
import type { SaleOrder } from "./sale-order.ts";

export function saleFingerprint({ key: _key, lines, ...order }: SaleOrder): unknown {
  const content = lines.map(({ photo, ...line }) => ({
    ...line,
    photo: photo && hash("sha256", photo, "base64"),
  }));
  return ["sale", order, content];
}

export function refundFingerprint(saleId: string, { amountCents, lineIds }: RefundOrder): unknown {
  return ["refund", saleId, amountCents ?? null, lineIds ?? null];
}
