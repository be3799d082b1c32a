/** Tests of sec-rules.ts. */
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { SEC_CODES, type SecCode } from "../../../values/bank.ts";
import type { Cents } from "../../../values/money.ts";
import { isSecCodeAllowed, outgoingSecCode, secRuleRefusal, standsForCheck } from "./sec-rules.ts";

const code = fc.constantFrom(...SEC_CODES);
const type = fc.constantFrom("SALE" as const, "CREDIT" as const, "STORE" as const);
/** Amounts near the limits occur more often. */
const amount = fc.oneof(
  fc.integer({ min: 1, max: 99_999_999 }),
  fc.integer({ min: 249_990, max: 250_010 }),
  fc.integer({ min: 2_499_990, max: 2_500_010 }),
);
const checkDigits = fc.constantFrom("", "1017", "1".repeat(9), "1".repeat(10), "1".repeat(15));
const isCheck = (secCode: SecCode) => ["POP", "ARC", "RCK"].includes(secCode);

/** The rules again, in dollars. */
function expected(secCode: SecCode, dollars: number, number: string): string | undefined {
  if (!isCheck(secCode)) return undefined;
  if (number === "") return "check_number_missing";
  if (secCode === "POP" && number.length > 9) return "check_number_too_long";
  const isWithin = secCode === "RCK" ? dollars < 2_500 : dollars <= 25_000;
  return isWithin ? undefined : "invalid_amount";
}

test("a sale by check needs a valid check number, and the SEC code limits its amount", () => {
  fc.assert(
    fc.property(code, amount, checkDigits, (secCode, cents, number) => {
      const checkNumber = number === "" ? undefined : number;
      const entry = { type: "SALE", amount: cents as Cents, secCode, checkNumber } as const;
      assert.equal(secRuleRefusal(entry), expected(secCode, cents / 100, number));
      assert.equal(standsForCheck(secCode), isCheck(secCode));
    }),
  );
});

test("credits and stored bank accounts are not checks, whatever the default of the account", () => {
  fc.assert(
    fc.property(code, amount, type, (secCode, cents, kind) => {
      fc.pre(kind !== "SALE");
      const entry = { type: kind, amount: cents as Cents, secCode, checkNumber: undefined };
      assert.equal(secRuleRefusal(entry), undefined);
    }),
  );
});

test("a credit is sent as PPD, or as CCD if that was requested, and cannot be POP, ARC or RCK", () => {
  const sent = fc.option(code, { nil: undefined });
  fc.assert(
    fc.property(type, sent, code, (kind, sentCode, goesBy) => {
      const isCredit = kind === "CREDIT";
      const isWrong = isCredit && sentCode !== undefined && isCheck(sentCode);
      assert.equal(isSecCodeAllowed(kind, sentCode), !isWrong);
      const creditCode = sentCode === "CCD" ? "CCD" : "PPD";
      assert.equal(outgoingSecCode(kind, sentCode, goesBy), isCredit ? creditCode : goesBy);
    }),
  );
});
