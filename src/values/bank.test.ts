/** Tests of bank.ts. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { isBankAccountNumber, isRoutingNumber, routingCheckDigit } from "./bank.ts";

test("a routing number has a valid check digit and an assigned range", () => {
  for (const good of ["061000146", "122000030", "021000021"]) {
    assert.equal(isRoutingNumber(good), true, good);
  }
  for (const bad of ["", "061000147", "61000146", "0610001460", "06100014x", "900000007"]) {
    assert.equal(isRoutingNumber(bad), false, bad);
  }
});

test("nine zeros are not a routing number, although government numbers begin with two zeros", () => {
  assert.equal(isRoutingNumber("000000000"), false);
  assert.equal(isRoutingNumber("000000518"), true);
});

test("the ninth digit of a routing number is computed from the first eight", () => {
  for (const good of ["061000146", "122000030", "021000021", "000000000"]) {
    assert.equal(routingCheckDigit(good.slice(0, 8)), good.slice(8));
  }
});

test("a bank account number is 4 to 20 digits, not all zeros", () => {
  for (const good of ["1234", "1".repeat(20), "0001", "1000"])
    assert.equal(isBankAccountNumber(good), true, good);
  for (const bad of ["", "123", "1".repeat(21), "12 34", "12a4", "٣٣٣٣", "0000", "0".repeat(20)]) {
    assert.equal(isBankAccountNumber(bad), false, bad);
  }
});
