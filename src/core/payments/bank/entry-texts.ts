/** Refuses an ACH payment whose names cannot be written into a bank file, which is ASCII only. Pure. */
import type { SecCode } from "../../../values/bank.ts";
import { canWriteInLatin } from "../../../values/latin-text.ts";
import type { Refusal } from "../answer.ts";
import type { PaymentDetails } from "../payment-details.ts";
import { standsForCheck } from "./sec-rules.ts";

type EntryTexts = Pick<PaymentDetails, "firstName" | "lastName" | "company" | "checkNumber">;

export function entryTextRefusal(secCode: SecCode, texts: EntryTexts): Refusal | undefined {
  if (isUnwritable(texts.firstName)) return "first_name_not_writable";
  if (isUnwritable(texts.lastName)) return "last_name_not_writable";
  if (secCode === "CCD" && isUnwritable(texts.company)) return "company_not_writable";
  const hasCheck = standsForCheck(secCode);
  return hasCheck && isUnwritable(texts.checkNumber) ? "check_number_not_writable" : undefined;
}

function isUnwritable(text: string | undefined): boolean {
  return text !== undefined && text !== "" && !canWriteInLatin(text);
}
