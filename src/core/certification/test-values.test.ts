/** The published test values. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { isBankAccountNumber, isRoutingNumber } from "../../values/bank.ts";
import { cardBrand, passesCheckDigit } from "../../values/card.ts";
import { readCertificationSeed } from "./certification-seed.ts";
import {
  cardValues,
  lastFourValues,
  TEST_CARDS,
  TEST_ROUTING_NUMBER,
  testBankAccount,
} from "./test-values.ts";

test("every test card has a valid check digit and the brand it is listed under", () => {
  for (const { brand, number } of TEST_CARDS) {
    assert.ok(passesCheckDigit(number), number);
    assert.ok(brand.toUpperCase().startsWith(cardBrand(number) ?? "none"), number);
  }
});

test("the test bank accounts have valid routing and account numbers", () => {
  assert.ok(isRoutingNumber(TEST_ROUTING_NUMBER));
  assert.ok(isBankAccountNumber(testBankAccount("1001")));
});

test("the tables list the values of the seed, each once and in order", async () => {
  const seed = await readCertificationSeed();
  const { amounts, avs, cvv } = cardValues(seed);
  assert.deepEqual(
    Object.fromEntries(amounts.map(({ value, effect }) => [value, effect])),
    seed.simulators.card.amounts,
  );
  assert.deepEqual(avs[0], { value: "street and ZIP", effect: "Y" });
  assert.deepEqual(cvv.at(-1), { value: "any other code", effect: "M" });
  for (const simulator of ["verification", "achNetwork"] as const) {
    const { about, rows } = lastFourValues(seed, simulator);
    assert.equal(about, seed.simulators[simulator].about);
    const values = rows.map(({ value }) => value);
    assert.deepEqual(values, values.toSorted());
    for (const { value, effect, accountNumber } of rows) {
      assert.equal(effect, seed.simulators[simulator][value]);
      assert.ok(accountNumber.endsWith(value));
    }
  }
});
