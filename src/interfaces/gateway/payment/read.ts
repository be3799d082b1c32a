/** What a payment request asks for: types first, then lengths, then forms, as the contract orders. */
import type { Account } from "../../../core/accounts/account-store.ts";
import type { Details } from "../../../core/payments/payment-store.ts";
import type { CardPayment } from "../../../core/payments/take-payment.ts";
import { type CardBrand, cardBrand, parseExpiration } from "../../../values/card.ts";
import { localDate } from "../../../values/local-time.ts";
import { type Cents, parseCents } from "../../../values/money.ts";
import { Secret } from "../../../values/secret.ts";
import { readTransactionId } from "../../../values/transaction-id.ts";
import { RequestFault } from "../../../wire/fault.ts";
import type { Fields } from "../../../wire/fields.ts";

const LONG = 65_535;

/** Plain text variables in order of checking: their name on the wire, longest value, column. */
export const TEXT_VARIABLES: readonly (readonly [name: string, max: number, column: string])[] = [
  ["first_name", 50, "first_name"],
  ["last_name", 50, "last_name"],
  ["group", 12, "transaction_group"],
  ["transaction_description", LONG, "description"],
  ["custom_id", 50, "custom_id"],
  ["custom_data", LONG, "custom_data"],
  ["cashier", 100, "cashier"],
  ["street_address1", 50, "street_address1"],
  ["street_address2", 50, "street_address2"],
  ["city", 100, "city"],
  ["state", 2, "state_province"],
  ["zip", 10, "zip"],
  ["country", 2, "country"],
  ["phone", 20, "phone"],
  ["email", 100, "email"],
  ["ip_address", 15, "ip_address"],
  ["company", 50, "company"],
  ["input_group", 10, "input_group"],
  ["invoice_entry", LONG, "invoice_entry"],
];

interface RawPayment {
  readonly transactionType: CardPayment["transactionType"];
  readonly amount: string | undefined;
  readonly cardNumber: string | undefined;
  readonly cardExpiration: string | undefined;
  readonly cardVerification: string | undefined;
  readonly transactionId: string | undefined;
  readonly details: Details;
}

export function readPayment(fields: Fields, account: Account, now: Temporal.Instant): CardPayment {
  const transactionType = readTypes(fields, account);
  const raw = readLengths(fields, transactionType);
  return {
    transactionType,
    amount: amountOf(raw),
    ...cardOf(raw),
    cardExpiration: expirationOf(raw, localDate(now, account.timeZone)),
    cardVerification:
      raw.cardVerification === undefined ? undefined : new Secret(raw.cardVerification),
    transactionId: transactionIdOf(raw),
    details: raw.details,
  };
}

function readTypes(fields: Fields, account: Account): CardPayment["transactionType"] {
  const transactionType = fields.oneOf("transaction_type", ["SALE", "AUTHORIZATION"]);
  if (transactionType === undefined) throw new RequestFault("missing", "transaction_type");
  const tenderType = fields.oneOf("tender_type", ["CARD"]);
  if (tenderType === undefined || account.cardProcessor === undefined) {
    throw new RequestFault("invalid", "tender_type");
  }
  return transactionType;
}

function readLengths(fields: Fields, transactionType: CardPayment["transactionType"]): RawPayment {
  return {
    transactionType,
    amount: fields.optional("transaction_amount", 9),
    cardNumber: fields.optional("card_number", 19),
    cardExpiration: fields.optional("card_expiration", 4),
    cardVerification: fields.optional("card_verification", 4),
    transactionId: fields.optional("transaction_id", 12),
    details: readDetails(fields),
  };
}

function readDetails(fields: Fields): Details {
  const details: Record<string, string | undefined> = {};
  for (const [name, max, column] of TEXT_VARIABLES) details[column] = fields.optional(name, max);
  return details;
}

/** An authorization of nothing asks whether a card is good; a sale moves money. */
function amountOf({ amount, transactionType }: RawPayment): Cents {
  const cents = amount === undefined ? undefined : parseCents(amount);
  if (cents === undefined || (cents === 0 && transactionType === "SALE")) {
    throw new RequestFault("invalid", "transaction_amount");
  }
  return cents;
}

function cardOf({ cardNumber }: RawPayment): { cardNumber: Secret; cardBrand: CardBrand } {
  if (cardNumber === undefined || !/^\d+$/.test(cardNumber)) {
    throw new RequestFault("invalid", "card_number");
  }
  const brand = cardBrand(cardNumber);
  if (brand === undefined) throw new RequestFault("invalid", "card_data");
  return { cardNumber: new Secret(cardNumber), cardBrand: brand };
}

/** A card is good until the last day of its month, where the merchant is. */
function expirationOf({ cardExpiration = "" }: RawPayment, today: Temporal.PlainDate): string {
  const month = parseExpiration(cardExpiration);
  if (month === undefined || Temporal.PlainYearMonth.compare(month, today.toPlainYearMonth()) < 0) {
    throw new RequestFault("invalid", "card_expiration");
  }
  return cardExpiration;
}

function transactionIdOf({ transactionId }: RawPayment): string | undefined {
  if (transactionId === undefined) return undefined;
  const id = readTransactionId(transactionId);
  if (id === undefined) throw new RequestFault("invalid", "transaction_id");
  return id;
}
