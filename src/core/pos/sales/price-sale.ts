/** Looks up the lines of a sale in the catalog, calculates the sums, and compares the sent amounts. */
import type { Database } from "../../../db/database.ts";
import type { Cents } from "../../../values/money.ts";
import type { Item, TaxRate } from "../catalog/catalog.ts";
import { ItemStore } from "../catalog/item-store.ts";
import { TaxRateStore } from "../catalog/tax-rate-store.ts";
import type { LinePart, OrderedLine, SaleError, SaleOrder } from "./sale-order.ts";
import { calculateSums, type PricedLine, type SaleSums, sumSubtotal } from "./sums.ts";

/** A line with its catalog item, name and price. */
export interface CatalogLine extends PricedLine {
  readonly order: OrderedLine;
  readonly item: Item | undefined;
  readonly name: string;
}

export interface PricedSale {
  readonly lines: readonly CatalogLine[];
  readonly sums: SaleSums;
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
  const known = await findCatalogEntries(db, accountId, order.lines);
  const errors = order.lines.flatMap((line) => lineErrors(line, known));
  if (errors.length > 0) return errors;
  const lines = order.lines.map((line) => toCatalogLine(line, known));
  return checkFigures(order, lines, isTaxedBeforeDiscount);
}

/** Lists every wrong amount. With a discount over the subtotal there is no expected total. */
function checkFigures(
  order: SaleOrder,
  lines: readonly CatalogLine[],
  isTaxedBeforeDiscount: boolean,
): PricedSale | readonly SaleError[] {
  const { discountCents, tipCents } = order;
  const subtotalCents = sumSubtotal(lines);
  const errors = wrongFigure("subtotal", order.subtotalCents, subtotalCents);
  if (discountCents > subtotalCents) {
    return [...errors, { kind: "discount_too_large", subtotalCents }];
  }
  const sums = calculateSums({ lines, discountCents, tipCents, isTaxedBeforeDiscount });
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

/** The catalog entries that the lines refer to. */
interface CatalogEntries {
  readonly items: readonly Item[];
  readonly rates: ReadonlyMap<string, TaxRate>;
}

async function findCatalogEntries(
  db: Database,
  accountId: string,
  lines: readonly OrderedLine[],
): Promise<CatalogEntries> {
  const ids = lines.flatMap(({ itemId }) => itemId ?? []);
  const canonicalIds = lines.flatMap(({ canonicalId }) => canonicalId ?? []);
  const items = await new ItemStore(db, accountId).findItems(ids, canonicalIds);
  const rateIds = [...items, ...lines].flatMap(({ taxRateIds }) => taxRateIds ?? []);
  const rates = await new TaxRateStore(db, accountId).lockTaxRates([...new Set(rateIds)]);
  return { items, rates: new Map(rates.map((rate) => [rate.id, rate])) };
}

function findLineItem(
  { itemId, canonicalId }: OrderedLine,
  { items }: CatalogEntries,
): Item | undefined {
  if (itemId !== undefined) return items.find((item) => item.id === itemId);
  return items.filter((item) => item.canonicalId === canonicalId).sort(newestFirst)[0];
}

/** An older version may be in the list too, because another line refers to it. */
function newestFirst(one: Item, other: Item): number {
  return Number(BigInt(other.id) - BigInt(one.id));
}

function lineErrors(line: OrderedLine, known: CatalogEntries): SaleError[] {
  const error = (part: LinePart, why: "unknown" | "conflicting"): SaleError => ({
    kind: "line",
    place: line.place,
    part,
    why,
  });
  const unknownRate = line.taxRateIds?.some((id) => !known.rates.has(id));
  if (unknownRate === true) return [error("tax_rates", "unknown")];
  if (line.itemId === undefined && line.canonicalId === undefined) return [];
  const item = findLineItem(line, known);
  if (item === undefined) {
    return [error(line.itemId === undefined ? "canonical" : "item", "unknown")];
  }
  return lineConflicts(line, item).map((part) => error(part, "conflicting"));
}

/** Fields sent with a catalog item must have the item's values. */
function lineConflicts(line: OrderedLine, item: Item): LinePart[] {
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

function toCatalogLine(order: OrderedLine, known: CatalogEntries): CatalogLine {
  const isCatalog = order.itemId !== undefined || order.canonicalId !== undefined;
  const item = isCatalog ? findLineItem(order, known) : undefined;
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
