/** The signed link with which a customer returns to the merchant's own page. */
import { signForReturn } from "../../core/forms/form-result.ts";
import type { FormNeeds, OpenForm } from "../../core/forms/open-form.ts";
import type { FormPaymentStatus } from "../../core/forms/payment-status.ts";
import type { Answer } from "../../core/payments/answer.ts";
import { type Cents, formatCents } from "../../values/money.ts";

/**
 * The return address with the signed result. The signature is HMAC-SHA256 with the form's secret over
 * the five values in this order, separated by line breaks. Undefined: the form has no return address.
 */
export async function writeReturnLink(
  needs: Pick<FormNeeds, "forms" | "custody" | "clock">,
  opened: OpenForm,
  { answer, status }: { readonly answer: Answer; readonly status: FormPaymentStatus },
): Promise<string | undefined> {
  const { name, returnUrl } = opened.form;
  if (returnUrl === null) return undefined;
  const result: Readonly<Record<string, string>> = {
    form: name,
    transaction_id: answer.transactionId,
    status,
    amount: formatCents(answer.amountCents as Cents),
    timestamp: String(Math.floor(needs.clock.wall().epochMilliseconds / 1_000)),
  };
  const signature = await signForReturn(needs, opened, Object.values(result).join("\n"));
  if (signature === undefined) return undefined;
  const link = new URL(returnUrl);
  for (const [key, value] of Object.entries({ ...result, signature })) {
    link.searchParams.set(key, value);
  }
  return link.href;
}
