/** Builds the request to the payment core from the values that were read. */
import type { PaymentDetails } from "../../../core/payments/payment-details.ts";
import type {
  BankPayment,
  Card,
  CardPayment,
  PayloadPayment,
  PaymentRequest,
} from "../../../core/payments/payment-request.ts";
import type { BankAccountType } from "../../../values/bank.ts";
import type { Cents } from "../../../values/money.ts";
import { Secret } from "../../../values/secret.ts";
import type { Form } from "../../../wire/form.ts";
import { RequestError } from "../../../wire/request-error.ts";
import { type Asked, isBankType, isFlagSet, variableText } from "./asked.ts";
import { readDevicePayload } from "./device-payload.ts";
import type { Forms, Track } from "./forms.ts";

export interface Kept {
  readonly details: PaymentDetails;
  readonly idempotencyKey: string | undefined;
  readonly beside: Secret | undefined;
}

const NOTHING = 0 as Cents;

export function buildPaymentRequest(asked: Asked, forms: Forms, kept: Kept): PaymentRequest {
  const { type, tender, form } = asked;
  switch (type) {
    case "CAPTURE":
      return {
        type,
        tender,
        originalId: forms.tokenId ?? missing("token_id"),
        amount: forms.amount ?? missing("transaction_amount"),
        ...anyRequest(form, forms, kept),
      };
    case "REFUND":
    case "REVERSAL":
      return {
        type,
        tender,
        originalId: forms.tokenId ?? missing("token_id"),
        amount: forms.amount,
        ...anyRequest(form, forms, kept),
      };
    case "SETTLE-BATCH":
      return { type, ...anyRequest(form, forms, kept) };
    default:
      return tender === "ACH" && isBankType(type)
        ? bankPayment(type, form, { ...forms, ...kept })
        : cardPayment(type, form, { ...forms, ...kept });
  }
}

function anyRequest(
  form: Form,
  { transactionId }: Forms,
  { details, idempotencyKey, beside }: Kept,
) {
  return {
    transactionId,
    idempotencyKey,
    beside,
    details,
    sendsCustomerReceipt: isFlagSet(form, "send_customer_receipt"),
    sendsMerchantReceipt: isFlagSet(form, "send_merchant_receipt"),
  };
}

/** A request with a payload as its source is a PayloadPayment. */
type CardOrPayload = CardPayment | PayloadPayment;

/** Written out in full, because most requests run through it. */
function cardPayment(type: CardPayment["type"], form: Form, read: Forms & Kept): CardOrPayload {
  return {
    type,
    amount: read.amount ?? NOTHING,
    source: paymentSource(form, read),
    authorizationCode: variableText(form, "authorization_code"),
    allowsPartial: isFlagSet(form, "allow_partial"),
    ignoresAvs: isFlagSet(form, "disable_avs"),
    ignoresCvv: isFlagSet(form, "disable_cvv"),
    allowsDuplicate: isFlagSet(form, "allow_duplicate"),
    transactionId: read.transactionId,
    idempotencyKey: read.idempotencyKey,
    beside: read.beside,
    details: read.details,
    sendsCustomerReceipt: isFlagSet(form, "send_customer_receipt"),
    sendsMerchantReceipt: isFlagSet(form, "send_merchant_receipt"),
  } as CardOrPayload;
}

function bankPayment(type: BankPayment["type"], form: Form, read: Forms & Kept): BankPayment {
  const validates = variableText(form, "validate_ach_account");
  const sameDay = variableText(form, "ach_same_day");
  const accountType = readAccountType(form);
  return {
    type,
    amount: read.amount ?? NOTHING,
    allowsDuplicate: isFlagSet(form, "allow_duplicate"),
    bank: {
      sent: read.bank && { ...read.bank, accountType: accountType ?? "checking" },
      accountType,
      tokenId: read.tokenId,
      secCode: read.secCode,
      validates: validates === undefined ? undefined : isFlagSet(form, "validate_ach_account"),
      sameDay: sameDay === undefined ? undefined : isFlagSet(form, "ach_same_day"),
    },
    ...anyRequest(form, read, read),
  };
}

function readAccountType(form: Form): BankAccountType | undefined {
  const text = variableText(form, "ach_account_type");
  if (text === undefined) return undefined;
  return text.toLowerCase() === "savings" ? "savings" : "checking";
}

/** The first of these that was sent: a device's payload, a track, a keyed card, a token. */
function paymentSource(form: Form, forms: Forms): CardOrPayload["source"] {
  const { tokenId, expiration } = forms;
  const value = variableText(form, "card_verification");
  const verification = value === undefined ? undefined : new Secret(value);
  const device = readDevicePayload(form);
  if (device !== undefined) return { kind: "payload", device, verification, tokenId };
  const card = sentCard(forms, verification);
  if (card !== undefined) return { kind: "card", card, tokenId };
  return { kind: "token", tokenId: tokenId ?? missing("token_id"), expiration, verification };
}

function sentCard(
  { card, track, expiration }: Forms,
  verification: Secret | undefined,
): Card | undefined {
  if (track !== undefined) return swiped(track, verification);
  if (card === undefined) return undefined;
  const { number, brand } = card;
  const keyed = expiration ?? missing("card_expiration");
  return { number, brand, expiration: keyed, verification, entryMode: "KEYED" };
}

function swiped(track: Track, verification: Secret | undefined): Card {
  const { number, brand, expiration, firstName, lastName, track1, track2 } = track;
  const holder = { firstName, lastName };
  const readout = { track1, track2 };
  return { number, brand, expiration, verification, entryMode: "SWIPED", holder, readout };
}

/** Earlier checks guarantee the value, but the compiler does not know that. */
function missing(name: string): never {
  throw new RequestError("missing", name);
}
