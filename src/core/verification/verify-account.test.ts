/** Tests of verify-account.ts. */
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { anyCodePoint } from "../../../test/kit/code-points.ts";
import { plainReason } from "./verify-account.ts";

const ROWS: readonly (readonly [said: string, shown: string])[] = [
  ["History of unauthorized transactions", "History of unauthorized transactions"],
  ["R01: insufficient, 3 times in 90 days", "R01: insufficient, 3 times in 90 days"],
  ["account 000123456789 is closed", "account **** is closed"],
  ["card 4111 1111 1111 1111.", "card ****."],
  ["no 12-34-56-78", "no ****"],
  ["no １２３４５６", "no ****"],
  ["no 1\u200b2\u200b3\u200b4", "no ****"],
  ["of 4_1_1_1", "of ****"],
  ["a\r\nSet-Cookie: x\tb\u0000", "a Set-Cookie: x b"],
  ["\u202eevil\u2066", "evil"],
  ["", "Account not verified"],
  [" \n\u200b ", "Account not verified"],
  ["\ud800", "Account not verified"],
];

test("a reason is one printable line without long numbers", () => {
  for (const [said, shown] of ROWS) assert.equal(plainReason(said), shown);
});

test("a long reason is cut between characters", () => {
  const cut = plainReason("🏦".repeat(300));
  assert.equal([...cut].length, 100);
  assert.ok(cut.isWellFormed() && cut.endsWith("…"));
});

test("every reason is short, printable, stable and without long numbers", () => {
  const bits = fc.oneof(fc.string({ unit: anyCodePoint }), fc.stringMatching(/^[\d \-./]{0,30}$/));
  fc.assert(
    fc.property(fc.array(bits, { maxLength: 30 }), (parts) => {
      const shown = plainReason(parts.join(""));
      assert.ok(shown !== "" && [...shown].length <= 100);
      assert.doesNotMatch(shown, /[\p{C}\p{Zl}\p{Zp}]/u);
      assert.doesNotMatch(shown, /\p{Nd}{4}/u);
      assert.equal(plainReason(shown), shown);
    }),
    { numRuns: 2_000 },
  );
});
