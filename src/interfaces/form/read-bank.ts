/** A bank account as it was typed. */
import type { OpenForm } from "../../core/forms/open-form.ts";
import type { FormBank } from "../../core/forms/pay-by-form.ts";
import { standsForCheck } from "../../core/payments/bank/sec-rules.ts";
import {
  type BankAccountType,
  checkNumberMax,
  isBankAccountNumber,
  isRoutingNumber,
} from "../../values/bank.ts";
import { Secret } from "../../values/secret.ts";
import type { FieldReader } from "./field-reader.ts";

export function readBank({ secCode }: OpenForm, fields: FieldReader): FormBank | undefined {
  const routingNumber = readRouting(fields);
  const accountNumber = readAccount(fields);
  const accountType = readType(fields);
  const checkNumber = standsForCheck(secCode)
    ? fields.required("check_number", checkNumberMax(secCode), "Enter the check number.")
    : undefined;
  if (routingNumber === undefined || accountNumber === undefined) return undefined;
  return { routingNumber, accountNumber: new Secret(accountNumber), accountType, checkNumber };
}

function readRouting(fields: FieldReader): string | undefined {
  const digits = fields.digits("bank_routing_number");
  const error = (words: string) => fields.error("bank_routing_number", words);
  if (digits === "") return error("Enter the routing number.");
  if (!/^\d{9}$/.test(digits)) return error("A routing number has nine digits.");
  return isRoutingNumber(digits) ? digits : error("Check the routing number: a digit is wrong.");
}

function readAccount(fields: FieldReader): string | undefined {
  const digits = fields.digits("bank_account_number");
  const error = (words: string) => fields.error("bank_account_number", words);
  if (digits === "") return error("Enter the account number.");
  return isBankAccountNumber(digits)
    ? digits
    : error("An account number has 4 to 20 digits, not all of them zeros.");
}

function readType(fields: FieldReader): BankAccountType {
  const text = fields.text("ach_account_type");
  if (text === "savings") return "savings";
  if (text !== "" && text !== "checking") {
    fields.error("ach_account_type", "Choose checking or savings.");
  }
  return "checking";
}
