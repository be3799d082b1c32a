/** Sales as area C writes them, and its words for what is wrong with one. */
import type { RefundError } from "../../core/pos/sales/judge-refund.ts";
import { refundedOf } from "../../core/pos/sales/receipts.ts";
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
    refunded: formatCents(refundedOf(sale)),
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

const LINE_WORDS = {
  unknown: "There is no such record.",
  conflicting: "This is not what the catalog item has.",
  not_a_picture: "This is no JPEG, PNG or WebP picture.",
  too_many_pixels: "This picture has too many pixels.",
  too_large: "A photo may have at most 5 MiB.",
} as const;

const TOKEN_WORDS = {
  not_fit: "There is no card behind this token that could be charged.",
  no_cards: "This account takes no cards.",
  nothing_to_pay: "A card cannot be charged 0.00: leave the token out.",
} as const;

export function saleError(error: SaleError): FieldError {
  switch (error.kind) {
    case "wrong_figure":
      return new FieldError(error.figure, `Expected ${formatCents(error.expectedCents)}.`);
    case "discount_too_large":
      return new FieldError("discount", `At most ${formatCents(error.subtotalCents)} is possible.`);
    case "line":
      return new FieldError(
        `line_items[${error.place}][${PARTS[error.part]}]`,
        LINE_WORDS[error.why],
      );
    case "token":
      return new FieldError("token", TOKEN_WORDS[error.why]);
  }
}

export function refundError(error: RefundError): FieldError {
  switch (error.kind) {
    case "not_paid":
      return new FieldError("refund_amount", "Only a sale that was paid can be refunded.");
    case "nothing_left":
      return new FieldError("refund_amount", "Nothing is left to refund.");
    case "more_than_left":
      return new FieldError("refund_amount", `At most ${formatCents(error.leftCents)} is left.`);
    case "no_such_line":
      return new FieldError("line_items", `The sale has no line ${error.lineId}.`);
    case "line_refunded":
      return new FieldError("line_items", `Line ${error.lineId} is refunded already.`);
    case "lines_cost_nothing":
      return new FieldError("line_items", "Nothing was paid for these lines.");
    case "disagrees":
      return new FieldError(
        "refund_amount",
        `Expected ${formatCents(error.linesCents)} for these lines.`,
      );
    case "gateway_refuses":
      return new FieldError(
        "refund_amount",
        "The gateway cannot give this back: it was refunded or undone there, or is being changed.",
      );
  }
}

/** A file that is too large is the request's error as a whole: 413. */
export function isTooLarge(error: SaleError): boolean {
  return error.kind === "line" && error.why === "too_large";
}
