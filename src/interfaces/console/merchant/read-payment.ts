/**
 * Reads a payment from the virtual terminal. All errors are reported at once, each for its field.
 * No error repeats a card or bank number.
 */

import type { Account } from "../../../core/accounts/account-store.ts";
import type { PaymentDetails, TextDetail } from "../../../core/payments/payment-details.ts";
import type {
  BankPayment,
  Card,
  CardPayment,
  NewPayment,
} from "../../../core/payments/payment-request.ts";
import type { TenderType } from "../../../core/payments/transaction.ts";
import { isBankAccountNumber, isRoutingNumber, type SecCode } from "../../../values/bank.ts";
import { cardBrand, parseExpiration } from "../../../values/card.ts";
import { isEmailAddress } from "../../../values/email-address.ts";
import { localDate } from "../../../values/local-time.ts";
import { isHarmless } from "../../../values/masking/harmless.ts";
import type { Cents } from "../../../values/money.ts";
import { Secret } from "../../../values/secret.ts";
import { must } from "../../../wire/reader/check.ts";
import { ownProblem } from "../../../wire/reader/problem.ts";
import type { Rule } from "../../../wire/reader/rule.ts";
import { ruleSet } from "../../../wire/reader/rule-set.ts";
import { type Body, bodyText } from "../read.ts";

/** SEC codes for manual entry. The codes for checks require a check reader. */
export const TERMINAL_SEC_CODES = ["WEB", "TEL", "PPD", "CCD"] as const satisfies SecCode[];

export interface TypedPayment {
  readonly account: Account;
  readonly cashier: string;
  readonly transactionId: string;
  readonly now: Temporal.Instant;
  /** The payment method of an earlier transaction that is charged again. */
  readonly token: { readonly id: string; readonly tender: TenderType } | undefined;
}

const AMOUNT_MAX = 99_999_999;

export function readPayment(body: Body, typed: TypedPayment): NewPayment {
  const isBank = tenderOf(body, typed) === "ACH";
  return isBank ? readBankPayment(body, typed) : readCardPayment(body, typed);
}

function tenderOf(body: Body, { token }: TypedPayment): TenderType {
  if (token !== undefined) return token.tender;
  return body.choice("method", ["card", "ach"]) === "ach" ? "ACH" : "CARD";
}

function readCardPayment(body: Body, typed: TypedPayment): CardPayment {
  const { account, token } = typed;
  if (account.cardProcessor === undefined)
    body.error("method", "This account does not accept cards.");
  const type = body.choice("type", ["SALE", "AUTHORIZATION"]);
  const amount = readAmount(body);
  const verification = readVerification(body);
  const source =
    token === undefined
      ? ({ kind: "card", card: readCard(body, typed, verification) } as const)
      : ({ kind: "token", tokenId: token.id, expiration: undefined, verification } as const);
  return {
    type,
    amount,
    source,
    authorizationCode: undefined,
    allowsPartial: false,
    ignoresAvs: false,
    ignoresCvv: false,
    ...common(body, typed, CARD_DETAILS),
  };
}

function readBankPayment(body: Body, typed: TypedPayment): BankPayment {
  const { account, token } = typed;
  if (account.achProcessor === undefined) {
    body.error("method", "This account does not accept bank payments (ACH).");
  }
  const amount = readAmount(body);
  const secCode = token && !body.has("secCode") ? undefined : body.choice("secCode", [...CODES]);
  return {
    type: "SALE",
    amount,
    bank: {
      sent: token === undefined ? readBank(body) : undefined,
      accountType: undefined,
      tokenId: token?.id,
      secCode,
      validates: undefined,
    },
    ...common(body, typed, BANK_DETAILS),
  };
}

const CODES: readonly SecCode[] = TERMINAL_SEC_CODES;

function readAmount(body: Body): Cents {
  const cents = body.whole("amountCents", { min: 0, max: AMOUNT_MAX });
  if (cents === 0) body.error("amountCents", "Enter an amount from 0.01 to 999,999.99.");
  return cents as Cents;
}

/** Spaces and hyphens between the digits are ignored. */
function digitsOf(body: Body, name: string): string {
  return body.text(name, { max: 40 }).replaceAll(/[\s-]/g, "");
}

function readCard(body: Body, typed: TypedPayment, verification: Secret | undefined): Card {
  const digits = digitsOf(body, "cardNumber");
  const brand = cardBrand(digits);
  if (brand === undefined)
    body.error("cardNumber", "Check the card number: a digit is wrong or missing.");
  return {
    number: new Secret(digits),
    brand: brand ?? "VISA",
    expiration: readExpiration(body, typed),
    verification,
    entryMode: "KEYED",
  };
}

/**
 * MM/YY as printed on the card. A card is valid until the end of its month in the merchant's time
 * zone.
 */
function readExpiration(body: Body, { account, now }: TypedPayment): string {
  const text = body.text("expiration", { max: 7 }).replaceAll(/[\s/]/g, "");
  const month = parseExpiration(text);
  const today = localDate(now, account.timeZone).toPlainYearMonth();
  if (month === undefined) body.error("expiration", "Enter the month and year as MM/YY.");
  else if (Temporal.PlainYearMonth.compare(month, today) < 0) {
    body.error("expiration", "This card has expired.");
  }
  return text;
}

function readVerification(body: Body): Secret | undefined {
  const value = body.optionalText("verification", {
    max: 4,
    form: [/^\d{3,4}$/, "Enter 3 digits, or 4 for American Express."],
  });
  return value === undefined ? undefined : new Secret(value);
}

function readBank(body: Body): NonNullable<BankPayment["bank"]["sent"]> {
  const routingNumber = digitsOf(body, "routingNumber");
  const accountNumber = digitsOf(body, "accountNumber");
  if (!isRoutingNumber(routingNumber)) {
    body.error("routingNumber", "Check the routing number: a digit is wrong or missing.");
  }
  if (!isBankAccountNumber(accountNumber)) {
    body.error("accountNumber", "Enter 4 to 20 digits, not all zeros.");
  }
  return {
    routingNumber,
    accountNumber: new Secret(accountNumber),
    accountType: body.choice("accountType", ["checking", "savings"]),
  };
}

function common(body: Body, { cashier, transactionId }: TypedPayment, rules: typeof CARD_DETAILS) {
  const email = body.read("email", EMAIL);
  const sendsCustomerReceipt = body.has("receipt") && body.flag("receipt");
  if (sendsCustomerReceipt && email === undefined) {
    body.error("email", "Enter an email address for the receipt.");
  }
  return {
    transactionId,
    idempotencyKey: undefined,
    allowsDuplicate: body.has("allowDuplicate") && body.flag("allowDuplicate"),
    details: { ...readDetails(body, rules), ...(email && { email }), cashier },
    sendsCustomerReceipt,
    sendsMerchantReceipt: false,
  };
}

/** These fields are stored and shown, so they must not contain a card number. */
function storedText(max: number) {
  return bodyText({ max })
    .with(must(isHarmless, ownProblem(CARD_NUMBER)))
    .optional();
}

const CARD_NUMBER = "This looks like a card number. Remove it, because this field is stored.";
const EMAIL = storedText(100).with(
  must(isEmailAddress, ownProblem("Enter a valid email address.")),
);

/** The same maximum lengths as in the payment interface (F, limits). */
function detailRules(nameMax: number) {
  return ruleSet({
    firstName: storedText(nameMax),
    lastName: storedText(nameMax),
    company: storedText(50),
    streetAddress1: storedText(50).named("street"),
    city: storedText(100),
    stateProvince: storedText(2).named("region"),
    zip: storedText(10),
    phone: storedText(20),
    customId: storedText(50),
    description: storedText(2_000),
    invoiceEntry: storedText(2_000).named("invoice"),
  } satisfies Partial<Record<TextDetail, Rule<string | undefined, string>>>);
}

const CARD_DETAILS = detailRules(50);
/** Names go into a bank file, which has shorter fields. */
const BANK_DETAILS = detailRules(32);

/** Only filled-in fields. The others may come from the original payment. */
function readDetails(body: Body, rules: typeof CARD_DETAILS): PaymentDetails {
  const read = Object.entries(body.readAll(rules));
  return Object.fromEntries(read.filter(([, text]) => text !== undefined));
}
