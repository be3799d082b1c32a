/**
 * Calculates the sums of a sale (contract C, transaction create). Pure and exact: shares are
 * fractions of whole numbers and are rounded once.
 */
import type { Cents } from "../../../values/money.ts";
import type { PercentE4 } from "../../../values/percent.ts";

export interface Rate {
  readonly id: string;
  readonly name: string;
  readonly percentE4: PercentE4;
}

export interface PricedLine {
  readonly priceCents: Cents;
  readonly quantity: number;
  readonly rates: readonly Rate[];
}

export interface Pricing {
  readonly lines: readonly PricedLine[];
  readonly discountCents: Cents;
  readonly tipCents: Cents;
  /** Whether tax is calculated on the amounts before discount. */
  readonly isTaxedBeforeDiscount: boolean;
}

export interface RateTax extends Rate {
  readonly cents: Cents;
}

export interface SaleSums {
  readonly subtotalCents: Cents;
  /** One entry per rate, in the order of its first line. */
  readonly taxes: readonly RateTax[];
  readonly taxCents: Cents;
  readonly totalCents: Cents;
  /** Each line's amount with discount and tax. Their sum is the total without the tip. */
  readonly shareCents: readonly Cents[];
}

/** 100 percent in units of 0.0001 percent. */
const RATE_UNIT = 1_000_000n;

/** The caller ensures that the discount is not larger than the subtotal. */
export function calculateSums(pricing: Pricing): SaleSums {
  const { lines, discountCents, tipCents } = pricing;
  const amounts = lines.map(lineAmount);
  const subtotal = amounts.reduce((sum, amount) => sum + amount, 0n);
  const taxable = taxablePart(pricing, subtotal);
  const taxes = listRates(lines).map((rate) => ({
    ...rate,
    cents: cents(rateTax(rate, lines, amounts, taxable)),
  }));
  const taxCents = cents(taxes.reduce((sum, tax) => sum + BigInt(tax.cents), 0n));
  const goods = subtotal - BigInt(discountCents) + BigInt(taxCents);
  return {
    subtotalCents: cents(subtotal),
    taxes,
    taxCents,
    totalCents: cents(goods + BigInt(tipCents)),
    shareCents: lineShares({ ...pricing, goods, subtotal, amounts, taxable }),
  };
}

export function sumSubtotal(lines: readonly PricedLine[]): Cents {
  return cents(lines.map(lineAmount).reduce((sum, amount) => sum + amount, 0n));
}

function lineAmount({ priceCents, quantity }: Pick<PricedLine, "priceCents" | "quantity">) {
  return BigInt(priceCents) * BigInt(quantity);
}

/** The taxed part of a line's amount, as numerator and denominator. */
interface Part {
  readonly of: bigint;
  readonly whole: bigint;
}

function taxablePart({ discountCents, isTaxedBeforeDiscount }: Pricing, subtotal: bigint): Part {
  if (isTaxedBeforeDiscount || subtotal === 0n) return { of: 1n, whole: 1n };
  return { of: subtotal - BigInt(discountCents), whole: subtotal };
}

function listRates(lines: readonly PricedLine[]): readonly Rate[] {
  const rates = new Map(lines.flatMap((line) => line.rates.map((rate) => [rate.id, rate])));
  return [...rates.values()];
}

/** Adds the exact taxable shares of all lines with the rate, multiplies, and rounds once. */
function rateTax(
  { id, percentE4 }: Rate,
  lines: readonly PricedLine[],
  amounts: readonly bigint[],
  taxable: Part,
): bigint {
  const base = lines.reduce(
    (sum, { rates }, at) =>
      rates.some((rate) => rate.id === id) ? sum + (amounts[at] ?? 0n) : sum,
    0n,
  );
  return roundHalfUp(base * taxable.of * BigInt(percentE4), taxable.whole * RATE_UNIT);
}

interface Shared extends Pricing {
  /** The sum of all lines with discount and tax. */
  readonly goods: bigint;
  readonly subtotal: bigint;
  readonly amounts: readonly bigint[];
  readonly taxable: Part;
}

/** Rounds each share half up, limited to what is left. The last line gets the rest. */
function lineShares(shared: Shared): readonly Cents[] {
  let left = shared.goods;
  return shared.lines.map((line, at) => {
    const isLast = at === shared.lines.length - 1;
    const share = isLast ? left : min(lineShare(shared, line, at), left);
    left -= share;
    return cents(share);
  });
}

function lineShare(shared: Shared, { rates }: PricedLine, at: number): bigint {
  const { subtotal, discountCents, taxable, amounts } = shared;
  const amount = amounts[at] ?? 0n;
  if (amount === 0n) return 0n;
  const percent = rates.reduce((sum, rate) => sum + BigInt(rate.percentE4), 0n);
  const net = amount * (subtotal - BigInt(discountCents)) * taxable.whole * RATE_UNIT;
  const tax = amount * taxable.of * percent * subtotal;
  return roundHalfUp(net + tax, subtotal * taxable.whole * RATE_UNIT);
}

/** The numerator is not negative. */
function roundHalfUp(numerator: bigint, denominator: bigint): bigint {
  return (2n * numerator + denominator) / (2n * denominator);
}

function min(one: bigint, other: bigint): bigint {
  return one < other ? one : other;
}

function cents(amount: bigint): Cents {
  return Number(amount) as Cents;
}
