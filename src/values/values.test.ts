/** Tests of money.ts, secret.ts and transaction-id.ts. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { inspect } from "node:util";
import fc from "fast-check";
import { type Cents, centsToNumber, formatCents, parseCents } from "./money.ts";
import { Secret } from "./secret.ts";
import {
  idRange,
  monthNumber,
  monthOfId,
  readTransactionId,
  transactionId,
} from "./transaction-id.ts";

for (const [text, cents] of [
  ["0", 0],
  ["12.3", 1230],
  ["0.07", 7],
  ["999999.99", 99999999],
] as const) {
  test(`${text} is ${cents} cents`, () => assert.equal(parseCents(text), cents));
}
for (const text of ["", "-1", "+1", "1.", ".5", "1.234", "1e3", "1,000", "1000000", " 1", "１"]) {
  test(`"${text}" is not an amount`, () => assert.equal(parseCents(text), undefined));
}

test("every amount is written with two decimals and read back unchanged", () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 99_999_999 }), (cents) => {
      const amount = cents as Cents;
      assert.equal(parseCents(formatCents(amount)), amount);
      assert.equal(centsToNumber(amount).toFixed(2), formatCents(amount));
    }),
  );
});

test("a secret is never printed", () => {
  const number = new Secret("4111111111111111");
  for (const shown of [String(number), `${number}`, JSON.stringify({ number }), inspect(number)]) {
    assert.doesNotMatch(shown, /4111/);
  }
  assert.equal(number.last4(), "1111");
  assert.equal(new Secret("1234").last4(), "");
});

test("an id is a month and a counter", () => {
  const november2026 = Temporal.Instant.from("2026-11-30T23:59:59Z");
  assert.equal(monthNumber(november2026), 323);
  assert.equal(monthNumber(november2026.add({ seconds: 1 })), 324);
  assert.equal(transactionId(323, 7), "323000000007");
  assert.equal(monthOfId("323999999999"), 323);
  assert.deepEqual(idRange(323), { first: "323000000000", end: "324000000000" });
});

test("leading zeros of an id may be left out", () => {
  assert.equal(readTransactionId("1681"), "000000001681");
  for (const text of ["", "1234567890123", "12a", "-1", "1 "]) {
    assert.equal(readTransactionId(text), undefined);
  }
});
