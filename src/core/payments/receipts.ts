/** The receipts that an approved payment sends by email. */
import { isDeliverable } from "../../ports/mailer.ts";
import type { Cents } from "../../values/money.ts";
import { formatMoney, readableTimestamp } from "../../values/text/readable.ts";
import { type ReceiptEmail, writeReceiptEmail } from "../receipts/email.ts";
import type { Answer } from "./answer.ts";
import type { AttemptEvent, AttemptNote } from "./attempts/attempt.ts";
import type { TransactionType } from "./transaction.ts";

const TITLES: Readonly<Partial<Record<TransactionType, string>>> = {
  SALE: "Payment",
  FORCE: "Payment",
  AUTHORIZATION: "Authorization",
  CAPTURE: "Payment",
  REFUND: "Refund",
  CREDIT: "Credit",
  REVERSAL: "Canceled payment",
};

export function receiptEvents(note: AttemptNote, answer: Answer): readonly AttemptEvent[] {
  const customer = note.sendsCustomerReceipt === true ? note.draft.email : undefined;
  const to = [customer, note.merchantReceiptTo].filter((one) => one !== undefined);
  const payee = { name: note.merchantName ?? "", timeZone: note.timeZone };
  const message = to.length === 0 ? undefined : writePaymentReceipt(payee, answer);
  if (message === undefined) return [];
  return to
    .filter((one) => isDeliverable({ to: one, subject: message.subject }))
    .map((one) => receiptEvent(one, message));
}

/** The account that was paid. */
interface Payee {
  readonly name: string;
  readonly timeZone: string;
}

/** Undefined: this type of transaction has no receipt. */
export function writePaymentReceipt(payee: Payee, answer: Answer): ReceiptEmail | undefined {
  const title = TITLES[answer.transactionType];
  return title === undefined ? undefined : writeReceipt(payee, answer, title);
}

function receiptEvent(to: string, message: ReceiptEmail): AttemptEvent {
  return { kind: "mail", event: "receipt", payload: { to, ...message } };
}

function writeReceipt(
  { name: merchant, timeZone }: Payee,
  answer: Answer,
  title: string,
): ReceiptEmail {
  const name = [answer.firstName, answer.lastName].filter(Boolean).join(" ");
  const rows: readonly (readonly [string, string | undefined])[] = [
    ["Date", readableTimestamp(answer.timestamp, timeZone)],
    ["Customer", name],
    [isPaidOut(answer) ? "Paid to" : "Paid with", describeTender(answer)],
    ["Authorization code", answer.tenderType === "ACH" ? undefined : answer.authorizationCode],
    ["Description", answer.description],
    ["Transaction ID", answer.transactionId],
    ["Original transaction ID", answer.originalId],
  ];
  return writeReceiptEmail({
    merchant,
    title,
    total: formatMoney(answer.amountCents as Cents, answer.currency),
    rows: rows.flatMap(([label, value]) => (value ? [[label, value] as const] : [])),
    note: receiptNote(answer),
  });
}

const BRANDS: Readonly<Record<string, string>> = {
  VISA: "Visa",
  MASTERCARD: "Mastercard",
  "AMERICAN EXPRESS": "American Express",
  DISCOVER: "Discover",
  ACH: "Bank account",
};

interface Tender {
  readonly cardBrand?: string | undefined;
  readonly last4?: string | null | undefined;
}

/** Such as "Visa ending in 1111". */
export function describeTender({ cardBrand = "", last4 }: Tender): string {
  return [BRANDS[cardBrand] ?? cardBrand, last4 && `ending in ${last4}`].filter(Boolean).join(" ");
}

function isPaidOut({ transactionType }: Answer): boolean {
  return transactionType === "REFUND" || transactionType === "CREDIT";
}

/** What happens next with the money. */
function receiptNote(answer: Answer): string | undefined {
  const { transactionType, tenderType } = answer;
  if (transactionType === "AUTHORIZATION") return "The amount is reserved. It is not charged yet.";
  if (transactionType === "REVERSAL") return "This payment was canceled.";
  if (tenderType === "ACH") return "Bank payments usually take one to three banking days.";
  return isPaidOut(answer)
    ? "It may take a few days until the money appears on your card statement."
    : undefined;
}
