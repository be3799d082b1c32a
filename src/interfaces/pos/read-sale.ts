/** What a sale, a refund and a receipt are asked to be, as the core says it. */

import type { FastifyRequest } from "fastify";
import type { RefundOrder } from "../../core/pos/refunds/check-refund.ts";
import type { OrderedLine, SaleOrder } from "../../core/pos/sales/sale-order.ts";
import { LINES_MAX } from "../../core/pos/sales/search-store.ts";
import { isHarmless } from "../../values/masking/harmless.ts";
import type { Cents } from "../../values/money.ts";
import type { Form } from "../../wire/form.ts";
import { readIdempotencyKey } from "../../wire/idempotency-key.ts";
import { requestFiles } from "../../wire/multipart.ts";
import { RequestError } from "../../wire/request-error.ts";
import { FieldError, formOf, gatherErrors, readForm } from "./form.ts";
import { fileOf } from "./read.ts";
import {
  GATEWAY_DIGITS,
  readCents,
  readCentsOrNone,
  readCount,
  readEmail,
  readEmailOrNone,
  readIdOrNone,
  readIds,
  readLineOrNone,
  readText,
} from "./values.ts";

const NAME_LENGTH_MAX = 100;
const NOTES_LENGTH_MAX = 1_000;
const QUANTITY_MAX = 9_999;
const NOTHING = 0 as Cents;

export function readSale(request: FastifyRequest): SaleOrder {
  const form = formOf(request);
  return readForm(form, {
    subtotalCents: (fields) => readCents(fields, "subtotal"),
    discountCents: (fields) => readCentsOrNone(fields, "discount") ?? NOTHING,
    tipCents: (fields) => readCentsOrNone(fields, "tip") ?? NOTHING,
    totalCents: (fields) => readCents(fields, "total"),
    tokenId: (fields) => readIdOrNone(fields, "token", GATEWAY_DIGITS),
    customerEmail: (fields) => readEmailOrNone(fields, "customer_email"),
    merchantEmail: (fields) => readEmailOrNone(fields, "merchant_email"),
    lines: () => readLines(request),
    key: () => readIdempotencyKey(request.headers["idempotency-key"]),
  });
}

const LINE_FIELD = /^line_items\[([^\]]*)\]/;
/** Phones number lines by moments as well; up to here every number is exact. */
const PLACE = /^(?:0|[1-9][0-9]{0,14})$/;

/** In the order of their numbers, whatever order they came in. */
function readLines(request: FastifyRequest): readonly OrderedLine[] {
  const names = [...formOf(request).keys(), ...requestFiles(request).map(({ field }) => field)];
  const places = new Set(names.flatMap((name) => placeIn(name) ?? []));
  if (places.size === 0) throw new RequestError("missing", "line_items");
  if (places.size > LINES_MAX) {
    throw new FieldError("line_items", `At most ${LINES_MAX} lines are allowed.`);
  }
  const lines: OrderedLine[] = [];
  gatherErrors(
    [...places].sort((one, other) => one - other),
    (place) => {
      lines.push(readLineItem(request, place));
    },
  );
  return lines;
}

function placeIn(name: string): number | undefined {
  const place = LINE_FIELD.exec(name)?.[1];
  if (place === undefined) return undefined;
  // Errors of a line name its number, which therefore is no card's.
  if (PLACE.test(place) && isHarmless(place)) return Number(place);
  throw new FieldError("line_items", "Lines are numbered from 0, with up to 15 digits.");
}

/** With an id it is the catalog's; else it must say what it is and what it costs. */
function readLineItem(request: FastifyRequest, place: number): OrderedLine {
  const form = formOf(request);
  const named = (part: string) => `line_items[${place}][${part}]`;
  const isOfCatalog = ["item_id", "canonical_id"].some(
    (part) => (form.get(named(part))?.join("") ?? "") !== "",
  );
  const line = readForm<OrderedLine>(form, {
    place: () => place,
    itemId: (fields) => readIdOrNone(fields, named("item_id")),
    canonicalId: (fields) => readIdOrNone(fields, named("canonical_id")),
    name: (fields) => readLineOrNone(fields, named("name"), NAME_LENGTH_MAX),
    priceCents: (fields) => readCentsOrNone(fields, named("price")),
    taxRateIds: () => someOf(readIds(form, named("tax_rate_ids"))),
    quantity: (fields) => readCount(fields, named("quantity"), { max: QUANTITY_MAX, fallback: 1 }),
    notes: (fields) => readText(fields, named("notes"), NOTES_LENGTH_MAX),
    photo: () => fileOf(request, named("photo")),
  });
  if (!isOfCatalog) requireAll({ [named("name")]: line.name, [named("price")]: line.priceCents });
  return line;
}

function requireAll(values: Readonly<Record<string, unknown>>): void {
  gatherErrors(Object.entries(values), ([name, value]) => {
    if (value === undefined) throw new RequestError("missing", name);
  });
}

export function readRefund(request: FastifyRequest): RefundOrder {
  const form = formOf(request);
  const order = readForm(form, {
    amountCents: (fields) => positive(readCentsOrNone(fields, "refund_amount"), "refund_amount"),
    lineIds: () => someOf(readIds(form, "line_items")),
    key: () => readIdempotencyKey(request.headers["idempotency-key"]),
  });
  if (order.amountCents === undefined && order.lineIds === undefined) refuseBlank(form);
  return order;
}

/** All goes back where nothing is said. What is blank is rather a part that got lost on the way. */
function refuseBlank(form: Form): void {
  const sent = [...form.keys()];
  const isBlank = (name: string) => sent.some((key) => key === name || key.startsWith(`${name}[`));
  const name = ["refund_amount", "line_items"].find(isBlank);
  if (name !== undefined) throw new FieldError(name, "Leave it out to refund all that is left.");
}

function positive(cents: Cents | undefined, name: string): Cents | undefined {
  if (cents === 0) throw new FieldError(name, "There is nothing to refund in 0.00.");
  return cents;
}

/** A blank list is no list. */
function someOf(ids: readonly string[] | undefined): readonly string[] | undefined {
  return ids === undefined || ids.length === 0 ? undefined : ids;
}

export function readReceipt(form: Form): { email: string } {
  return readForm(form, { email: (fields) => readEmail(fields, "email") });
}
