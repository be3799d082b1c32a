/** Finds the result of a payment by form, and signs what the merchant gets of it. */
import { signText } from "../access/signatures/sign-text.ts";
import { findPaymentResult, type PaymentResult } from "../payments/payment-result.ts";
import type { FormNeeds, OpenForm } from "./open-form.ts";
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

/** Signs a text with the form's secret. Undefined: the form has no secret, or no return address. */
export async function signForReturn(
  { forms, custody }: Pick<FormNeeds, "forms" | "custody">,
  { form }: OpenForm,
  text: string,
): Promise<string | undefined> {
  if (form.returnUrl === null) return undefined;
  const sealed = await forms.findReturnSecret(form.accountId, form.name);
  if (sealed === undefined) return undefined;
  return signText(await custody.open(sealed, returnSecretContext(form.accountId, form.name)), text);
}
