/** Codes are shown with Nacha's titles. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { describeAchCode, describeAchNotice } from "./describe-code.ts";

test("return, dishonor, change and refusal codes are shown with their titles", () => {
  assert.equal(describeAchCode("R01"), "R01 Insufficient funds");
  assert.equal(describeAchCode("R68"), "R68 Untimely return");
  assert.equal(describeAchCode("C02"), "C02 Incorrect routing number");
  assert.equal(describeAchCode("C62"), "C62 Incorrect trace number");
});

test("an unknown code is shown alone", () => {
  assert.equal(describeAchCode("R99"), "R99");
});

test("a notice shows its code once, then its title and the corrected data", () => {
  assert.equal(
    describeAchNotice("C01", "C01 account ****1614"),
    "C01 Incorrect DFI account number: account ****1614",
  );
  assert.equal(describeAchNotice("C13", "C13"), "C13 Addenda format error");
});
