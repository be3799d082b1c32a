/** Sales, receipts and refunds in the OpenAPI document. */
import Type from "typebox";
import { SALE_STATUSES } from "../../core/pos/sales/sale.ts";
import { DETAIL, FORM_REFUSED, FORMS, TAGS, TOKEN, TOKEN_REFUSED } from "./schema.ts";
import {
  ID_OR_NULL,
  MONEY,
  PAGE_QUERY,
  PHOTO,
  pageOf,
  RATE_IDS,
  SENT_MONEY,
  TEXT_OR_NULL,
} from "./schema-catalog.ts";

const MOMENT = Type.String({ format: "date-time" });

const LINE = Type.Object({
  id: Type.Integer(),
  item_id: ID_OR_NULL,
  canonical_id: ID_OR_NULL,
  category_id: ID_OR_NULL,
  name: Type.String(),
  price: MONEY,
  quantity: Type.Integer(),
  amount: MONEY,
  notes: Type.String(),
  tax_rate_ids: Type.Array(Type.Integer()),
  photo_url: TEXT_OR_NULL,
  is_refunded: Type.Boolean(),
});

const REFUND = Type.Object({
  id: Type.Integer(),
  status: Type.Enum(["pending", "completed", "declined", "failed"]),
  amount: MONEY,
  transaction_id: TEXT_OR_NULL,
  line_items: Type.Array(Type.Integer()),
  user_id: Type.Integer(),
  created_at: MOMENT,
});

const TAX = Type.Object({
  tax_rate_id: Type.Integer(),
  name: Type.String(),
  amount: Type.String(),
  tax: MONEY,
});

const SALE = Type.Object({
  id: Type.Integer(),
  status: Type.Enum([...SALE_STATUSES]),
  payment_method: Type.Enum(["cash", "card"]),
  transaction_id: TEXT_OR_NULL,
  card_brand: TEXT_OR_NULL,
  last4: TEXT_OR_NULL,
  message: TEXT_OR_NULL,
  user_id: Type.Integer(),
  cashier: Type.String(),
  currency: Type.String(),
  subtotal: MONEY,
  discount: MONEY,
  tax: MONEY,
  taxes: Type.Array(TAX),
  tip: MONEY,
  total: MONEY,
  refunded: MONEY,
  customer_email: TEXT_OR_NULL,
  merchant_email: TEXT_OR_NULL,
  line_items: Type.Array(LINE),
  refunds: Type.Array(REFUND),
  created_at: MOMENT,
  updated_at: MOMENT,
});

const SHARED = { tags: TAGS, security: TOKEN };
const FORMED = { ...SHARED, consumes: FORMS };
const LOOKED = { ...TOKEN_REFUSED, 404: DETAIL };
const PENDING = Type.Object(SALE.properties, {
  description: "The result of the card host is not known yet. Get the sale again later.",
});
const KEY = Type.Object({
  "idempotency-key": Type.Optional(
    Type.String({
      maxLength: 255,
      description: "The same request with the same key gets the first answer again.",
    }),
  ),
});

/** Further lines have the next numbers. */
const FIRST_LINE = {
  "line_items[0][item_id]": Type.Optional(Type.Integer()),
  "line_items[0][canonical_id]": Type.Optional(Type.Integer()),
  "line_items[0][name]": Type.Optional(Type.String({ maxLength: 100 })),
  "line_items[0][price]": Type.Optional(SENT_MONEY),
  "line_items[0][quantity]": Type.Optional(
    Type.Integer({ minimum: 1, maximum: 9_999, default: 1 }),
  ),
  "line_items[0][tax_rate_ids]": Type.Optional(RATE_IDS),
  "line_items[0][notes]": Type.Optional(Type.String({ maxLength: 1_000 })),
  "line_items[0][photo]": Type.Optional(PHOTO),
};

export const SALE_SCHEMAS = {
  list: {
    ...SHARED,
    summary: "List, filter and search sales",
    description: "Newest first.",
    querystring: Type.Object({
      ...PAGE_QUERY,
      status: Type.Optional(Type.Enum([...SALE_STATUSES])),
      user_id: Type.Optional(Type.Integer()),
      start_date: Type.Optional(
        Type.String({
          description:
            "YYYY-MM-DD or YYYY-MM-DD HH:MM:SS in the account's zone, or ISO 8601 with an offset.",
        }),
      ),
      end_date: Type.Optional(Type.String({ description: "The same formats. Inclusive." })),
      min_total: Type.Optional(SENT_MONEY),
      max_total: Type.Optional(SENT_MONEY),
      category_id: Type.Optional(Type.Integer()),
      q: Type.Optional(
        Type.String({
          description:
            "The beginning of a word in a line's name or an email, the last four digits, the id of the sale, or the gateway's transaction_id.",
        }),
      ),
    }),
    response: { 200: pageOf(SALE), 400: FORM_REFUSED[400], ...LOOKED },
  },
  create: {
    ...FORMED,
    summary: "Make a sale",
    description:
      "Lines are indexed fields. A catalog line has line_items[n][item_id] or [canonical_id], and [quantity]. A custom line has [name], [price], [quantity] and [tax_rate_ids]. Both can have [notes] and [photo]. An unknown field is a 400.",
    headers: KEY,
    body: Type.Object({
      subtotal: SENT_MONEY,
      discount: Type.Optional(SENT_MONEY),
      tip: Type.Optional(SENT_MONEY),
      total: SENT_MONEY,
      token: Type.Optional(
        Type.String({
          description:
            "The id of a stored card or earlier payment, from the payments API. Absent: cash.",
        }),
      ),
      customer_email: Type.Optional(Type.String()),
      merchant_email: Type.Optional(Type.String()),
      ...FIRST_LINE,
    }),
    response: { 201: SALE, 202: PENDING, ...FORM_REFUSED, 402: DETAIL, ...LOOKED },
  },
  view: { ...SHARED, summary: "View a sale", response: { 200: SALE, ...LOOKED } },
  receipt: {
    ...FORMED,
    summary: "Email a receipt",
    body: Type.Object({ email: Type.String() }),
    response: {
      200: Type.Object({ id: Type.Integer(), email: Type.String() }),
      ...FORM_REFUSED,
      ...LOOKED,
    },
  },
  refund: {
    ...FORMED,
    summary: "Refund a sale",
    description:
      "Refunds lines, an amount, or everything that is left. A cashier can refund only their own sales. An unknown field is a 400.",
    headers: KEY,
    body: Type.Object({
      refund_amount: Type.Optional(SENT_MONEY),
      "line_items[]": Type.Optional(Type.Array(Type.Integer())),
    }),
    response: { 200: SALE, 202: PENDING, ...FORM_REFUSED, 402: DETAIL, 403: DETAIL, ...LOOKED },
  },
};
