/** Texts of the pages about money, dates, consent and declines. */
import type { OpenForm } from "../../core/forms/open-form.ts";
import type { Answer, Refusal } from "../../core/payments/answer.ts";
import { checkNumberMax, type SecCode } from "../../values/bank.ts";
import type { Cents } from "../../values/money.ts";

const LANGUAGE = "en-US";

export function formatMoney(cents: Cents, currency: string): string {
  return new Intl.NumberFormat(LANGUAGE, { style: "currency", currency }).format(cents / 100);
}

/** The currency sign before an amount field. */
export function currencySign(currency: string): string {
  const parts = new Intl.NumberFormat(LANGUAGE, { style: "currency", currency }).formatToParts(0);
  return parts.find(({ type }) => type === "currency")?.value ?? currency;
}

/** Writes the timestamp of an answer as "Nov 15, 2026, 10:32 AM (New York time)". */
export function localMoment(timestamp: string, timeZone: string): string {
  const moment = Temporal.PlainDateTime.from(timestamp.replace(" ", "T"));
  const text = moment.toLocaleString(LANGUAGE, { dateStyle: "medium", timeStyle: "short" });
  const city = timeZone.split("/").at(-1)?.replaceAll("_", " ") ?? timeZone;
  return `${text} (${city} time)`;
}

export function localDay(now: Temporal.Instant, timeZone: string): string {
  const day = now.toZonedDateTimeISO(timeZone).toPlainDate();
  return day.toLocaleString(LANGUAGE, { dateStyle: "long" });
}

/** The start of the consent, by SEC code (contract, area F). */
const CONSENT: Readonly<Record<SecCode, string>> = {
  WEB: "I authorize this over the internet",
  TEL: "I authorized this by telephone on a recorded line",
  PPD: "By checking this box I sign this authorization",
  CCD: "By checking this box I sign this authorization for the company that owns the account",
  POP: "I authorize my check to be used to make an electronic payment",
  ARC: "I authorize my check to be used to make an electronic payment",
  RCK: "I authorize my returned check to be presented again electronically",
};

export function consentText({ account, secCode }: OpenForm, now: Temporal.Instant): string {
  const day = localDay(now, account.timeZone);
  return (
    `${CONSENT[secCode]}: ${account.name} may debit my bank account once for the amount above, ` +
    `on or after ${day}. I can cancel this authorization by contacting ${account.name} before the payment is sent.`
  );
}

const DECLINES: Readonly<Record<string, string>> = {
  "INSUFFICIENT FUNDS": "the card does not have enough funds",
  "EXPIRED CARD": "the card has expired",
  "CVV MISMATCH": "the security code does not match the card",
  "AVS MISMATCH": "the billing address does not match the card",
  "CALL AUTH CENTER": "the bank asks you to call the number on your card",
};

export const NOT_CHARGED = "You have not been charged.";

/** Does not say that a card was reported as stolen: the customer may be the thief. */
export function declineText(answer: Answer): string {
  if (answer.outcome === "not_sent") {
    return "The payment could not be sent. Please try again in a moment.";
  }
  if (answer.tenderType === "ACH") return bankDecline(answer.verificationMessage);
  const why = DECLINES[answer.message ?? ""];
  return why === undefined
    ? "The card was declined. Try another card or contact your bank."
    : `The card was declined: ${why}.`;
}

function bankDecline(reason: string | undefined): string {
  if (reason === undefined)
    return "The payment from this bank account was declined. Try another bank account or pay another way.";
  if (reason === "Verification unavailable") {
    return "We cannot verify bank accounts right now, so the payment was declined. Try again later or pay another way.";
  }
  return `The payment was declined because the bank account was not verified: ${reason}. Try another bank account or pay another way.`;
}

/** Refusals of the payment core for a form without field errors: the field to correct and the text. */
export const REFUSALS: Readonly<Partial<Record<Refusal, readonly [field: string, text: string]>>> =
  {
    invalid_amount: [
      "amount",
      "This amount is too large for a bank payment here. Enter a smaller amount.",
    ],
    check_number_missing: ["check_number", "Enter the check number."],
    check_number_too_long: ["check_number", `Use at most ${checkNumberMax("POP")} characters.`],
    first_name_missing: ["first_name", "Enter the first name."],
    last_name_missing: ["last_name", "Enter the last name."],
  };
