/** Sales, receipts and refunds in the OpenAPI document. */
import Type from "typebox";
import { SALE_STATUSES } from "../../core/pos/sales/sale.ts";
import { IDEMPOTENCY_KEY } from "../../wire/idempotency-key.ts";
import { ruleSet } from "../../wire/reader/rule-set.ts";
import { PAGE } from "./page.ts";
import { SALE_FILTER } from "./read-filter.ts";
import {
  LINE as LINE_RULES,
  RECEIPT,
  REFUND as REFUND_RULES,
  SALE as SALE_RULES,
} from "./read-sale.ts";
import { DETAIL, FORM_REFUSED, FORMS, TAGS, TOKEN, TOKEN_REFUSED } from "./schema.ts";
import { ID_OR_NULL, MONEY, pageOf, TEXT_OR_NULL } from "./schema-catalog.ts";

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
const KEY = ruleSet({
  "idempotency-key": IDEMPOTENCY_KEY.describe(
    "The same request with the same key gets the first answer again.",
  ),
}).schema;

const LINE_FIELDS = [
  "item_id",
  "canonical_id",
  "name",
  "price",
  "quantity",
  "tax_rate_ids",
  "notes",
  "photo",
];

/** Further lines have the next numbers. */
const FIRST_LINE = Object.fromEntries(
  Object.entries(LINE_RULES.propertiesIn(LINE_FIELDS)).map(([part, schema]) => [
    `line_items[0][${part}]`,
    schema,
  ]),
);

/** A list is shown as the repeated field. */
const REFUND_FIELDS = Object.fromEntries(
  Object.entries(REFUND_RULES.properties).map(([name, schema]) => [
    name === "line_items" ? "line_items[]" : name,
    schema,
  ]),
);

export const SALE_SCHEMAS = {
  list: {
    ...SHARED,
    summary: "List, filter and search sales",
    description: "Newest first.",
    querystring: Type.Object({ ...PAGE.properties, ...SALE_FILTER.properties }),
    response: { 200: pageOf(SALE), 400: FORM_REFUSED[400], ...LOOKED },
  },
  create: {
    ...FORMED,
    summary: "Make a sale",
    description:
      "Lines are indexed fields. A catalog line has line_items[n][item_id] or [canonical_id], and [quantity]. A custom line has [name], [price], [quantity] and [tax_rate_ids]. Both can have [notes] and [photo]. An unknown field is a 400.",
    headers: KEY,
    body: Type.Object({ ...SALE_RULES.properties, ...FIRST_LINE }),
    response: { 201: SALE, 202: PENDING, ...FORM_REFUSED, 402: DETAIL, ...LOOKED },
  },
  view: { ...SHARED, summary: "View a sale", response: { 200: SALE, ...LOOKED } },
  receipt: {
    ...FORMED,
    summary: "Email a receipt",
    body: RECEIPT.schema,
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
    body: Type.Object(REFUND_FIELDS),
    response: { 200: SALE, 202: PENDING, ...FORM_REFUSED, 402: DETAIL, 403: DETAIL, ...LOOKED },
  },
};
