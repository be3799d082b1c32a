/** Tests of harmless.ts. */
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { isHarmless } from "./harmless.ts";

/** The published test number of Visa cards with 13 digits. */
const SHORT_VISA = "4222222222222";

test("a card number of 13 digits is not harmless, even if it is also a valid barcode", () => {
  for (const text of [SHORT_VISA, `EAN ${SHORT_VISA}`, "4222 222 222 222", `${SHORT_VISA}.`]) {
    assert.equal(isHarmless(text), false, text);
  }
});

const digits = (length: number) =>
  fc.array(fc.constantFrom(..."0123456789"), { minLength: length, maxLength: length });

test("barcodes are harmless: UPC, EAN-8, EAN-13 except those that begin with 4, and GTIN-14 that begins with 0", () => {
  const barcode = fc.oneof(
    digits(8).map((code) => code.join("")),
    digits(12).map((code) => code.join("")),
    fc
      .tuple(fc.constantFrom(..."012356789"), digits(12))
      .map(([first, rest]) => first + rest.join("")),
    digits(13).map((code) => `0${code.join("")}`),
  );
  fc.assert(fc.property(barcode, (code) => isHarmless(code) && isHarmless(`EAN ${code}, red`)));
});
