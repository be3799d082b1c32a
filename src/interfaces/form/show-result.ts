/** Shows the result of a payment, at its own address, with the signed link back to the merchant. */
import { findFormResult, signForReturn, writeReceiptToken } from "../../core/forms/form-result.ts";
import type { FormNeeds, OpenForm } from "../../core/forms/open-form.ts";
import { findClaimedId, readPageToken } from "../../core/forms/page-token.ts";
import { currentStatus, type FormPaymentStatus } from "../../core/forms/payment-status.ts";
import type { Answer } from "../../core/payments/answer.ts";
import { type Cents, formatCents } from "../../values/money.ts";
import { findPageBrand } from "./brand.ts";
import type { FormCall } from "./call.ts";
import { clearTokenCookie, readTokenCookie } from "./cookie.ts";
import type { PageBrand } from "./page.ts";
import { neverBegunPage, notKnownPage, notPaidPage, receiptPage } from "./receipt-page.ts";
import { sendPage, sendRedirect } from "./send.ts";

/** A separate address, so that reloading or going back does not send the form again. */
export function goToResult(
  { needs, opened, reply }: FormCall,
  transactionId: string,
  wasEarlier: boolean,
) {
  const token = writeReceiptToken(needs, opened, transactionId);
  return sendRedirect(reply, `${receiptUrl(opened, token)}${wasEarlier ? "?again=1" : ""}`);
}

function receiptUrl({ form }: OpenForm, token: string): string {
  return `/pay/${form.name}/receipt/${token}`;
}

export async function showResult(call: FormCall, transactionId: string, token: string) {
  const { needs, opened, request, reply } = call;
  const { frameAncestors } = opened.form;
  const isTrial = needs.environment === "certification";
  const result = await findFormResult(needs, opened, transactionId);
  const brand = await findPageBrand(needs, opened);
  if (result.kind === "open") {
    const html = notKnownPage({ opened, isTrial, brand }, receiptUrl(opened, token));
    return sendPage(reply, { status: 200, html, frameAncestors });
  }
  await clearSeenToken(call, transactionId);
  const html =
    result.kind === "never_begun"
      ? neverBegunPage({ opened, isTrial, brand })
      : await resultPage(call, result.answer, {
          brand,
          wasEarlier: "again" in (request.query as object),
        });
  return sendPage(reply, { status: 200, html, frameAncestors });
}

async function resultPage(
  { needs, opened }: FormCall,
  answer: Answer,
  { brand, wasEarlier }: { readonly brand: PageBrand; readonly wasEarlier: boolean },
) {
  const current = await needs.claims.findPaymentState(opened.form.accountId, answer.transactionId);
  const status = currentStatus(answer, current);
  const returnLink = await writeReturnLink(needs, opened, { answer, status });
  const isTrial = needs.environment === "certification";
  const refundedCents = current?.refundedCents ?? (0 as Cents);
  return answer.outcome === "approved"
    ? receiptPage({ opened, answer, status, refundedCents, returnLink, wasEarlier, isTrial, brand })
    : notPaidPage({ opened, answer, returnLink, isTrial, brand });
}

/**
 * The return address with the signed result. The signature is HMAC-SHA256 with the form's secret over
 * the five values in this order, separated by line breaks. Undefined: the form has no return address.
 */
async function writeReturnLink(
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

/** The customer has seen the result: the next page is for another payment. */
async function clearSeenToken({ needs, opened, request, reply }: FormCall, transactionId: string) {
  const kept = readTokenCookie(request);
  const reading = kept === undefined ? undefined : readPageToken(needs, opened, kept);
  if (reading === undefined || reading.kind === "not_ours") return;
  const claimed = await findClaimedId(needs, opened, reading.nonce);
  if (claimed === transactionId) clearTokenCookie(reply, opened.form);
}
