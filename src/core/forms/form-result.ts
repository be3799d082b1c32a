/** Finds the result of a payment by form, and signs it for the merchant's return address. */
import { type Cents, formatCents } from "../../values/money.ts";
import { signText } from "../access/sign-text.ts";
import type { Answer } from "../payments/answer.ts";
import { findPaymentResult, type PaymentResult } from "../payments/payment-result.ts";
import type { FormNeeds, OpenForm } from "./open-form.ts";
import type { FormPaymentStatus } from "./payment-status.ts";
import { returnSecretContext } from "./return-secret.ts";
import { readSignedToken, writeSignedToken } from "./signed-token.ts";

/** How long a receipt can be opened. */
const RECEIPT_DAYS = 30;

type ResultNeeds = Pick<FormNeeds, "custody" | "clock">;

export function writeReceiptToken(
  { custody, clock }: ResultNeeds,
  { form }: OpenForm,
  transactionId: string,
): string {
  const validUntil = clock.wall().add({ hours: 24 * RECEIPT_DAYS });
  return writeSignedToken(custody, "receipt", form, { subject: transactionId, validUntil });
}

/** Returns the transaction id in a receipt's address. Undefined: not made by us, or expired. */
export function readReceiptToken(
  { custody, clock }: ResultNeeds,
  { form }: OpenForm,
  text: string,
): string | undefined {
  const signed = readSignedToken(custody, "receipt", form, text);
  const isExpired =
    signed === undefined || Temporal.Instant.compare(clock.wall(), signed.validUntil) >= 0;
  return isExpired ? undefined : signed.subject;
}

/** An unused id is withdrawn, so that "you have not been charged" stays true. */
export function findFormResult(
  { payments, issuedIds }: Pick<FormNeeds, "payments" | "issuedIds">,
  { form }: OpenForm,
  transactionId: string,
): Promise<PaymentResult> {
  const needs = { earlier: payments.earlier, issuedIds };
  return findPaymentResult(needs, form.accountId, transactionId);
}

/**
 * The return address with the signed result. The signature is HMAC-SHA256 with the form's secret over
 * the five values in this order, separated by line breaks. Undefined: the form has no return address.
 */
export async function writeReturnLink(
  { forms, custody, clock }: Pick<FormNeeds, "forms" | "custody" | "clock">,
  { form }: OpenForm,
  { answer, status }: { readonly answer: Answer; readonly status: FormPaymentStatus },
): Promise<string | undefined> {
  if (form.returnUrl === null) return undefined;
  const sealed = await forms.findReturnSecret(form.accountId, form.name);
  if (sealed === undefined) return undefined;
  const secret = await custody.open(sealed, returnSecretContext(form.accountId, form.name));
  const result: Readonly<Record<string, string>> = {
    form: form.name,
    transaction_id: answer.transactionId,
    status,
    amount: formatCents(answer.amountCents as Cents),
    timestamp: String(Math.floor(clock.wall().epochMilliseconds / 1_000)),
  };
  const link = new URL(form.returnUrl);
  for (const [name, value] of Object.entries(result)) link.searchParams.set(name, value);
  link.searchParams.set("signature", signText(secret, Object.values(result).join("\n")));
  return link.href;
}
