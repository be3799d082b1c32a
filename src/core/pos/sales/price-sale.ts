/** Finds what a sale's lines are and what they come to, and holds the figures sent against that. */
import type { Database } from "../../../db/database.ts";
import type { Cents } from "../../../values/money.ts";
import type { Item, TaxRate } from "../catalog/catalog.ts";
import { ItemStore } from "../catalog/item-store.ts";
import { TaxRateStore } from "../catalog/tax-rate-store.ts";
import type { LinePart, OrderedLine, SaleError, SaleOrder } from "./sale-order.ts";
import { type PricedLine, type Sums, subtotalOf, sumUp } from "./sums.ts";

/** A line as it is sold. */
export interface KnownLine extends PricedLine {
  readonly order: OrderedLine;
  readonly item: Item | undefined;
  readonly name: string;
}

export interface PricedSale {
  readonly lines: readonly KnownLine[];
  readonly sums: Sums;
}

export interface Pricer {
  readonly db: Database;
  readonly accountId: string;
  readonly isTaxedBeforeDiscount: boolean;
}

export async function priceSale(
  { db, accountId, isTaxedBeforeDiscount }: Pricer,
  order: SaleOrder,
): Promise<PricedSale | readonly SaleError[]> {
  const known = await look(db, accountId, order.lines);
  const errors = order.lines.flatMap((line) => errorsOf(line, known));
  if (errors.length > 0) return errors;
  const lines = order.lines.map((line) => lineOf(line, known));
  return checkFigures(order, lines, isTaxedBeforeDiscount);
}

/** Every figure that is wrong; with a discount over all there is no total to expect. */
function checkFigures(
  order: SaleOrder,
  lines: readonly KnownLine[],
  isTaxedBeforeDiscount: boolean,
): PricedSale | readonly SaleError[] {
  const { discountCents, tipCents } = order;
  const subtotalCents = subtotalOf(lines);
  const errors = wrongFigure("subtotal", order.subtotalCents, subtotalCents);
  if (discountCents > subtotalCents) {
    return [...errors, { kind: "discount_too_large", subtotalCents }];
  }
  const sums = sumUp({ lines, discountCents, tipCents, isTaxedBeforeDiscount });
  errors.push(...wrongFigure("total", order.totalCents, sums.totalCents));
  return errors.length > 0 ? errors : { lines, sums };
}

function wrongFigure(
  figure: "subtotal" | "total",
  sentCents: Cents,
  expectedCents: Cents,
): SaleError[] {
  return sentCents === expectedCents ? [] : [{ kind: "wrong_figure", figure, expectedCents }];
}

/** Of the catalog, what the lines speak of. */
interface Known {
  readonly items: readonly Item[];
  readonly rates: ReadonlyMap<string, TaxRate>;
}

async function look(
  db: Database,
  accountId: string,
  lines: readonly OrderedLine[],
): Promise<Known> {
  const ids = lines.flatMap(({ itemId }) => itemId ?? []);
  const canonicalIds = lines.flatMap(({ canonicalId }) => canonicalId ?? []);
  const items = await new ItemStore(db, accountId).findAll(ids, canonicalIds);
  const rateIds = [...items, ...lines].flatMap(({ taxRateIds }) => taxRateIds ?? []);
  const rates = await new TaxRateStore(db, accountId).hold([...new Set(rateIds)]);
  return { items, rates: new Map(rates.map((rate) => [rate.id, rate])) };
}

function itemOf({ itemId, canonicalId }: OrderedLine, { items }: Known): Item | undefined {
  if (itemId !== undefined) return items.find((item) => item.id === itemId);
  return items.filter((item) => item.canonicalId === canonicalId).sort(newestFirst)[0];
}

/** An older version may be there too, because another line names it. */
function newestFirst(one: Item, other: Item): number {
  return Number(BigInt(other.id) - BigInt(one.id));
}

function errorsOf(line: OrderedLine, known: Known): SaleError[] {
  const error = (part: LinePart, why: "unknown" | "conflicting"): SaleError => ({
    kind: "line",
    place: line.place,
    part,
    why,
  });
  const unknownRate = line.taxRateIds?.some((id) => !known.rates.has(id));
  if (unknownRate === true) return [error("tax_rates", "unknown")];
  if (line.itemId === undefined && line.canonicalId === undefined) return [];
  const item = itemOf(line, known);
  if (item === undefined) {
    return [error(line.itemId === undefined ? "canonical" : "item", "unknown")];
  }
  return conflictsOf(line, item).map((part) => error(part, "conflicting"));
}

/** What is sent of a catalog item must be what it is. */
function conflictsOf(line: OrderedLine, item: Item): LinePart[] {
  const isOther = (sent: unknown, real: unknown) => sent !== undefined && sent !== real;
  const sentRates = line.taxRateIds && [...line.taxRateIds].sort().join();
  const conflicts: readonly (readonly [LinePart, boolean])[] = [
    ["canonical", isOther(line.canonicalId, item.canonicalId)],
    ["name", isOther(line.name, item.name)],
    ["price", isOther(line.priceCents, item.priceCents)],
    ["tax_rates", isOther(sentRates, [...item.taxRateIds].sort().join())],
  ];
  return conflicts.filter(([, isConflict]) => isConflict).map(([part]) => part);
}

function lineOf(order: OrderedLine, known: Known): KnownLine {
  const isCatalog = order.itemId !== undefined || order.canonicalId !== undefined;
  const item = isCatalog ? itemOf(order, known) : undefined;
  const rateIds = item?.taxRateIds ?? order.taxRateIds ?? [];
  return {
    order,
    item,
    name: item?.name ?? order.name ?? "",
    priceCents: item?.priceCents ?? order.priceCents ?? (0 as PricedLine["priceCents"]),
    quantity: order.quantity,
    rates: rateIds.flatMap((id) => known.rates.get(id) ?? []),
  };
}
