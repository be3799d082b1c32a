/** Writes sales, and the error texts of sales and refunds. */
import type { RefundError } from "../../core/pos/refunds/check-refund.ts";
import { completedRefundCents } from "../../core/pos/sales/receipts.ts";
import type { Sale, SaleLine, SaleRefund } from "../../core/pos/sales/sale.ts";
import type { LinePart, SaleError } from "../../core/pos/sales/sale-order.ts";
import { type Cents, formatCents } from "../../values/money.ts";
import { formatPercent } from "../../values/percent.ts";
import { FieldError } from "./form.ts";
import { photoUrl, writeId, writeMoment } from "./write.ts";

export function writeSale(sale: Sale): object {
  return {
    id: Number(sale.id),
    status: sale.status,
    payment_method: sale.tokenId === null ? "cash" : "card",
    transaction_id: sale.transactionId,
    card_brand: sale.cardBrand,
    last4: sale.last4,
    message: sale.message,
    user_id: Number(sale.userId),
    cashier: sale.cashier,
    currency: sale.currency,
    subtotal: formatCents(sale.subtotalCents),
    discount: formatCents(sale.discountCents),
    tax: formatCents(sale.taxCents),
    taxes: sale.taxes.map(({ id, name, percentE4, cents }) => ({
      tax_rate_id: Number(id),
      name,
      amount: formatPercent(percentE4),
      tax: formatCents(cents),
    })),
    tip: formatCents(sale.tipCents),
    total: formatCents(sale.totalCents),
    refunded: formatCents(completedRefundCents(sale)),
    customer_email: sale.customerEmail,
    merchant_email: sale.merchantEmail,
    line_items: sale.lines.map(writeLine),
    refunds: sale.refunds.map((refund) => writeRefund(refund, sale)),
    created_at: writeMoment(sale.createdAt),
    updated_at: writeMoment(sale.updatedAt),
  };
}

function writeLine(line: SaleLine): object {
  return {
    id: Number(line.id),
    item_id: writeId(line.itemId),
    canonical_id: writeId(line.canonicalId),
    category_id: writeId(line.categoryId),
    name: line.name,
    price: formatCents(line.priceCents),
    quantity: line.quantity,
    amount: formatCents((line.priceCents * line.quantity) as Cents),
    notes: line.notes,
    tax_rate_ids: line.taxRateIds.map(Number),
    photo_url: photoUrl(line.photoId),
    is_refunded: line.refundId !== null,
  };
}

function writeRefund(refund: SaleRefund, { lines }: Sale): object {
  return {
    id: Number(refund.id),
    status: refund.status,
    amount: formatCents(refund.amountCents),
    transaction_id: refund.transactionId,
    line_items: lines.filter(({ refundId }) => refundId === refund.id).map(({ id }) => Number(id)),
    user_id: Number(refund.userId),
    created_at: writeMoment(refund.createdAt),
  };
}

const PARTS: Readonly<Record<LinePart, string>> = {
  item: "item_id",
  canonical: "canonical_id",
  name: "name",
  price: "price",
  tax_rates: "tax_rate_ids",
  photo: "photo",
};

const LINE_TEXTS = {
  unknown: "This id does not exist in the catalog.",
  conflicting: "This differs from the catalog item. Leave it out, or send the item's value.",
  not_a_picture: "This file is not a JPEG, PNG or WebP image.",
  too_many_pixels: "This image has too many pixels. Send a smaller one.",
  too_large: "A photo may have at most 5 MiB.",
} as const;

const TOKEN_TEXTS = {
  not_fit: "This token has no card that can be charged. Send the token_id of a card payment.",
  no_cards: "This account does not accept cards. Leave the token out for a cash sale.",
  nothing_to_pay: "A card cannot be charged 0.00. Leave the token out.",
} as const;

export function saleError(error: SaleError): FieldError {
  switch (error.kind) {
    case "wrong_figure":
      return new FieldError(
        error.figure,
        `Expected ${formatCents(error.expectedCents)}, computed from the line items.`,
      );
    case "discount_too_large":
      return new FieldError(
        "discount",
        `The discount can be at most the subtotal, ${formatCents(error.subtotalCents)}.`,
      );
    case "line":
      return new FieldError(
        `line_items[${error.place}][${PARTS[error.part]}]`,
        LINE_TEXTS[error.why],
      );
    case "token":
      return new FieldError("token", TOKEN_TEXTS[error.why]);
  }
}

export function refundError(error: RefundError): FieldError {
  switch (error.kind) {
    case "not_paid":
      return new FieldError("refund_amount", "This sale was not paid, so it cannot be refunded.");
    case "nothing_left":
      return new FieldError("refund_amount", "This sale is already fully refunded.");
    case "more_than_left":
      return new FieldError(
        "refund_amount",
        `At most ${formatCents(error.leftCents)} can still be refunded.`,
      );
    case "no_such_line":
      return new FieldError(
        "line_items",
        `The sale has no line ${error.lineId}. Send ids of its line_items.`,
      );
    case "line_refunded":
      return new FieldError("line_items", `Line ${error.lineId} is already refunded.`);
    case "lines_cost_nothing":
      return new FieldError(
        "line_items",
        "Nothing was paid for these lines, so there is nothing to refund.",
      );
    case "disagrees":
      return new FieldError(
        "refund_amount",
        `The lines add up to ${formatCents(error.linesCents)}. Send this amount, or leave refund_amount out.`,
      );
    case "gateway_refuses":
      return new FieldError(
        "refund_amount",
        "The payment cannot be refunded. It was refunded or voided outside the point of sale, or another refund or void is in progress.",
      );
  }
}

/** A file that is too large is an error of the whole request: 413. */
export function isTooLarge(error: SaleError): boolean {
  return error.kind === "line" && error.why === "too_large";
}
