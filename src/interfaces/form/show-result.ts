/** What became of a payment, at an address of its own. */
import type { OpenForm } from "../../core/forms/form-door.ts";
import { findResult, writeReceiptToken, writeReturnLink } from "../../core/forms/form-result.ts";
import { readTicket } from "../../core/forms/ticket.ts";
import type { Answer } from "../../core/payments/answer.ts";
import type { Call } from "./call.ts";
import { forgetTicket, keptTicket } from "./cookie.ts";
import { neverBegunPage, notKnownPage, notPaidPage, receiptPage } from "./receipt-page.ts";
import { sendPage, sendTo } from "./send.ts";

/** Another address, so that loading it again or going back posts nothing. */
export function goToResult(
  { needs, opened, reply }: Call,
  transactionId: string,
  wasEarlier: boolean,
) {
  const token = writeReceiptToken(needs, opened, transactionId);
  return sendTo(reply, `${receiptUrl(opened, token)}${wasEarlier ? "?again=1" : ""}`);
}

function receiptUrl({ form }: OpenForm, token: string): string {
  return `/pay/${form.name}/receipt/${token}`;
}

export async function showResult(call: Call, transactionId: string, token: string) {
  const { needs, opened, request, reply } = call;
  const { frameAncestors } = opened.form;
  const isTrial = needs.environment === "certification";
  const became = await findResult(needs, opened, transactionId);
  if (became.kind === "open") {
    const html = notKnownPage(opened, receiptUrl(opened, token), isTrial);
    return sendPage(reply, { status: 200, html, frameAncestors });
  }
  forgetIfSeen(call, transactionId);
  const html =
    became.kind === "never_begun"
      ? neverBegunPage(opened, isTrial)
      : await resultPage(call, became.answer, "again" in (request.query as object));
  return sendPage(reply, { status: 200, html, frameAncestors });
}

async function resultPage({ needs, opened }: Call, answer: Answer, wasEarlier: boolean) {
  const returnLink = await writeReturnLink(needs, opened, answer);
  const isTrial = needs.environment === "certification";
  return answer.outcome === "approved"
    ? receiptPage({ opened, answer, returnLink, wasEarlier, isTrial })
    : notPaidPage({ opened, answer, returnLink, isTrial });
}

/** The customer knows now: the next page is for another payment. */
function forgetIfSeen({ needs, opened, request, reply }: Call, transactionId: string): void {
  const kept = keptTicket(request);
  const reading = kept === undefined ? undefined : readTicket(needs, opened, kept);
  const isIt =
    reading !== undefined && reading.kind !== "not_ours" && reading.transactionId === transactionId;
  if (isIt) forgetTicket(reply, opened.form);
}
