/** What the pages say to a customer about money, dates, consent and declines. */
import type { OpenForm } from "../../core/forms/open-form.ts";
import type { Answer, Refusal } from "../../core/payments/answer.ts";
import { checkNumberMax, type SecCode } from "../../values/bank.ts";
import type { Cents } from "../../values/money.ts";

const LANGUAGE = "en-US";

export function money(cents: Cents, currency: string): string {
  return new Intl.NumberFormat(LANGUAGE, { style: "currency", currency }).format(cents / 100);
}

/** The sign that stands before a written amount. */
export function currencySign(currency: string): string {
  const parts = new Intl.NumberFormat(LANGUAGE, { style: "currency", currency }).formatToParts(0);
  return parts.find(({ type }) => type === "currency")?.value ?? currency;
}

/** "Nov 15, 2026, 10:32 AM (New York time)", from what the answer says. */
export function localMoment(timestamp: string, timeZone: string): string {
  const moment = Temporal.PlainDateTime.from(timestamp.replace(" ", "T"));
  const told = moment.toLocaleString(LANGUAGE, { dateStyle: "medium", timeStyle: "short" });
  const city = timeZone.split("/").at(-1)?.replaceAll("_", " ") ?? timeZone;
  return `${told} (${city} time)`;
}

export function localDay(now: Temporal.Instant, timeZone: string): string {
  const day = now.toZonedDateTimeISO(timeZone).toPlainDate();
  return day.toLocaleString(LANGUAGE, { dateStyle: "long" });
}

/** How the customer agrees, by the kind of entry (F, SEC codes). */
const CONSENT: Readonly<Record<SecCode, string>> = {
  WEB: "I authorize this over the Internet",
  TEL: "I have authorized this on the telephone, on a recorded line",
  PPD: "By ticking this box I sign this authorization",
  CCD: "By ticking this box I sign this authorization for the company whose account it is",
  POP: "I authorize my check to be used to make an electronic payment",
  ARC: "I authorize my check to be used to make an electronic payment",
  RCK: "I authorize my returned check to be presented again electronically",
};

export function consentText({ account, secCode }: OpenForm, now: Temporal.Instant): string {
  const day = localDay(now, account.timeZone);
  return (
    `${CONSENT[secCode]}: ${account.name} may take the amount above from my bank account once, ` +
    `on or after ${day}. I can withdraw this by telling ${account.name} before the payment is sent.`
  );
}

const DECLINES: Readonly<Record<string, string>> = {
  "INSUFFICIENT FUNDS": "there is not enough money on the card",
  "EXPIRED CARD": "the card has expired",
  "CVV MISMATCH": "the security code does not match the card",
  "AVS MISMATCH": "the address does not match the card",
  "CALL AUTH CENTER": "the bank asks you to call the number on your card",
};

/** A stolen card's thief is told no more than anybody else. */
export function declineText(answer: Answer): string {
  if (answer.outcome === "not_sent") {
    return "The payment could not be sent. Nothing was charged. Try again in a moment.";
  }
  if (answer.tenderType === "ACH") return bankDecline(answer.verificationMessage);
  const why = DECLINES[answer.message ?? ""];
  return why === undefined
    ? "The card was declined. Try another card, or ask your bank."
    : `The card was declined: ${why}.`;
}

function bankDecline(reason: string | undefined): string {
  if (reason === undefined) return "The payment from this bank account was declined.";
  if (reason === "Verification unavailable") {
    return "The payment was declined: bank accounts cannot be verified at the moment. Try again later, or pay another way.";
  }
  return `The payment was declined, because the bank account was not verified: ${reason}.`;
}

/** What the core refuses of a form that was filled in well: the field that can mend it, and words. */
export const REFUSALS: Readonly<Partial<Record<Refusal, readonly [field: string, words: string]>>> =
  {
    invalid_amount: ["amount", "This amount cannot be paid from a bank account here."],
    check_number_missing: ["check_number", "Enter the number of the check."],
    check_number_too_long: ["check_number", `Use at most ${checkNumberMax("POP")} characters.`],
    first_name_missing: ["first_name", "Enter the first name."],
    last_name_missing: ["last_name", "Enter the last name."],
  };
