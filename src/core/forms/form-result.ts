/** What became of a payment by form, for its receipt page and for the merchant's return address. */
import { type Cents, formatCents } from "../../values/money.ts";
import { signText } from "../access/sign-text.ts";
import type { Answer } from "../payments/answer.ts";
import { findPaymentResult, type PaymentResult } from "../payments/payment-result.ts";
import type { FormNeeds, OpenForm } from "./open-form.ts";
import type { FormPaymentStatus } from "./payment-status.ts";
import { returnSecretContext } from "./return-secret.ts";
import { readSignedToken, writeSignedToken } from "./signed-token.ts";

/** How long a receipt can be looked at. */
const RECEIPT_DAYS = 30;

type ResultNeeds = Pick<FormNeeds, "custody" | "clock">;

export function writeReceiptToken(
  { custody, clock }: ResultNeeds,
  { form }: OpenForm,
  transactionId: string,
): string {
  const goodUntil = clock.wall().add({ hours: 24 * RECEIPT_DAYS });
  return writeSignedToken(custody, "receipt", form, { subject: transactionId, goodUntil });
}

/** The id behind a receipt's address. Undefined: it is not ours, or its days are over. */
export function readReceiptToken(
  { custody, clock }: ResultNeeds,
  { form }: OpenForm,
  text: string,
): string | undefined {
  const signed = readSignedToken(custody, "receipt", form, text);
  const isOver =
    signed === undefined || Temporal.Instant.compare(clock.wall(), signed.goodUntil) >= 0;
  return isOver ? undefined : signed.subject;
}

/** An id that nothing was begun with is withdrawn: "nothing was charged" must stay true. */
export function findResult(
  { payments, issuedIds }: Pick<FormNeeds, "payments" | "issuedIds">,
  { form }: OpenForm,
  transactionId: string,
): Promise<PaymentResult> {
  const needs = { earlier: payments.earlier, issuedIds };
  return findPaymentResult(needs, form.accountId, transactionId);
}

/**
 * The return address with the result and its proof: HMAC-SHA256 with the form's secret over the
 * five values in this order, each on a line of its own. Undefined: the form has no address.
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
