/** Pays a form through the payment core, with the transaction id that the page claimed. */
import type { BankAccountType } from "../../values/bank.ts";
import type { CardBrand } from "../../values/card.ts";
import type { Cents } from "../../values/money.ts";
import type { Secret } from "../../values/secret.ts";
import type { Answer, Refusal } from "../payments/answer.ts";
import { pay } from "../payments/pay.ts";
import type { FormFields, PaymentDetails } from "../payments/payment-details.ts";
import type { NewPayment } from "../payments/payment-request.ts";
import type { FormNeeds, OpenForm } from "./open-form.ts";
import { findIdUse } from "./page-token.ts";

export interface FormCard {
  readonly number: Secret;
  readonly brand: CardBrand;
  /** MMYY. */
  readonly expiration: string;
  readonly verification: Secret;
}

export interface FormBank {
  readonly routingNumber: string;
  readonly accountNumber: Secret;
  readonly accountType: BankAccountType;
  /** For entries that stand for a check. */
  readonly checkNumber: string | undefined;
}

/** The values that a customer entered, all of them valid. */
export interface FilledForm {
  readonly amount: Cents;
  readonly source: { readonly card: FormCard } | { readonly bank: FormBank };
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string | undefined;
  readonly streetAddress: string | undefined;
  readonly zip: string | undefined;
  readonly fields: FormFields;
}

export interface FormCaller {
  /** If it is an IPv4 address. */
  readonly ipAddress: string | undefined;
  readonly network: string;
}

export type FormOutcome =
  /** `wasEarlier`: the page had paid before, with other values. */
  | { readonly kind: "paid"; readonly wasEarlier: boolean }
  | { readonly kind: "declined"; readonly answer: Answer }
  /** Still running, or its outcome is not known. */
  | { readonly kind: "open" }
  /** The id has expired and was never used. */
  | { readonly kind: "id_expired" }
  | { readonly kind: "too_many" }
  | { readonly kind: "refused"; readonly why: Refusal };

export interface FormPayment {
  readonly transactionId: string;
  readonly filled: FilledForm;
  readonly from: FormCaller;
}

export async function payByForm(
  needs: FormNeeds,
  opened: OpenForm,
  payment: FormPayment,
): Promise<FormOutcome> {
  const outcome = await pay(needs.payments, opened.account, formPaymentRequest(opened, payment));
  switch (outcome.kind) {
    case "answered":
      return toOutcome(outcome.answer, false);
    case "unknown":
      return { kind: "open" };
    case "too_many":
    case "refused": {
      // If the page has paid before, that is shown, whatever is wrong with this attempt.
      const first = await findFirstOutcome(needs, opened, payment.transactionId);
      return first.kind === "id_expired" && !isIdRefused(outcome) ? outcome : first;
    }
  }
}

function isIdRefused(outcome: FormOutcome): boolean {
  if (outcome.kind !== "refused") return false;
  return outcome.why === "id_already_used" || outcome.why === "id_never_issued";
}

/** The outcome of the first payment with this id, which the customer must see. */
export async function findFirstOutcome(
  needs: Pick<FormNeeds, "payments">,
  opened: OpenForm,
  transactionId: string | undefined,
): Promise<FormOutcome> {
  const use = await findIdUse(needs, opened, transactionId);
  if (use.kind === "unused") return { kind: "id_expired" };
  return use.kind === "open" ? use : toOutcome(use.answer, true);
}

function toOutcome(answer: Answer, wasEarlier: boolean): FormOutcome {
  return answer.outcome === "approved"
    ? { kind: "paid", wasEarlier }
    : { kind: "declined", answer };
}

function formPaymentRequest({ form, secCode }: OpenForm, payment: FormPayment): NewPayment {
  const { transactionId, filled, from } = payment;
  const any = {
    type: "SALE",
    amount: filled.amount,
    transactionId,
    idempotencyKey: undefined,
    details: formPaymentDetails(form.name, form.title, payment),
    sendsCustomerReceipt: form.sendsCustomerReceipt && filled.email !== undefined,
    sendsMerchantReceipt: form.sendsMerchantReceipt,
    callerNetwork: from.network,
  } as const;
  if ("card" in filled.source) {
    const card = { ...filled.source.card, entryMode: "KEYED" } as const;
    return { ...any, source: { kind: "card", card }, ...CARD_OPTIONS };
  }
  const { checkNumber: _, ...sent } = filled.source.bank;
  const bank = { sent, accountType: sent.accountType, tokenId: undefined, secCode };
  return { ...any, bank: { ...bank, validates: undefined } };
}

const CARD_OPTIONS = {
  authorizationCode: undefined,
  allowsPartial: false,
  ignoresAvs: false,
  ignoresCvv: false,
} as const;

function formPaymentDetails(
  name: string,
  title: string,
  { filled, from }: FormPayment,
): PaymentDetails {
  const { source, fields } = filled;
  return {
    firstName: filled.firstName,
    lastName: filled.lastName,
    email: filled.email,
    streetAddress1: filled.streetAddress,
    zip: filled.zip,
    checkNumber: "bank" in source ? source.bank.checkNumber : undefined,
    ipAddress: from.ipAddress,
    paymentType: "ECOMMERCE",
    description: title,
    formName: name,
    formFields: Object.keys(fields).length === 0 ? undefined : fields,
  };
}
