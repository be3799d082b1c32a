/** A sale at the point of sale with its lines and refunds. */
import type { Cents } from "../../../values/money.ts";
import type { RateTax } from "./sums.ts";

export const SALE_STATUSES = [
  /** The payment is running, or its result is unknown. */
  "pending",
  "completed",
  "declined",
  /** The card host could not be reached. Nothing was charged. */
  "failed",
  "partially_refunded",
  "refunded",
] as const;
export type SaleStatus = (typeof SALE_STATUSES)[number];

export type RefundStatus = "pending" | "completed" | "declined" | "failed";

export interface SaleLine {
  readonly id: string;
  readonly itemId: string | null;
  readonly canonicalId: string | null;
  readonly categoryId: string | null;
  readonly name: string;
  readonly priceCents: Cents;
  readonly quantity: number;
  readonly notes: string;
  readonly photoId: string | null;
  readonly taxRateIds: readonly string[];
  /** The line's amount with its share of discount and tax. */
  readonly shareCents: Cents;
  readonly refundId: string | null;
}

export interface SaleRefund {
  readonly id: string;
  readonly userId: string;
  readonly status: RefundStatus;
  readonly amountCents: Cents;
  readonly transactionId: string | null;
  readonly message: string | null;
  readonly createdAt: Temporal.Instant;
}

/** A sale without its lines and refunds. */
export interface SaleHead {
  readonly id: string;
  readonly userId: string;
  /** The seller's name at the time of the sale. */
  readonly cashier: string;
  readonly status: SaleStatus;
  readonly subtotalCents: Cents;
  readonly discountCents: Cents;
  readonly taxCents: Cents;
  readonly tipCents: Cents;
  readonly totalCents: Cents;
  /** The sum of completed and pending refunds. */
  readonly refundedCents: Cents;
  readonly currency: string;
  readonly taxes: readonly RateTax[];
  readonly customerEmail: string | null;
  readonly merchantEmail: string | null;
  /** Null for cash. */
  readonly tokenId: string | null;
  readonly transactionId: string | null;
  readonly cardBrand: string | null;
  readonly last4: string | null;
  readonly message: string | null;
  readonly createdAt: Temporal.Instant;
  readonly updatedAt: Temporal.Instant;
  readonly leaseUntil: Temporal.Instant | null;
}

export interface Sale extends SaleHead {
  readonly lines: readonly SaleLine[];
  readonly refunds: readonly SaleRefund[];
}

export function isPaid({ status }: Pick<SaleHead, "status">): boolean {
  return status === "completed" || status === "partially_refunded" || status === "refunded";
}
