/** The checks of card and bank numbers while they are typed. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { isBankAccountNumber } from "../../../src/values/bank.ts";
import { ISSUER_RANGES } from "../../../src/values/card.ts";
import { containsCardNumber, parseAmount } from "./amounts.ts";
import {
  bankAccountError,
  cardHint,
  expiryError,
  formatCardNumber,
  formatExpiry,
  routingError,
} from "./card-hints.ts";

test("the card brand and errors appear as soon as they are certain", () => {
  const said = (text: string) => {
    const { brand, error, isComplete } = cardHint(text, ISSUER_RANGES);
    return [brand, error === undefined, isComplete];
  };
  assert.deepEqual(said(""), [undefined, true, false]);
  assert.deepEqual(said("4"), ["VISA", true, false]);
  assert.deepEqual(said("4111 1111 1111 1111"), ["VISA", true, true]);
  assert.deepEqual(said("4111-1111-1111-1112"), ["VISA", true, false], "19 digits may follow");
  assert.deepEqual(said("5555555555554445"), ["MASTERCARD", false, false]);
  assert.deepEqual(said("378282246310005"), ["AMERICAN EXPRESS", true, true]);
  assert.deepEqual(said("3782822463100051"), ["AMERICAN EXPRESS", false, false]);
  assert.deepEqual(said("9999999999999"), [undefined, false, false]);
  assert.deepEqual(said("4111x"), [undefined, false, false]);
});

test("numbers are formatted as printed on the card", () => {
  assert.equal(formatCardNumber("4111111111111111", "VISA"), "4111 1111 1111 1111");
  assert.equal(formatCardNumber("378282246310005", "AMERICAN EXPRESS"), "3782 822463 10005");
  assert.equal(formatExpiry("1230"), "12/30");
  assert.equal(formatExpiry("1"), "1");
});

test("expiration and routing number are checked as in the API", () => {
  assert.equal(expiryError("12/30", "2026-11"), undefined);
  assert.equal(expiryError("11/26", "2026-11"), undefined);
  assert.match(expiryError("10/26", "2026-11") ?? "", /expired/);
  assert.match(expiryError("13/30", "2026-11") ?? "", /month/);
  assert.equal(routingError("021000021"), undefined);
  assert.match(routingError("021000022") ?? "", /wrong/);
});

test("account numbers are checked as on the server", () => {
  for (const text of [
    "123",
    "1234",
    "0000",
    "0001",
    "0".repeat(20),
    "1".repeat(20),
    "1".repeat(21),
  ])
    assert.equal(bankAccountError(text) === undefined, isBankAccountNumber(text), text);
});

test("typed amounts are parsed, and invalid ones are rejected", () => {
  assert.deepEqual(["12.34", "$1,234.5", "7"].map(parseAmount), [1_234, 123_450, 700]);
  assert.deepEqual(
    ["", "0", "1.234", "-1", "1e3", "1234567"].map(parseAmount),
    Array(6).fill(undefined),
  );
});

test("a card number in a search text is detected, a transaction id is not", () => {
  assert.equal(containsCardNumber("4111 1111 1111 1111"), true);
  assert.equal(containsCardNumber("order 4111111111111111 x"), true);
  assert.equal(containsCardNumber("323000000001"), false);
  assert.equal(containsCardNumber("4111 1111 1111 1112"), false);
});
