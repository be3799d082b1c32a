/** Masking: rules that hold for any text, about what is removed and what is kept. */
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { anyCodePoint, anyUrlCharacter } from "../../../test/kit/code-points.ts";
import { wrap, wrapping } from "../../../test/kit/wrapped-values.ts";
import { maskJson, maskText } from "./mask.ts";

const RUNS = { numRuns: 1000 };

// The published ranges of the brands, written a second time: first prefix, last prefix, length.
const RANGES: readonly (readonly [from: number, to: number, length: number])[] = [
  [4, 4, 13],
  [4, 4, 16],
  [4, 4, 19],
  [51, 55, 16],
  [2221, 2720, 16],
  [34, 34, 15],
  [37, 37, 15],
  [6011, 6011, 16],
  [6011, 6011, 18],
  [644, 649, 16],
  [65, 65, 17],
  [3528, 3589, 16],
  [300, 305, 14],
  [36, 36, 14],
  [62, 62, 19],
];

const cardNumber = fc
  .tuple(fc.constantFrom(...RANGES), fc.nat(), digits(19))
  .map(([[from, to, length], seed, rest]) => {
    const prefix = from + (seed % (to - from + 1));
    return withCheckDigit(`${prefix}${rest}`.slice(0, length - 1));
  });

function digits(length: number): fc.Arbitrary<string> {
  return fc.string({
    unit: fc.constantFrom(..."0123456789"),
    minLength: length,
    maxLength: length,
  });
}

function withCheckDigit(start: string): string {
  const sum = [...start].reverse().reduce((total, sign, place) => {
    const digit = Number(sign) * (place % 2 === 0 ? 2 : 1);
    return total + (digit > 9 ? digit - 9 : digit);
  }, 0);
  return `${start}${(10 - (sum % 10)) % 10}`;
}

const gap = fc.oneof(
  { weight: 3, arbitrary: fc.constant("") },
  { weight: 1, arbitrary: fc.constantFrom(" ", "-", "  ", " - ", "\u00a0", "\t", "+") },
);

/** A card number with blanks and dashes, as people write it. */
const writtenCard = fc
  .tuple(cardNumber, fc.array(gap, { minLength: 19, maxLength: 19 }))
  .map(([number, gaps]) => ({
    number,
    written: [...number].map((digit, at) => (at === 0 ? digit : gaps[at] + digit)).join(""),
  }))
  // Within a number, a group that looks like a date is read as a date.
  .filter(({ written }) => !/(19|20)\d\d-\d\d-\d\d/.test(written));

/** With points between the groups of the card, and nowhere else. */
const dottedCard = cardNumber
  .filter(({ length }) => [14, 15, 16].includes(length))
  .map((number) => {
    const groups = number.length === 16 ? /(.{4})(.{4})(.{4})(.*)/ : /(.{4})(.{6})(.*)/;
    return { number, written: groups.exec(number)?.slice(1).join(".") ?? "" };
  });

/** Separators of lists and times, between groups of equal size. */
const listSign = fc.constantFrom(",", ", ", ";", "|", "\n", "\r\n", " | ");
const otherSign = fc.oneof(
  fc.constantFrom("/", "_", "*", "·", " / ", "•", "~", "#", "(", ")", "\u2028", "／", "\b", "'"),
  fc.constantFrom("//", "__", "***", "…", "<", ">", "@", "!", "?", "&", "$", "`", "^", "\\"),
);

/** A card number with other separators, in groups and at random places. */
const widelyWrittenCard = fc.oneof(
  fc.tuple(cardNumber, fc.constantFrom(1, 4, 5, 6, 8), listSign).map(([number, size, sign]) => ({
    number,
    written: (number.match(new RegExp(`.{1,${size}}`, "g")) ?? []).join(sign),
  })),
  fc
    .tuple(
      cardNumber,
      fc.array(fc.oneof(fc.constant(""), otherSign), { minLength: 19, maxLength: 19 }),
    )
    .map(([number, gaps]) => ({
      number,
      written: [...number].map((digit, at) => (at === 0 ? digit : gaps[at] + digit)).join(""),
    }))
    .filter(({ written }) => !/\d\D\d\d?\D(19|20)\d\d|(19|20)\d\d\D\d/.test(written)),
);

const SCRIPTS = [0xff10, 0x660, 0x6f0, 0x966, 0x1d7ce, 0x1d7f6];

/** In the digits of another script, all of them or some. */
const foreignCard = fc
  .tuple(cardNumber, fc.constantFrom(...SCRIPTS), fc.array(fc.boolean(), { minLength: 19 }))
  .map(([number, zero, isForeign]) => ({
    number,
    written: [...number]
      .map((digit, at) => (isForeign[at] ? String.fromCodePoint(zero + Number(digit)) : digit))
      .join(""),
  }));

const anyCard = fc.oneof(writtenCard, dottedCard, widelyWrittenCard, foreignCard);

const asciiText = fc.string({ unit: "grapheme-ascii", maxLength: 12 });
const anyText = fc.oneof(asciiText, fc.string({ unit: anyCodePoint, maxLength: 12 }));

const DIGIT_BEFORE = /\p{Nd}(?:[^\p{L}\p{N}]{0,2}[.:,;|=\n\r][^\p{L}\p{N}]{0,2})?$/u;
const DIGIT_AFTER = /^(?:[^\p{L}\p{N}]{0,2}[.:,;|=\n\r][^\p{L}\p{N}]{0,2})?\p{Nd}/u;

/**
 * Text around a number. Digits next to it would belong to it; after a point or colon to an amount,
 * after a comma to a list.
 */
const around = fc
  .tuple(anyText, anyText)
  .filter(([before, after]) => !DIGIT_BEFORE.test(before) && !DIGIT_AFTER.test(after));

function plainDigit(sign: string): string {
  const code = sign.codePointAt(0) ?? 0;
  const zero = [48, ...SCRIPTS].find((one) => code >= one && code < one + 10);
  return zero === undefined ? sign : String(code - zero);
}

function assertGone(number: string, masked: string): void {
  assert.ok(!masked.includes(number), masked);
  const plain = masked.normalize("NFKC").replaceAll(/\p{Nd}/gu, plainDigit);
  assert.ok(!plain.replaceAll(/\\[tnrb]|\\u2028|[^\p{L}\p{N}]/gu, "").includes(number), masked);
}

test("no card number remains anywhere in a document", () => {
  const property = fc.property(anyCard, around, wrapping, (card, [before, after], wraps) => {
    const masked = maskJson(wrap(`${before}${card.written}${after}`, wraps));
    assertGone(card.number, masked);
    JSON.parse(masked);
    assert.equal(maskJson(masked), masked);
  });
  fc.assert(property, RUNS);
});

test("no card number remains in free text or in a form", () => {
  const property = fc.property(anyCard, around, (card, [before, after]) => {
    const text = `${before}${card.written}${after}`;
    assertGone(card.number, maskText(text));
    const form = new URLSearchParams({ note: card.written, other: card.number }).toString();
    assertGone(card.number, decodeURIComponent(maskText(form)));
  });
  fc.assert(property, RUNS);
});

test("a card number that is a JSON number becomes a masked string", () => {
  const whole = cardNumber.filter((number) => number.length < 16);
  const property = fc.property(whole, fc.boolean(), wrapping, (number, isNegative, wraps) => {
    const masked = maskJson(wrap(isNegative ? -Number(number) : Number(number), wraps));
    assertGone(number, masked);
    JSON.parse(masked);
  });
  fc.assert(property, RUNS);
});

const track = fc
  .tuple(cardNumber, digits(12))
  .chain(([number, rest]) =>
    fc
      .constantFrom(
        `%B${number}^DOE/JANE^2712101${rest}?`,
        `;${number}=2712101${rest}?`,
        `${number}=2712101${rest}`,
        `5713${number}D2712101${rest}F`,
        Buffer.from(`;${number}=2712101${rest}?`).toString("hex"),
        Buffer.from(`%B${number}^DOE/JANE^2712101${rest}?`).toString("hex").toUpperCase(),
        encodeURIComponent(`%B${number}^DOE/JANE^2712101${rest}?`),
      )
      .map((written) => ({ number, rest, written })),
  );

test("no part of a track remains", () => {
  const text = fc.string({ unit: fc.constantFrom(..."xyz,. \"'\n"), maxLength: 5 });
  const property = fc.property(
    track,
    text,
    wrapping,
    ({ number, rest, written }, before, wraps) => {
      const masked = maskJson(wrap(`${before}${written}`, wraps));
      for (const part of [number, rest, Buffer.from(number).toString("hex"), "DOE"]) {
        assert.ok(!masked.includes(part), masked);
      }
      JSON.parse(masked);
      assert.equal(maskJson(masked), masked);
    },
  );
  fc.assert(property, RUNS);
});

const secretName = fc.constantFrom(
  "api_accesskey",
  "partnerKey",
  "passsword",
  "Password",
  "token",
  "Authorization",
  "set-cookie",
  "card_verification",
  "CVV",
  "pin_block",
  "devicePayload",
  "bank_account_number",
  "hash",
  "apiSecret",
  "webhook_secret",
  "MASTER_KEY",
  "component",
);
const core = fc.string({
  unit: fc.constantFrom(..."abcdef0123456789"),
  minLength: 16,
  maxLength: 16,
});
const secretText = fc.tuple(asciiText, core, asciiText);

test("no named secret remains, in JSON at any depth and in forms", () => {
  const property = fc.property(secretName, secretText, wrapping, (name, [a, secret, b], wraps) => {
    const value = `${a}${secret}${b}`;
    const values = [value, [value], { old: { value } }];
    for (const each of values) {
      const masked = maskJson(wrap({ first: 1, [name]: each, last: "z" }, wraps));
      assert.ok(!masked.includes(secret), masked);
      JSON.parse(masked);
      assert.equal(maskJson(masked), masked);
    }
    const form = new URLSearchParams({ first: "1", [name]: value, last: "z" }).toString();
    assert.equal(maskText(form), maskText(maskText(form)));
    assert.ok(!maskText(form).includes(secret), maskText(form));
    assert.ok(!maskText(encodeURIComponent(form)).includes(secret), maskText(form));
  });
  fc.assert(property, RUNS);
});

const innocent = fc.record({
  time: fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
  epochMs: fc.integer({ min: 1_000_000_000_000, max: 3_999_999_999_999 }),
  reqId: fc.uuid(),
  digitsOnly: digits(32).map((d) => d.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-")),
  transaction_id: digits(12),
  messageId: digits(24).map((rest) => `1${rest}`),
  amount: fc.integer({ min: 0, max: 99_999_999 }).map((cents) => (cents / 100).toFixed(2)),
  amountNumber: fc.integer({ min: 0, max: 99_999_999 }).map((cents) => cents / 100),
  ms: fc.double({ min: 0, max: 1000, noNaN: true }),
  from: fc.oneof(fc.ipV4(), fc.ipV6()),
  route: fc.string({ unit: anyUrlCharacter }).map((path) => `/${path}`),
  text: fc.lorem(),
});

test("times, ids, UUIDs, amounts and words stay unchanged", () => {
  const property = fc.property(innocent, (record) => {
    const line = `${JSON.stringify(record)}\n`;
    assert.equal(maskJson(line), line);
    const { ms: _, ...inText } = record;
    const words = Object.values(inText).join(", ");
    assert.equal(maskText(words), words);
  });
  fc.assert(property, RUNS);
});

const FRAGMENTS = `token|password|authorization|cookie| |:|=|"|'|\\|{|}|[|]|,|&|;|?|^|%|%22|%3D|%3A|
|://|user|@|4111111111111111|4111 1111|1111-1111|D2512|=2512|%B|34313131|12|x|\b|\f|\ud812|41111111111111|B|\u0001|\ud834|é|[masked]|[track]|*********|>`;

test("a document stays valid, and masking it again changes nothing", () => {
  const nasty = fc
    .array(fc.constantFrom(...FRAGMENTS.split("|"), "|", "\n", "\t"), { maxLength: 14 })
    .map((parts) => parts.join(""));
  const property = fc.property(nasty, nasty, wrapping, (text, other, wraps) => {
    const masked = maskJson(wrap({ a: text, [other]: 1, b: [other] }, wraps));
    JSON.parse(masked);
    assert.equal(maskJson(masked), masked);
    assert.equal(maskText(maskText(text)), maskText(text));
  });
  fc.assert(property, RUNS);
});
