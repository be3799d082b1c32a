/** Compares the arithmetic of a sale with an independent calculation in exact fractions. */
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import type { Cents } from "../../../values/money.ts";
import type { PercentE4 } from "../../../values/percent.ts";
import { calculateSums, type Pricing, type Rate } from "./sums.ts";

/** A fraction of whole numbers that is never reduced. */
class Fraction {
  readonly top: bigint;
  readonly bottom: bigint;

  constructor(top: bigint, bottom = 1n) {
    this.top = top;
    this.bottom = bottom;
  }

  plus(other: Fraction): Fraction {
    return new Fraction(
      this.top * other.bottom + other.top * this.bottom,
      this.bottom * other.bottom,
    );
  }

  minus(other: Fraction): Fraction {
    return this.plus(new Fraction(-other.top, other.bottom));
  }

  times(other: Fraction): Fraction {
    return new Fraction(this.top * other.top, this.bottom * other.bottom);
  }

  /** Rounds half a cent up. */
  rounded(): bigint {
    const twice = this.top * 2n + this.bottom;
    const whole = twice / (this.bottom * 2n);
    return twice < 0n && twice % (this.bottom * 2n) !== 0n ? whole - 1n : whole;
  }
}

const ZERO = new Fraction(0n);
const whole = (value: number) => new Fraction(BigInt(value));

/** Follows the sentences of the contract. */
function expected({ lines, discountCents, tipCents, isTaxedBeforeDiscount }: Pricing) {
  const amounts = lines.map(({ priceCents, quantity }) => whole(priceCents * quantity));
  const subtotal = amounts.reduce((sum, one) => sum.plus(one), ZERO);
  const isFree = subtotal.top === 0n;
  const discounts = amounts.map((amount) =>
    isFree ? ZERO : whole(discountCents).times(amount).times(inverse(subtotal)),
  );
  const taxable = amounts.map((amount, at) =>
    isTaxedBeforeDiscount ? amount : amount.minus(discounts[at] ?? ZERO),
  );
  const taxes = new Map<string, bigint>();
  for (const id of new Set(lines.flatMap(({ rates }) => rates.map((rate) => rate.id)))) {
    let base = ZERO;
    let percent = ZERO;
    for (const [at, { rates }] of lines.entries()) {
      const rate = rates.find((one) => one.id === id);
      if (rate === undefined) continue;
      base = base.plus(taxable[at] ?? ZERO);
      percent = new Fraction(BigInt(rate.percentE4), 1_000_000n);
    }
    taxes.set(id, base.times(percent).rounded());
  }
  const tax = [...taxes.values()].reduce((sum, one) => sum + one, 0n);
  const total = subtotal.top / subtotal.bottom - BigInt(discountCents) + tax + BigInt(tipCents);
  return { subtotal: subtotal.top / subtotal.bottom, taxes, tax, total };
}

function inverse({ top, bottom }: Fraction): Fraction {
  return new Fraction(bottom, top);
}

const RATES: readonly Rate[] = [0, 1, 88_750, 70_000, 1_000_000, 123_456].map((percent, at) => ({
  id: String(at),
  name: `Rate ${at}`,
  percentE4: percent as PercentE4,
}));

const line = fc.record({
  priceCents: fc.oneof(fc.nat(300), fc.nat(99_999_999)) as fc.Arbitrary<Cents>,
  quantity: fc.oneof(fc.integer({ min: 1, max: 5 }), fc.integer({ min: 1, max: 9_999 })),
  rates: fc.subarray([...RATES]),
});

const pricing: fc.Arbitrary<Pricing> = fc
  .record({
    lines: fc.array(line, { minLength: 1, maxLength: 12 }),
    share: fc.nat(1_000),
    tipCents: fc.nat(100_000) as fc.Arbitrary<Cents>,
    isTaxedBeforeDiscount: fc.boolean(),
  })
  .map(({ share, ...rest }) => {
    const subtotal = rest.lines.reduce((sum, one) => sum + one.priceCents * one.quantity, 0);
    return { ...rest, discountCents: Math.floor((subtotal * share) / 1_000) as Cents };
  });

test("subtotal, taxes and total equal the calculation in exact fractions", () => {
  fc.assert(
    fc.property(pricing, (asked) => {
      const [sums, right] = [calculateSums(asked), expected(asked)];
      assert.equal(BigInt(sums.subtotalCents), right.subtotal);
      assert.equal(BigInt(sums.taxCents), right.tax);
      assert.equal(BigInt(sums.totalCents), right.total);
      assert.deepEqual(
        new Map(sums.taxes.map(({ id, cents }) => [id, BigInt(cents)])),
        right.taxes,
      );
    }),
    { numRuns: 2_000 },
  );
});

test("the shares of all lines add up to the total without the tip, and none is negative", () => {
  fc.assert(
    fc.property(pricing, (asked) => {
      const { shareCents, totalCents } = calculateSums(asked);
      const all = shareCents.reduce((sum, one) => sum + one, 0);
      assert.equal(all, totalCents - asked.tipCents);
      assert.ok(shareCents.every((share) => share >= 0));
      assert.equal(shareCents.length, asked.lines.length);
    }),
    { numRuns: 2_000 },
  );
});

const NY = RATES[2] as Rate;
const TWO: Rate = { id: "x", name: "Two", percentE4: 20_000 as PercentE4 };

test("the tax of a rate is rounded once over all its lines, half up", () => {
  const cents = (priceCents: number, rates: readonly Rate[]) => ({
    priceCents: priceCents as Cents,
    quantity: 1,
    rates,
  });
  const nothing = { discountCents: 0 as Cents, tipCents: 0 as Cents };
  const plain = { ...nothing, isTaxedBeforeDiscount: false };
  // The tax of each line would round to 0 (0.004); of both together it rounds to 0.01 (0.008).
  const pair = calculateSums({ lines: [cents(20, [TWO]), cents(20, [TWO])], ...plain });
  assert.equal(pair.taxCents, 1);
  // 25 × 2 % is half a cent.
  assert.equal(calculateSums({ lines: [cents(25, [TWO])], ...plain }).taxCents, 1);
  assert.equal(calculateSums({ lines: [cents(24, [TWO])], ...plain }).taxCents, 0);
  const book = calculateSums({
    lines: [cents(10_000, [NY])],
    ...plain,
    discountCents: 1_000 as Cents,
  });
  assert.equal(book.taxCents, 799);
  const before = calculateSums({
    lines: [cents(10_000, [NY])],
    discountCents: 1_000 as Cents,
    tipCents: 500 as Cents,
    isTaxedBeforeDiscount: true,
  });
  assert.equal(before.taxCents, 888);
  assert.equal(before.totalCents, 10_000 - 1_000 + 888 + 500);
});

test("the last line gets the rounding difference", () => {
  const third = { priceCents: 3_333 as Cents, quantity: 1, rates: [] };
  const lines = [third, third, third];
  const asked = { lines, discountCents: 1_000 as Cents, tipCents: 0 as Cents };
  const { shareCents, totalCents } = calculateSums({ ...asked, isTaxedBeforeDiscount: false });
  assert.equal(totalCents, 8_999);
  assert.deepEqual(shareCents, [3_000, 3_000, 2_999]);
});
