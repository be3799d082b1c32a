/**
 * What a sale comes to (C, transaction create). Pure, and exact: shares are fractions of whole
 * numbers until the one place where each is rounded.
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
  /** The account takes tax on the amounts before discount. */
  readonly isTaxedBeforeDiscount: boolean;
}

export interface RateTax extends Rate {
  readonly cents: Cents;
}

export interface Sums {
  readonly subtotalCents: Cents;
  /** One of each rate, in order of its first line. */
  readonly taxes: readonly RateTax[];
  readonly taxCents: Cents;
  readonly totalCents: Cents;
  /** What each line comes to with discount and tax: together the total but for the tip. */
  readonly shareCents: readonly Cents[];
}

/** A tenth of a thousandth of a percent. */
const RATE_UNIT = 1_000_000n;

/** Whatever is over the discount must not be less than nothing: the caller has seen to that. */
export function sumUp(pricing: Pricing): Sums {
  const { lines, discountCents, tipCents } = pricing;
  const amounts = lines.map(amountOf);
  const subtotal = amounts.reduce((sum, amount) => sum + amount, 0n);
  const taxable = taxableOf(pricing, subtotal);
  const taxes = ratesOf(lines).map((rate) => ({
    ...rate,
    cents: cents(taxOf(rate, lines, amounts, taxable)),
  }));
  const taxCents = cents(taxes.reduce((sum, tax) => sum + BigInt(tax.cents), 0n));
  const goods = subtotal - BigInt(discountCents) + BigInt(taxCents);
  return {
    subtotalCents: cents(subtotal),
    taxes,
    taxCents,
    totalCents: cents(goods + BigInt(tipCents)),
    shareCents: sharesOf({ ...pricing, goods, subtotal, amounts, taxable }),
  };
}

export function subtotalOf(lines: readonly PricedLine[]): Cents {
  return cents(lines.map(amountOf).reduce((sum, amount) => sum + amount, 0n));
}

function amountOf({ priceCents, quantity }: Pick<PricedLine, "priceCents" | "quantity">) {
  return BigInt(priceCents) * BigInt(quantity);
}

/** What part of a line's amount is taxed, as numerator and denominator. */
interface Part {
  readonly of: bigint;
  readonly whole: bigint;
}

function taxableOf({ discountCents, isTaxedBeforeDiscount }: Pricing, subtotal: bigint): Part {
  if (isTaxedBeforeDiscount || subtotal === 0n) return { of: 1n, whole: 1n };
  return { of: subtotal - BigInt(discountCents), whole: subtotal };
}

function ratesOf(lines: readonly PricedLine[]): readonly Rate[] {
  const rates = new Map(lines.flatMap((line) => line.rates.map((rate) => [rate.id, rate])));
  return [...rates.values()];
}

/** The exact taxable shares of all lines of the rate are added, multiplied, and rounded once. */
function taxOf(
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
  /** All that the lines come to, with discount and tax. */
  readonly goods: bigint;
  readonly subtotal: bigint;
  readonly amounts: readonly bigint[];
  readonly taxable: Part;
}

/** Each rounded half up, and none more than is left; the last line takes what is left over. */
function sharesOf(shared: Shared): readonly Cents[] {
  let left = shared.goods;
  return shared.lines.map((line, at) => {
    const isLast = at === shared.lines.length - 1;
    const share = isLast ? left : smaller(shareOf(shared, line, at), left);
    left -= share;
    return cents(share);
  });
}

function shareOf(shared: Shared, { rates }: PricedLine, at: number): bigint {
  const { subtotal, discountCents, taxable, amounts } = shared;
  const amount = amounts[at] ?? 0n;
  if (amount === 0n) return 0n;
  const percent = rates.reduce((sum, rate) => sum + BigInt(rate.percentE4), 0n);
  const net = amount * (subtotal - BigInt(discountCents)) * taxable.whole * RATE_UNIT;
  const tax = amount * taxable.of * percent * subtotal;
  return roundHalfUp(net + tax, subtotal * taxable.whole * RATE_UNIT);
}

/** Of what is not less than nothing. */
function roundHalfUp(numerator: bigint, denominator: bigint): bigint {
  return (2n * numerator + denominator) / (2n * denominator);
}

function smaller(one: bigint, other: bigint): bigint {
  return one < other ? one : other;
}

function cents(amount: bigint): Cents {
  return Number(amount) as Cents;
}
