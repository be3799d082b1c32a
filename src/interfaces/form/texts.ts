/** Texts of the pages about consent, declines and refusals. */
import type { OpenForm } from "../../core/forms/open-form.ts";
import type { Answer, Refusal } from "../../core/payments/answer.ts";
import { checkNumberMax, type SecCode } from "../../values/bank.ts";
import { localDate } from "../../values/local-time.ts";
import { escapeHtml } from "../../values/text/escape-html.ts";
import { formatMoney, readableDay } from "../../values/text/readable.ts";

/**
 * The authorization that Nacha requires for a debit: who may debit, how often, how much, from which
 * account, when, and how to cancel. The SEC code decides how it begins and ends (contract, area F).
 */
interface Consent {
  readonly begins: (merchant: string) => string;
  readonly ends?: string;
}

const MAY_DEBIT = "to make a one-time electronic debit of";
const IS_SIGNATURE = " Checking this box is my electronic signature.";
const byCheck: Consent = {
  begins: (merchant) => `I authorize ${merchant} to use my check ${MAY_DEBIT}`,
};

const CONSENT: Readonly<Record<SecCode, Consent>> = {
  WEB: { begins: (merchant) => `I authorize ${merchant} ${MAY_DEBIT}` },
  TEL: {
    begins: (merchant) => `By telephone, on a recorded line, I authorized ${merchant} ${MAY_DEBIT}`,
  },
  PPD: { begins: (merchant) => `I authorize ${merchant} ${MAY_DEBIT}`, ends: IS_SIGNATURE },
  CCD: {
    begins: (merchant) =>
      `On behalf of the company that owns the account, I authorize ${merchant} ${MAY_DEBIT}`,
    ends: IS_SIGNATURE,
  },
  POP: byCheck,
  ARC: byCheck,
  RCK: {
    begins: (merchant) =>
      `I authorize ${merchant} to present my returned check again as a one-time electronic debit of`,
  },
};

/** As HTML. The page's script replaces the amount and the account as soon as they are entered. */
export function consentHtml({ form, account, secCode }: OpenForm, now: Temporal.Instant): string {
  const { begins, ends = "" } = CONSENT[secCode];
  const { amounts } = form;
  const isFixed = amounts.kind === "fixed";
  const amount = isFixed ? formatMoney(amounts.amountCents, account.currency) : "the amount above";
  const day = readableDay(localDate(now, account.timeZone));
  return (
    `${escapeHtml(begins(account.name))} <span id="consent-amount">${escapeHtml(amount)}</span> ` +
    `from <span id="consent-account">the bank account entered above</span> on or after ${day}. ` +
    `To cancel this authorization, I must contact ${escapeHtml(account.name)} before the debit is sent to the bank.${ends}`
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
    duplicate: [
      "amount",
      "You made the same payment a moment ago. You have not been charged again. To pay once more, wait a while or contact the merchant.",
    ],
    first_name_not_writable: ["first_name", "Enter the first name in Latin letters."],
    last_name_not_writable: ["last_name", "Enter the last name in Latin letters."],
    check_number_not_writable: ["check_number", "Enter the number on the check."],
  };
