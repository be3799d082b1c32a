/** Reads a bank account as it was typed. */
import type { OpenForm } from "../../core/forms/open-form.ts";
import type { FormBank } from "../../core/forms/pay-by-form.ts";
import { standsForCheck } from "../../core/payments/bank/sec-rules.ts";
import {
  type BankAccountType,
  checkNumberMax,
  isBankAccountNumber,
  isRoutingNumber,
  type SecCode,
} from "../../values/bank.ts";
import { Secret } from "../../values/secret.ts";
import { must } from "../../wire/reader/check.ts";
import { ownProblem } from "../../wire/reader/problem.ts";
import { textRule } from "../../wire/reader/rule.ts";
import { type FieldReader, requiredLine, TYPED, takeDigits } from "./field-reader.ts";

const says = (sentence: string) => ownProblem(sentence);
const NINE_DIGITS = /^\d{9}$/;

const ROUTING_NUMBER = textRule<string>(takeDigits, [
  must((digits) => NINE_DIGITS.test(digits), says("A routing number has nine digits.")),
  must(isRoutingNumber, says("Check the routing number: a digit is wrong.")),
]).orReport(says("Enter the routing number."));

const ACCOUNT_NUMBER = textRule<string>(takeDigits, [
  must(isBankAccountNumber, says("An account number has 4 to 20 digits, not all of them zeros.")),
]).orReport(says("Enter the account number."));

const ACCOUNT_TYPES: readonly BankAccountType[] = ["checking", "savings"];
const ACCOUNT_TYPE = TYPED.as(
  (text) => ACCOUNT_TYPES.find((type) => type === text),
  says("Choose checking or savings."),
).or("checking" as const);

/** Its values may be used only if no field has an error. */
export function readBank({ secCode }: OpenForm, fields: FieldReader): FormBank {
  const routingNumber = fields.read("bank_routing_number", ROUTING_NUMBER);
  const accountNumber = new Secret(fields.read("bank_account_number", ACCOUNT_NUMBER));
  const accountType = fields.read("ach_account_type", ACCOUNT_TYPE);
  const checkNumber = standsForCheck(secCode) ? readCheckNumber(secCode, fields) : undefined;
  return { routingNumber, accountNumber, accountType, checkNumber };
}

function readCheckNumber(secCode: SecCode, fields: FieldReader): string {
  const rule = requiredLine(checkNumberMax(secCode), "Enter the check number.");
  return fields.read("check_number", rule);
}
