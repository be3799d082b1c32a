/** The pages with the result of a payment: the receipt, not paid, or still in progress. */
import type { OpenForm } from "../../core/forms/open-form.ts";
import type { FormPaymentStatus } from "../../core/forms/payment-status.ts";
import type { Answer } from "../../core/payments/answer.ts";
import { describeTender } from "../../core/payments/receipts.ts";
import type { Cents } from "../../values/money.ts";
import { escapeHtml } from "../../values/text/escape-html.ts";
import { formatMoney, readableTimestamp } from "../../values/text/readable.ts";
import { type PageBrand, writeLogo, writeMessage, writePage } from "./page.ts";
import { declineText, NOT_CHARGED } from "./texts.ts";

export interface ReceiptPage {
  readonly opened: OpenForm;
  readonly answer: Answer;
  readonly status: FormPaymentStatus;
  readonly refundedCents: Cents;
  /** The link back to the merchant, with the signed result. */
  readonly returnLink: string | undefined;
  /** The form was sent again after it had paid. The page shows the first payment. */
  readonly wasEarlier: boolean;
  readonly isTrial: boolean;
  readonly brand: PageBrand;
}

const EARLIER = "You have already made this payment. You were not charged again.";

export function receiptPage(page: ReceiptPage): string {
  const { opened, answer, status, wasEarlier, isTrial, brand } = page;
  const { account, form } = opened;
  const amount = formatMoney(answer.amountCents as Cents, answer.currency);
  const note = wasEarlier ? `<p class="note" role="status">${EARLIER}</p>\n` : "";
  const rows = receiptRows(opened, answer).map(
    ([label, value]) => `<div><dt>${label}</dt><dd>${escapeHtml(value)}</dd></div>`,
  );
  const content = `<header class="top${isPaid(status) ? " paid" : ""}">
${writeLogo(brand)}<p class="merchant">${escapeHtml(account.name)}</p>
<h1>${HEADINGS[status]}</h1>
<p class="sum">${escapeHtml(amount)}</p>
</header>
${note}${writeStatusNote(page)}<dl class="rows">${rows.join("\n")}</dl>
${writeLinks(page)}`;
  const title = `Receipt: ${form.title}`;
  return writePage({ title, merchant: account.name, content, isTrial, brand });
}

const HEADINGS: Readonly<Record<FormPaymentStatus, string>> = {
  approved: "Payment received",
  pending: "Payment pending",
  settled: "Payment received",
  declined: "Payment declined",
  voided: "Payment canceled",
  partially_refunded: "Payment partially refunded",
  refunded: "Payment refunded",
  returned: "Payment returned",
};

function isPaid(status: FormPaymentStatus): boolean {
  return status === "approved" || status === "settled" || status === "pending";
}

function writeStatusNote({ answer, status, refundedCents }: ReceiptPage): string {
  const text = statusNote(answer, status, refundedCents);
  return text === undefined ? "" : `<p class="note">${escapeHtml(text)}</p>\n`;
}

function statusNote(
  { amountCents, currency, tenderType }: Answer,
  status: FormPaymentStatus,
  refundedCents: Cents,
): string | undefined {
  const amount = formatMoney(amountCents as Cents, currency);
  switch (status) {
    case "pending":
      return tenderType === "ACH"
        ? "Your bank has not sent the money yet. This usually takes one to three banking days."
        : "A change to this payment, such as a refund, is being processed. Please check this page again in a few minutes.";
    case "voided":
      return "This payment was canceled. You will not be charged.";
    case "partially_refunded":
      return `${formatMoney(refundedCents, currency)} of ${amount} was refunded.`;
    case "refunded":
      return `${amount} was refunded.`;
    case "returned":
      return "Your bank returned this payment. Please contact the merchant.";
    default:
      return undefined;
  }
}

function receiptRows(
  { form, account }: OpenForm,
  answer: Answer,
): readonly (readonly [label: string, value: string])[] {
  const name = [answer.firstName, answer.lastName].filter(Boolean).join(" ");
  const rows: readonly (readonly [string, string | undefined])[] = [
    ["For", form.title],
    ["Paid by", name],
    ["Paid with", describeTender(answer)],
    ["Date", readableTimestamp(answer.timestamp, account.timeZone)],
    ["Authorization code", answer.tenderType === "ACH" ? undefined : answer.authorizationCode],
    ["Transaction ID", answer.transactionId],
  ];
  return rows.flatMap(([label, value]) => (value ? [[label, value] as const] : []));
}

function writeLinks({ opened, returnLink }: ReceiptPage): string {
  const { form } = opened;
  const back =
    returnLink === undefined
      ? ""
      : `<a class="button" href="${escapeHtml(returnLink)}">Return to ${escapeHtml(linkHost(returnLink))}</a>`;
  const print = '<button type="button" class="button plain" data-print hidden>Print</button>';
  const another = form.isActive
    ? `<a class="button plain" href="/pay/${form.name}">Make another payment</a>`
    : "";
  return `<p class="ways">${back}${print}${another}</p>`;
}

function linkHost(url: string): string {
  return new URL(url).host;
}

type NotPaidPage = Pick<ReceiptPage, "opened" | "answer" | "returnLink" | "isTrial" | "brand">;

/** For a payment that was declined or not sent. This result is final. */
export function notPaidPage(page: NotPaidPage): string {
  const { opened, answer, returnLink, isTrial, brand } = page;
  const { form, account } = opened;
  const again = { url: `/pay/${form.name}`, label: "Try again" };
  const back =
    returnLink === undefined
      ? ""
      : `\n<p class="ways"><a class="button plain" href="${escapeHtml(returnLink)}">Return to ${escapeHtml(linkHost(returnLink))}</a></p>`;
  const content = writeMessage("Payment not made", [declineText(answer), NOT_CHARGED], again);
  return writePage({
    title: "Payment not made",
    merchant: account.name,
    content: content + back,
    isTrial,
    brand,
  });
}

type OutcomePage = Pick<ReceiptPage, "opened" | "isTrial" | "brand">;

export function neverBegunPage({ opened, isTrial, brand }: OutcomePage): string {
  const { form, account } = opened;
  const text = "Your payment did not reach us, and this page has expired. Please start again.";
  const again = { url: `/pay/${form.name}`, label: "Start again" };
  const content = writeMessage("You have not been charged", [text], again);
  return writePage({
    title: "You have not been charged",
    merchant: account.name,
    content,
    isTrial,
    brand,
  });
}

/** Checks again automatically until the outcome is known. */
export function notKnownPage({ opened, isTrial, brand }: OutcomePage, url: string): string {
  const { account } = opened;
  const content = `<p class="waiting" aria-hidden="true"></p>
${writeMessage(
  "Payment in progress",
  [
    "We sent your payment, but the bank has not answered yet. This can take a minute or two.",
    "Please do not pay again. This page checks again automatically and will show you the result. You can also save its address and come back later.",
  ],
  { url, label: "Check again" },
)}`;
  const title = "Payment in progress";
  return writePage({ title, merchant: account.name, content, isTrial, brand, waitsAt: url });
}
