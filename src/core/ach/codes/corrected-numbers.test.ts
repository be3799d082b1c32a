/** Tests of corrected-numbers.ts. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { readCorrectedNumbers } from "./corrected-numbers.ts";

const ROUTING = "021000021";

const APPLIED = [
  ["C01", "123456789", { accountNumber: "123456789" }],
  ["C01", "12-3456-789", { accountNumber: "123456789" }],
  ["C02", ROUTING, { routingNumber: ROUTING }],
  ["C03", `${ROUTING}   123456789`, { routingNumber: ROUTING, accountNumber: "123456789" }],
  ["C05", "37", { accountType: "savings" }],
  ["C05", "22", { accountType: "checking" }],
  ["C06", "123456789           32", { accountNumber: "123456789", accountType: "savings" }],
  [
    "C07",
    `${ROUTING}123456789        27`,
    { routingNumber: ROUTING, accountNumber: "123456789", accountType: "checking" },
  ],
] as const;

for (const [code, data, numbers] of APPLIED) {
  test(`${code} with "${data}" corrects a bank account`, () => {
    const none = { routingNumber: undefined, accountNumber: undefined, accountType: undefined };
    assert.deepEqual(readCorrectedNumbers(code, data), { ...none, ...numbers });
  });
}

const NOT_APPLIED = [
  ["C01", "", "a blank number"],
  ["C01", "12AB56", "letters, which no bank account of ours has"],
  ["C02", "021000022", "a wrong check digit"],
  ["C03", ROUTING, "half of the data"],
  ["C04", "ADA BUYER", "a name"],
  ["C05", "55", "a loan account"],
  ["C05", "47", "a general ledger account"],
  ["C07", `${ROUTING}123456789        99`, "an unknown transaction code"],
  ["C09", "123456", "an identification"],
  ["C13", "", "an addenda error"],
  ["C99", "123456789", "an unknown code"],
] as const;

for (const [code, data, why] of NOT_APPLIED) {
  test(`${code} is not applied: ${why}`, () => {
    assert.equal(readCorrectedNumbers(code, data), undefined);
  });
}
