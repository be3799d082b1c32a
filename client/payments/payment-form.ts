/** Writes the input of a payment as the form that the payments API reads. */
import {
  checkAmount,
  checkRefund,
  type Fields,
  refuseArgument,
  writeFields,
} from "../wire/form.ts";
import type { BankAccount, Card, Customer } from "./payment-inputs.ts";
import {
  BANK_ACCOUNT_NAMES,
  CARD_NAMES,
  CUSTOMER_NAMES,
  DETAIL_NAMES,
  type PaymentForm,
} from "./payment-names.ts";

export type TransactionType = PaymentForm["transaction_type"];

export interface PaymentInput {
  readonly card?: Card | undefined;
  readonly bankAccount?: BankAccount | undefined;
  readonly customer?: Customer | undefined;
  readonly amount?: string | undefined;
}

const AREA = "payments";

export function writePayment(type: TransactionType, input: PaymentInput): Fields {
  const { card, bankAccount, customer = {}, ...details } = input;
  checkAmount("amount", details.amount, AREA);
  return {
    transaction_type: type,
    ...writeFields(details, DETAIL_NAMES, AREA),
    ...writeFields(customer, CUSTOMER_NAMES, AREA),
    ...writeSource(card, bankAccount),
  };
}

/** A capture, refund or reversal of an earlier payment. */
export function writeChange(type: TransactionType, token: string, input: PaymentInput): Fields {
  const { customer = {}, ...details } = input;
  checkRefund(details, AREA);
  return {
    transaction_type: type,
    token_id: token,
    ...writeFields(details, DETAIL_NAMES, AREA),
    ...writeFields(customer, CUSTOMER_NAMES, AREA),
  };
}

function writeSource(card: Card | undefined, bankAccount: BankAccount | undefined): Fields {
  if ((card === undefined) === (bankAccount === undefined)) {
    throw refuseArgument("Send either card or bankAccount.", AREA);
  }
  return card === undefined ? writeBankAccount(bankAccount) : writeCard(card);
}

function writeCard(card: Card): Fields {
  const { card_expiration, ...fields } = writeFields(card, CARD_NAMES, AREA);
  const expiration = card_expiration?.replace(/^(\d\d)\s*\/\s*(\d\d)$/, "$1$2");
  return {
    tender_type: "CARD",
    ...fields,
    ...(expiration === undefined ? {} : { card_expiration: expiration }),
    ...writeReissue(fields),
  };
}

function writeBankAccount(bankAccount: BankAccount | undefined): Fields {
  const fields = writeFields(bankAccount ?? {}, BANK_ACCOUNT_NAMES, AREA);
  return { tender_type: "ACH", ...fields, ...writeReissue(fields) };
}

/** A token pays again with the card or bank account of an earlier transaction. */
function writeReissue({ token_id }: Fields): Fields {
  return token_id === undefined ? {} : { reissue: "1" };
}
