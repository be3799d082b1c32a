/** Shows the result of a payment, at its own address. */
import { findFormResult, writeReceiptToken } from "../../core/forms/form-result.ts";
import type { OpenForm } from "../../core/forms/open-form.ts";
import { findClaimedId, readPageToken } from "../../core/forms/page-token.ts";
import { currentStatus } from "../../core/forms/payment-status.ts";
import type { Answer } from "../../core/payments/answer.ts";
import type { Cents } from "../../values/money.ts";
import { findPageBrand } from "./brand.ts";
import type { FormCall } from "./call.ts";
import { clearTokenCookie, readTokenCookie } from "./cookie.ts";
import type { PageBrand } from "./page.ts";
import { neverBegunPage, notKnownPage, notPaidPage, receiptPage } from "./receipt-page.ts";
import { writeReturnLink } from "./return-link.ts";
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

/** The customer has seen the result: the next page is for another payment. */
async function clearSeenToken({ needs, opened, request, reply }: FormCall, transactionId: string) {
  const kept = readTokenCookie(request);
  const reading = kept === undefined ? undefined : readPageToken(needs, opened, kept);
  if (reading === undefined || reading.kind === "not_ours") return;
  const claimed = await findClaimedId(needs, opened, reading.nonce);
  if (claimed === transactionId) clearTokenCookie(reply, opened.form);
}
