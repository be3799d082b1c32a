/** Reads sales, refunds and receipts into values of the core. */
import type { FastifyRequest } from "fastify";
import Type from "typebox";
import type { RefundOrder } from "../../core/pos/refunds/check-refund.ts";
import type { OrderedLine, SaleOrder } from "../../core/pos/sales/sale-order.ts";
import { LINES_MAX } from "../../core/pos/sales/search-store.ts";
import { isHarmless } from "../../values/masking/harmless.ts";
import { type Cents, parseCents } from "../../values/money.ts";
import type { Form } from "../../wire/form.ts";
import { IDEMPOTENCY_KEY, IDEMPOTENCY_KEY_HEADER } from "../../wire/idempotency-key.ts";
import { requestFiles } from "../../wire/multipart.ts";
import { formText } from "../../wire/reader/form-rules.ts";
import { MISSING, Problem } from "../../wire/reader/problem.ts";
import { ruleSet } from "../../wire/reader/rule-set.ts";
import type { Sink } from "../../wire/reader/sink.ts";
import {
  FieldError,
  FormReader,
  type PosProblem,
  readForm,
  readPosForm,
  sentence,
} from "./form.ts";
import {
  CENTS,
  count,
  EMAIL_ADDRESS,
  GATEWAY_ID,
  ID,
  IDS,
  line,
  multilineField,
  PHOTO,
  SENT_MONEY,
} from "./values.ts";

const NAME_LENGTH_MAX = 100;
const NOTES_LENGTH_MAX = 1_000;
const QUANTITY_MAX = 9_999;
const AMOUNT_LENGTH_MAX = 9;
const NOTHING = 0 as Cents;

export const SALE = ruleSet({
  subtotalCents: CENTS.named("subtotal").describe("The sum of all lines. With 0 to 2 decimals."),
  discountCents: CENTS.or(NOTHING)
    .named("discount")
    .describe("The discount. With 0 to 2 decimals."),
  tipCents: CENTS.or(NOTHING).named("tip").describe("The tip. With 0 to 2 decimals."),
  totalCents: CENTS.named("total").describe(
    "Subtotal less discount, plus taxes and tip. With 0 to 2 decimals.",
  ),
  tokenId: GATEWAY_ID.optional()
    .named("token")
    .shownAs(
      Type.String({
        description:
          "The id of a stored card or earlier payment, from the payments API. Absent: cash.",
      }),
    ),
  customerEmail: EMAIL_ADDRESS.optional()
    .named("customer_email")
    .describe("Where the customer's receipt goes."),
  merchantEmail: EMAIL_ADDRESS.optional()
    .named("merchant_email")
    .describe("Where the merchant's receipt goes."),
});

export function readSale(request: FastifyRequest): SaleOrder {
  const reader = new FormReader(readPosForm(request), requestFiles(request));
  const order = { ...reader.read(SALE), lines: readLines(reader, request) };
  const sale = { ...order, key: readKey(reader, request) };
  reader.settle();
  return sale;
}

function readKey(reader: FormReader, { headers }: FastifyRequest): string | undefined {
  const sink = reader as Sink<string>;
  return IDEMPOTENCY_KEY.read(headers["idempotency-key"], IDEMPOTENCY_KEY_HEADER, sink);
}

const LINE_FIELD = /^line_items\[([^\]]*)\]/;
/** Some clients use timestamps as line numbers. Numbers up to this one are exact. */
const PLACE = /^(?:0|[1-9][0-9]{0,14})$/;

const TOO_MANY_LINES = sentence(`At most ${LINES_MAX} lines are allowed.`);
const WRONG_NUMBER = sentence(
  "The line index must be a number, starting at 0: line_items[0], line_items[1].",
);

/** Sorted by number. */
function readLines(reader: FormReader, request: FastifyRequest): readonly OrderedLine[] {
  const names = [
    ...readPosForm(request).keys(),
    ...requestFiles(request).map(({ field }) => field),
  ];
  const places = readPlaces(names);
  if (places instanceof Problem) {
    reader.report("line_items", places);
    return [];
  }
  const form = readPosForm(request);
  return places.map((place) => readLineItem(reader, form, place));
}

function readPlaces(names: readonly string[]): readonly number[] | Problem<PosProblem> {
  const numbers = names.flatMap((name) => LINE_FIELD.exec(name)?.[1] ?? []);
  // Errors name the line's number, so it must not be a card number.
  if (!numbers.every((number) => PLACE.test(number) && isHarmless(number))) return WRONG_NUMBER;
  const places = new Set(numbers.map(Number));
  if (places.size === 0) return MISSING;
  return places.size > LINES_MAX ? TOO_MANY_LINES : [...places].sort((one, other) => one - other);
}

export const LINE = ruleSet({
  itemId: ID.optional().named("item_id").describe("A catalog item at one name and price."),
  canonicalId: ID.optional()
    .named("canonical_id")
    .describe("A catalog item at its current name and price."),
  name: line(NAME_LENGTH_MAX).optional().describe("What is sold on a custom line."),
  priceCents: CENTS.optional()
    .named("price")
    .describe("The price of one on a custom line. With 0 to 2 decimals."),
  taxRateIds: IDS.optional()
    .named("tax_rate_ids")
    .describe(
      "The ids of tax rates: a repeated field tax_rate_ids[], numbered fields tax_rate_ids[0], or a comma-separated list.",
    ),
  quantity: count({ max: QUANTITY_MAX, fallback: 1 }).describe("How many are sold."),
  notes: multilineField(NOTES_LENGTH_MAX).describe("Notes of your own."),
  photo: PHOTO,
});

/** A line with an id is a catalog item. Any other line needs a name and a price. */
function readLineItem(reader: FormReader, form: Form, place: number): OrderedLine {
  const named = (part: string) => `line_items[${place}][${part}]`;
  const sink: Sink<PosProblem> = {
    report: (part, problem) => reader.report(named(part), problem),
  };
  const errorsBefore = reader.errors.length;
  const read = LINE.read((part, takes) => reader.source(named(part), takes), sink);
  const isOfCatalog = ["item_id", "canonical_id"].some(
    (part) => (form.get(named(part))?.join("") ?? "") !== "",
  );
  if (!isOfCatalog && reader.errors.length === errorsBefore) {
    if (read.name === undefined) sink.report("name", MISSING);
    if (read.priceCents === undefined) sink.report("price", MISSING);
  }
  return { place, ...read, taxRateIds: someOf(read.taxRateIds) };
}

const NOTHING_TO_REFUND = sentence("The refund amount must be greater than 0.00.");

function readPositive(text: string): Cents | Problem<PosProblem> | undefined {
  const cents = parseCents(text);
  return cents === 0 ? NOTHING_TO_REFUND : cents;
}

export const REFUND = ruleSet({
  amountCents: formText<PosProblem>(AMOUNT_LENGTH_MAX)
    .as(readPositive, new Problem<PosProblem>("not_an_amount"))
    .optional()
    .named("refund_amount")
    .shownAs(SENT_MONEY)
    .describe("The amount to refund. With 0 to 2 decimals."),
  lineIds: IDS.optional().named("line_items").describe("The ids of the lines to refund."),
});

export function readRefund(request: FastifyRequest): RefundOrder {
  const form = readPosForm(request);
  const reader = new FormReader(form);
  const { amountCents, lineIds } = reader.read(REFUND);
  const order = { amountCents, lineIds: someOf(lineIds), key: readKey(reader, request) };
  reader.settle();
  if (order.amountCents === undefined && order.lineIds === undefined) refuseBlank(form);
  return order;
}

/**
 * Without fields, everything is refunded. A blank field is an error, because its value may have
 * been lost.
 */
function refuseBlank(form: Form): void {
  const sent = [...form.keys()];
  const isBlank = (name: string) => sent.some((key) => key === name || key.startsWith(`${name}[`));
  const name = ["refund_amount", "line_items"].find(isBlank);
  if (name !== undefined)
    throw new FieldError(name, "This field is empty. Omit it to refund the remaining amount.");
}

/** A blank list counts as absent. */
function someOf(ids: readonly string[] | undefined): readonly string[] | undefined {
  return ids === undefined || ids.length === 0 ? undefined : ids;
}

export const RECEIPT = ruleSet({ email: EMAIL_ADDRESS.describe("Where the receipt goes.") });

export function readReceipt(form: Form): { email: string } {
  return readForm(form, RECEIPT);
}
