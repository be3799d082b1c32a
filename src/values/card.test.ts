/** Tests of card.ts. */
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { anyCodePoint } from "../../test/kit/code-points.ts";
import {
  brandFinder,
  type CardBrand,
  cardBrand,
  ISSUER_RANGES,
  parseExpiration,
  passesCheckDigit,
} from "./card.ts";

/** Test numbers that card brands and processors publish. */
const PUBLISHED: Readonly<Record<CardBrand, readonly string[]>> = {
  VISA: [
    "4111111111111111",
    "4012888888881881",
    "4242424242424242",
    "4000056655665556",
    "4005519200000004",
    "4009348888881881",
    "4012000033330026",
    "4012000077777777",
    "4217651111111119",
    "4500600000000061",
    "4222222222222",
    "4007000000027",
    "4012888818888",
  ],
  MASTERCARD: [
    "5555555555554444",
    "5105105105105100",
    "5111111111111118",
    "5200828282828210",
    "5454545454545454",
    "5500000000000004",
    "2223003122003222",
    "2223000048400011",
  ],
  "AMERICAN EXPRESS": [
    "378282246310005",
    "371449635398431",
    "378734493671000",
    "343434343434343",
    "340000000000009",
    "370000000000002",
  ],
  DISCOVER: [
    "6011111111111117",
    "6011000990139424",
    "6011000991300009",
    "6011000000000012",
    "6011601160116611",
    "6011981111111113",
    "6555900000604105",
    "3530111333300000",
    "3566002020360505",
    "30569309025904",
    "3056930009020004",
    "30000000000004",
    "36227206271667",
    "36259600000004",
    "38520000023237",
    "38000000000006",
    "6200000000000005",
    "6200000000000047",
    "6205500000000000004",
    "6221261111117766",
    "6223164991230014",
    "6240008631401148",
    "6243030000000001",
  ],
};

for (const [brand, numbers] of Object.entries(PUBLISHED)) {
  for (const number of numbers) {
    test(`${number} is ${brand}`, () => assert.equal(cardBrand(number), brand));
  }
}

for (const [what, number] of [
  ["a bad check digit", "4111111111111112"],
  ["a length its range does not have", "41111111111116"],
  ["a 2-series number before the first", "2220999999999996"],
  ["a range that is nobody's", "9999999999999995"],
  ["an old range of Maestro", "6304000000000000"],
  ["an old range of BankCard", "5610591081018250"],
  ["a letter", "411111111111111a"],
  ["a letter in the issuer's part", "4a11111111111111"],
  ["a blank", "4111 1111 1111 1111"],
  ["digits of another script", "٤١١١١١١١١١١١١١١١"],
  ["one digit", "4"],
  ["nothing", ""],
  ["three numbers in a row", "4111111111111111".repeat(3)],
] as const) {
  test(`${what} is not a card number`, () => assert.equal(cardBrand(number), undefined));
}

/** Brand, prefixes and lengths, written a second time in another form. */
const EXPECTED = [
  "VISA 4-4 13,16,19",
  "MASTERCARD 51-55 16",
  "MASTERCARD 2221-2720 16",
  "AMERICAN EXPRESS 34-34 15",
  "AMERICAN EXPRESS 37-37 15",
  "DISCOVER 6011-6011 16,17,18,19",
  "DISCOVER 644-649 16,17,18,19",
  "DISCOVER 65-65 16,17,18,19",
  "DISCOVER 62-62 16,17,18,19",
  "DISCOVER 81-81 16,17,18,19",
  "DISCOVER 3528-3589 16,17,18,19",
  "DISCOVER 300-305 14,16,17,18,19",
  "DISCOVER 3095-3095 14,16,17,18,19",
  "DISCOVER 36-36 14,15,16,17,18,19",
  "DISCOVER 38-39 14,16,17,18,19",
].map((line) => {
  const [, brand = "", from = "", to = "", lengths = ""] =
    /^([A-Z ]+) (\d+)-(\d+) ([\d,]+)$/.exec(line) ?? [];
  return { brand, from, to, lengths: lengths.split(",").map(Number) };
});

function expectedBrand(number: string): string | undefined {
  const found = EXPECTED.find(({ from, to, lengths }) => {
    const prefix = number.slice(0, from.length);
    return prefix >= from && prefix <= to && lengths.includes(number.length);
  });
  return found?.brand;
}

/** Extends a prefix to this length, with a valid check digit. */
function makeNumber(prefix: string, length: number, filling = "7"): string {
  const start = prefix.padEnd(length - 1, filling).slice(0, length - 1);
  const number = [..."0123456789"].map((digit) => start + digit).find(passesCheckDigit);
  assert.ok(number !== undefined);
  return number;
}

/** The last prefix before a range, its first and last, and the first one after it. */
function listEdges({ from, to }: { from: string; to: string }): string[] {
  const digits = from.length;
  return [Number(from) - 1, Number(from), Number(to), Number(to) + 1]
    .map((prefix) => String(prefix).padStart(digits, "0"))
    .flatMap((prefix) => [prefix.padEnd(8, "0"), prefix.padEnd(8, "9")])
    .filter((prefix) => prefix.length === 8);
}

for (const range of [...EXPECTED, ...ISSUER_RANGES]) {
  test(`the range ${range.from} to ${range.to} has exact limits at every length`, () => {
    for (const prefix of listEdges(range)) {
      for (let length = 10; length <= 22; length++) {
        const number = makeNumber(prefix, length);
        assert.equal(cardBrand(number), expectedBrand(number), number);
      }
    }
  });
}

test("any number has the brand of its range", () => {
  const digits = fc.stringMatching(/^[0-9]{8,18}$/);
  fc.assert(
    fc.property(digits, (start) => {
      const number = makeNumber(start, start.length + 1);
      assert.equal(cardBrand(number), expectedBrand(number));
    }),
    { numRuns: 2_000 },
  );
});

test("text that is not a card number has no brand", () => {
  fc.assert(
    fc.property(fc.string({ unit: anyCodePoint, maxLength: 24 }), (text) => {
      if (!/^\d+$/.test(text)) assert.equal(cardBrand(text), undefined);
    }),
  );
});

test("every range is written so that a lookup finds it", () => {
  for (const { from, to, lengths } of ISSUER_RANGES) {
    assert.match(from, /^\d{1,8}$/);
    assert.match(to, /^\d{1,8}$/);
    assert.equal(from.length, to.length);
    assert.ok(from <= to);
    assert.ok(lengths.every((length) => length >= 12 && length <= 19));
  }
});

test("a range of eight digits has priority over the wider range that contains it", () => {
  const find = brandFinder([
    { brand: "DISCOVER", from: "6", to: "6", lengths: [16] },
    { brand: "VISA", from: "60123450", to: "60123459", lengths: [16] },
  ]);
  assert.equal(find(makeNumber("60123449", 16)), "DISCOVER");
  assert.equal(find(makeNumber("60123450", 16)), "VISA");
  assert.equal(find(makeNumber("60123459", 16)), "VISA");
  assert.equal(find(makeNumber("60123460", 16)), "DISCOVER");
});

test("the check digit finds every single wrong digit", () => {
  const good = "4111111111111111";
  for (let place = 0; place < good.length; place++) {
    for (let wrong = 0; wrong < 10; wrong++) {
      const changed = good.slice(0, place) + wrong + good.slice(place + 1);
      assert.equal(passesCheckDigit(changed), changed === good);
    }
  }
});

test("only digits can have a check digit", () => {
  assert.equal(passesCheckDigit("0"), true);
  // The characters next to the digits would have a valid sum too.
  for (const text of ["", ":", "/2", "0:", "/2/2"]) assert.equal(passesCheckDigit(text), false);
});

test("the check digit finds swapped neighbors, except 0 and 9", () => {
  const twoDigits = fc.tuple(fc.integer({ min: 0, max: 9 }), fc.integer({ min: 0, max: 9 }));
  const digits = fc.stringMatching(/^[0-9]{0,10}$/);
  fc.assert(
    fc.property(digits, twoDigits, digits, (before, [one, other], after) => {
      fc.pre(one !== other && Math.abs(one - other) !== 9);
      const start = `${before}${one}${other}${after}`;
      const number = makeNumber(start, start.length + 1);
      const swapped = `${before}${other}${one}${number.slice(before.length + 2)}`;
      assert.equal(passesCheckDigit(swapped), false);
    }),
  );
});

test("an expiration has an existing month", () => {
  assert.equal(parseExpiration("0927")?.toString(), "2027-09");
  for (const text of ["0027", "1327", "927", "09/27", "2709x", ""]) {
    assert.equal(parseExpiration(text), undefined);
  }
});
