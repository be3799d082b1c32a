/** What an ACH entry of each kind may be (F, SEC rules). Pure. */
import { checkNumberMax, type SecCode } from "../../../values/bank.ts";
import type { Cents } from "../../../values/money.ts";
import type { Refusal } from "../answer.ts";
import type { BankPayment } from "../payment-request.ts";

export interface SecRuleEntry {
  readonly type: BankPayment["type"];
  readonly amount: Cents;
  /** The code that the payment goes by: sent, the original's or the account's. */
  readonly secCode: SecCode;
  readonly checkNumber: string | undefined;
}

/** Entries that stand for a paper check, with the most that one may be for. */
const CHECK_MAX: Readonly<Partial<Record<SecCode, number>>> = {
  POP: 2_500_000,
  ARC: 2_500_000,
  // Under 2,500.00.
  RCK: 249_999,
};

export function standsForCheck(secCode: SecCode): boolean {
  return CHECK_MAX[secCode] !== undefined;
}

/** Only a debit: a credit goes out under a code of its own. */
export function secRuleRefusal({
  type,
  amount,
  secCode,
  checkNumber,
}: SecRuleEntry): Refusal | undefined {
  const amountMax = CHECK_MAX[secCode];
  if (type !== "SALE" || amountMax === undefined) return undefined;
  if (checkNumber === undefined) return "check_number_missing";
  // A number that was cut would be the number of another check.
  if ([...checkNumber].length > checkNumberMax(secCode)) return "check_number_too_long";
  return amount > amountMax ? "invalid_amount" : undefined;
}

/** A credit for a check that was never written is a mistake, and not a kind of entry. */
export function isSecCodeAllowed(type: BankPayment["type"], sent: SecCode | undefined): boolean {
  return type !== "CREDIT" || sent === undefined || !standsForCheck(sent);
}

/** Money that is sent goes out as PPD, or as CCD where that was said. */
export function outgoingSecCode(
  type: BankPayment["type"],
  sent: SecCode | undefined,
  code: SecCode,
) {
  if (type !== "CREDIT") return code;
  return sent === "CCD" ? "CCD" : "PPD";
}
