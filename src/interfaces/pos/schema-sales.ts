/** Sales, receipts and refunds in the OpenAPI document. */
import Type from "typebox";
import { SALE_STATUSES } from "../../core/pos/sales/sale.ts";
import { IDEMPOTENCY_KEY, IDEMPOTENCY_KEY_HEADER } from "../../wire/idempotency-key.ts";
import { jsonAnswer, LOCATION_HEADER, REPLAYED } from "../../wire/open-api/answers.ts";
import { namedObject, nameSchema } from "../../wire/open-api/named-schema.ts";
import { ruleSet } from "../../wire/reader/rule-set.ts";
import { PAGE } from "./page.ts";
import { SALE_FILTER } from "./read-filter.ts";
import {
  LINE as LINE_RULES,
  RECEIPT,
  REFUND as REFUND_RULES,
  SALE as SALE_RULES,
} from "./read-sale.ts";
import {
  FORBIDDEN,
  FORM_REFUSED,
  FORMS,
  moment,
  NOT_FOUND,
  NOT_SENT,
  refusal,
  TAGS,
  TOKEN,
  TOKEN_REFUSED,
} from "./schema.ts";
import { BY_ID, idOrNull, ids, money, pageSchema, textOrNull } from "./schema-catalog.ts";

const LINE = namedObject("SaleLine", "A line of a sale.", {
  id: Type.Integer({ description: "The id of the line." }),
  item_id: idOrNull("The catalog item at its price. null for a custom line."),
  canonical_id: idOrNull("The catalog item at every price. null for a custom line."),
  category_id: idOrNull("The category of the catalog item."),
  name: Type.String({ description: "What was sold." }),
  price: money("The price of one."),
  quantity: Type.Integer({ description: "How many were sold." }),
  amount: money("Price times quantity."),
  notes: Type.String({ description: "Notes, as sent." }),
  tax_rate_ids: ids("The tax rates of the line."),
  photo_url: textOrNull("The path of the photo."),
  is_refunded: Type.Boolean({ description: "Whether the line was refunded." }),
});

const REFUND = namedObject("SaleRefund", "A refund of a sale.", {
  id: Type.Integer({ description: "The id of the refund." }),
  status: Type.Enum(["pending", "completed", "declined", "failed"], {
    description: "The status of the refund.",
  }),
  amount: money("The refunded amount."),
  transaction_id: textOrNull("The gateway's transaction id. null for cash."),
  line_items: ids("The refunded lines, if lines were refunded."),
  user_id: Type.Integer({ description: "The user who refunded." }),
  created_at: moment("When it was refunded, UTC."),
});

const TAX = namedObject("SaleTax", "The tax of a sale at one rate.", {
  tax_rate_id: Type.Integer({ description: "The tax rate." }),
  name: Type.String({ description: "The name of the tax rate." }),
  amount: Type.String({ description: "The percentage.", examples: ["8.875"] }),
  tax: money("The tax."),
});

const SALE = namedObject("Sale", "A sale of the point of sale.", {
  id: Type.Integer({ description: "The id of the sale." }),
  status: Type.Enum([...SALE_STATUSES], { description: "The status of the sale." }),
  payment_method: Type.Enum(["cash", "card"], { description: "How it was paid." }),
  transaction_id: textOrNull("The gateway's transaction id. null for cash."),
  card_brand: textOrNull("The brand of the card. null for cash."),
  last4: textOrNull("The last four digits of the card. null for cash."),
  message: textOrNull("The card host's message. null for cash."),
  user_id: Type.Integer({ description: "The user who sold." }),
  cashier: Type.String({ description: "The name of the user who sold." }),
  currency: Type.String({ description: "The ISO 4217 code of the currency." }),
  subtotal: money("The sum of all lines."),
  discount: money("The discount."),
  tax: money("The sum of all taxes."),
  taxes: Type.Array(TAX, { description: "The tax at each rate." }),
  tip: money("The tip."),
  total: money("Subtotal less discount, plus taxes and tip."),
  refunded: money("What was refunded so far."),
  customer_email: textOrNull("Where the customer's receipt went."),
  merchant_email: textOrNull("Where the merchant's receipt went."),
  line_items: Type.Array(LINE, { description: "The lines." }),
  refunds: Type.Array(REFUND, { description: "The refunds." }),
  created_at: moment("When it was sold, UTC."),
  updated_at: moment("When it was last changed, UTC."),
});

const SHARED = { tags: TAGS, security: TOKEN };
const FORMED = { ...SHARED, consumes: FORMS };
const LOOKED = { ...TOKEN_REFUSED, ...NOT_FOUND };
const PENDING_TEXT = "The result of the card host is not known yet. Get the sale again later.";
const DECLINED_TEXT = "Declined. The text is the card host's.";
const KEY = ruleSet({
  [IDEMPOTENCY_KEY_HEADER]: IDEMPOTENCY_KEY.describe(
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

const STORED_HEADERS = { ...LOCATION_HEADER, ...REPLAYED };

const NEW_SALE = namedObject("NewSale", "A sale. Further lines have the next numbers.", {
  ...SALE_RULES.properties,
  ...FIRST_LINE,
});

export const SALE_SCHEMAS = {
  list: {
    ...SHARED,
    operationId: "listSales",
    summary: "List, filter and search sales",
    description: "Newest first.",
    querystring: Type.Object({ ...PAGE.properties, ...SALE_FILTER.properties }),
    response: {
      200: jsonAnswer("A page of the list.", pageSchema("SaleList", SALE)),
      400: FORM_REFUSED[400],
      ...LOOKED,
    },
  },
  create: {
    ...FORMED,
    operationId: "createSale",
    summary: "Make a sale",
    description:
      "Lines are indexed fields. A catalog line has line_items[n][item_id] or [canonical_id], and [quantity]. A custom line has [name], [price], [quantity] and [tax_rate_ids]. Both can have [notes] and [photo]. An unknown field is a 400.",
    headers: KEY,
    body: NEW_SALE,
    response: {
      201: jsonAnswer("The sale was paid.", SALE, STORED_HEADERS),
      202: jsonAnswer(PENDING_TEXT, SALE, STORED_HEADERS),
      ...FORM_REFUSED,
      402: { ...refusal(DECLINED_TEXT), headers: STORED_HEADERS },
      ...LOOKED,
      503: NOT_SENT,
    },
  },
  view: {
    ...SHARED,
    operationId: "getSale",
    summary: "View a sale",
    params: BY_ID,
    response: { 200: jsonAnswer("The sale.", SALE), ...LOOKED },
  },
  receipt: {
    ...FORMED,
    operationId: "emailReceipt",
    summary: "Email a receipt",
    params: BY_ID,
    body: nameSchema("NewReceipt", "Where the receipt goes.", RECEIPT.schema),
    response: {
      200: jsonAnswer(
        "The receipt is on its way.",
        namedObject("Receipt", "A receipt that is sent.", {
          id: Type.Integer({ description: "The id of the sale." }),
          email: Type.String({ description: "Where the receipt goes." }),
        }),
      ),
      ...FORM_REFUSED,
      ...LOOKED,
    },
  },
  refund: {
    ...FORMED,
    operationId: "refundSale",
    summary: "Refund a sale",
    description:
      "Refunds lines, an amount, or everything that is left. A cashier can refund only their own sales. An unknown field is a 400.",
    headers: KEY,
    params: BY_ID,
    body: namedObject("NewRefund", "What to refund. Everything that is left if it is empty.", {
      ...REFUND_FIELDS,
    }),
    response: {
      200: jsonAnswer("The sale with its refunds.", SALE, REPLAYED),
      202: jsonAnswer(PENDING_TEXT, SALE, REPLAYED),
      ...FORM_REFUSED,
      402: { ...refusal(DECLINED_TEXT), headers: REPLAYED },
      ...FORBIDDEN,
      ...LOOKED,
      503: refusal(
        "Temporarily unavailable, or the card host could not be reached and nothing was refunded.",
      ),
    },
  },
};
