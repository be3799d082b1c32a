/** What became of a payment, as the customer sees it: paid, not paid, or not known yet. */
import type { OpenForm } from "../../core/forms/open-form.ts";
import type { FormPaymentStatus } from "../../core/forms/payment-status.ts";
import type { Answer } from "../../core/payments/answer.ts";
import { escapeHtml } from "../../core/receipts/email.ts";
import type { Cents } from "../../values/money.ts";
import { writeMessage, writePage } from "./page.ts";
import { declineText, localMoment, money } from "./texts.ts";

export interface ReceiptPage {
  readonly opened: OpenForm;
  readonly answer: Answer;
  readonly status: FormPaymentStatus;
  readonly refundedCents: Cents;
  /** To the merchant, with the signed result. */
  readonly returnLink: string | undefined;
  /** The page was sent again with other details: what it had paid before is shown. */
  readonly wasEarlier: boolean;
  readonly isTrial: boolean;
}

const EARLIER = "This payment had been made already. You were not charged a second time.";

export function receiptPage(page: ReceiptPage): string {
  const { opened, answer, status, wasEarlier, isTrial } = page;
  const { account, form } = opened;
  const amount = money(answer.amountCents as Cents, answer.currency);
  const note = wasEarlier ? `<p class="note" role="status">${EARLIER}</p>\n` : "";
  const rows = rowsOf(opened, answer).map(
    ([label, value]) => `<div><dt>${label}</dt><dd>${escapeHtml(value)}</dd></div>`,
  );
  const content = `<header class="top${isPaid(status) ? " paid" : ""}">
<p class="merchant">${escapeHtml(account.name)}</p>
<h1>${HEADINGS[status]}</h1>
<p class="sum">${escapeHtml(amount)}</p>
</header>
${note}${writeStatusNote(page)}<dl class="rows">${rows.join("\n")}</dl>
${writeWays(page)}`;
  return writePage({ title: `Receipt: ${form.title}`, merchant: account.name, content, isTrial });
}

const HEADINGS: Readonly<Record<FormPaymentStatus, string>> = {
  approved: "Payment received",
  pending: "Payment pending",
  settled: "Payment received",
  declined: "Not paid",
  voided: "Payment voided",
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
  const amount = money(amountCents as Cents, currency);
  switch (status) {
    case "pending":
      return tenderType === "ACH"
        ? "Your bank has not paid yet. This takes one to three banking days."
        : "This payment is being changed. Check again in a few minutes.";
    case "voided":
      return "This payment was canceled. The amount is not charged.";
    case "partially_refunded":
      return `${money(refundedCents, currency)} of ${amount} was refunded.`;
    case "refunded":
      return `${amount} was refunded.`;
    case "returned":
      return "The bank returned this payment. Contact the merchant.";
    default:
      return undefined;
  }
}

function rowsOf(
  { form, account }: OpenForm,
  answer: Answer,
): readonly (readonly [label: string, value: string])[] {
  const name = [answer.firstName, answer.lastName].filter(Boolean).join(" ");
  const rows: readonly (readonly [string, string | undefined])[] = [
    ["For", form.title],
    ["Paid by", name],
    ["Paid with", paidWith(answer)],
    ["Date", localMoment(answer.timestamp, account.timeZone)],
    ["Authorization", answer.tenderType === "ACH" ? undefined : answer.authorizationCode],
    ["Reference", answer.transactionId],
  ];
  return rows.flatMap(([label, value]) => (value ? [[label, value] as const] : []));
}

const BRANDS: Readonly<Record<string, string>> = {
  VISA: "Visa",
  MASTERCARD: "Mastercard",
  "AMERICAN EXPRESS": "American Express",
  DISCOVER: "Discover",
  ACH: "Bank account",
};

function paidWith({ cardBrand = "", last4 }: Answer): string {
  return [BRANDS[cardBrand] ?? cardBrand, last4 && `ending ${last4}`].filter(Boolean).join(" ");
}

function writeWays({ opened, returnLink }: ReceiptPage): string {
  const { form } = opened;
  const back =
    returnLink === undefined
      ? ""
      : `<a class="button" href="${escapeHtml(returnLink)}">Return to ${escapeHtml(hostOf(returnLink))}</a>`;
  const print = '<button type="button" class="button plain" data-print hidden>Print</button>';
  const another = form.isActive
    ? `<a class="button plain" href="/pay/${form.name}">Make another payment</a>`
    : "";
  return `<p class="ways">${back}${print}${another}</p>`;
}

function hostOf(url: string): string {
  return new URL(url).host;
}

type NotPaidPage = Pick<ReceiptPage, "opened" | "answer" | "returnLink" | "isTrial">;

/** It did not go through, and never will. */
export function notPaidPage(page: NotPaidPage): string {
  const { opened, answer, returnLink, isTrial } = page;
  const { form, account } = opened;
  const again = { url: `/pay/${form.name}`, words: "Try again" };
  const back =
    returnLink === undefined
      ? ""
      : `\n<p class="ways"><a class="button plain" href="${escapeHtml(returnLink)}">Return to ${escapeHtml(hostOf(returnLink))}</a></p>`;
  const content = writeMessage("Not paid", [declineText(answer), "Nothing was charged."], again);
  return writePage({ title: "Not paid", merchant: account.name, content: content + back, isTrial });
}

export function neverBegunPage({ form, account }: OpenForm, isTrial: boolean): string {
  const words = "The payment did not reach us, and this page can no longer make it.";
  const again = { url: `/pay/${form.name}`, words: "Start again" };
  const content = writeMessage("Nothing was charged", [words], again);
  return writePage({ title: "Nothing was charged", merchant: account.name, content, isTrial });
}

/** Honest, and patient: it asks again by itself until somebody knows. */
export function notKnownPage({ account }: OpenForm, url: string, isTrial: boolean): string {
  const content = `<p class="waiting" aria-hidden="true"></p>
${writeMessage(
  "We do not know yet",
  [
    "Your payment was sent, and the bank has not answered. This can take a minute or two.",
    "Please do not pay again. This page looks again by itself and will tell you how it ended; you can also keep its address and come back later.",
  ],
  { url, words: "Look again" },
)}`;
  const title = "We do not know yet";
  return writePage({ title, merchant: account.name, content, isTrial, waitsAt: url });
}
