/** The rules for ACH entries by SEC code (contract, area F, SEC rules). Pure. */
import { checkNumberMax, type SecCode } from "../../../values/bank.ts";
import { toLatinText } from "../../../values/latin-text.ts";
import type { Cents } from "../../../values/money.ts";
import type { Refusal } from "../answer.ts";
import type { BankPayment } from "../payment-request.ts";

export interface SecRuleEntry {
  readonly type: BankPayment["type"];
  readonly amount: Cents;
  /** The effective code: the one sent, the original's or the account's default. */
  readonly secCode: SecCode;
  readonly checkNumber: string | undefined;
}

/** SEC codes of entries that stand for a paper check, with their largest amount in cents. */
const CHECK_MAX: Readonly<Partial<Record<SecCode, number>>> = {
  POP: 2_500_000,
  ARC: 2_500_000,
  // Under 2,500.00.
  RCK: 249_999,
};

export function standsForCheck(secCode: SecCode): boolean {
  return CHECK_MAX[secCode] !== undefined;
}

/** The rules apply to debits only: a credit goes out as PPD or CCD. */
export function secRuleRefusal({
  type,
  amount,
  secCode,
  checkNumber,
}: SecRuleEntry): Refusal | undefined {
  const amountMax = CHECK_MAX[secCode];
  if (type !== "SALE" || amountMax === undefined) return undefined;
  if (checkNumber === undefined) return "check_number_missing";
  // A shortened number would be the number of another check.
  if (toLatinText(checkNumber).length > checkNumberMax(secCode)) return "check_number_too_long";
  return amount > amountMax ? "invalid_amount" : undefined;
}

/** A credit cannot have the SEC code of a check. */
export function isSecCodeAllowed(type: BankPayment["type"], sent: SecCode | undefined): boolean {
  return type !== "CREDIT" || sent === undefined || !standsForCheck(sent);
}

/** A credit goes out as PPD, or as CCD if CCD was sent. */
export function outgoingSecCode(
  type: BankPayment["type"],
  sent: SecCode | undefined,
  code: SecCode,
) {
  if (type !== "CREDIT") return code;
  return sent === "CCD" ? "CCD" : "PPD";
}
