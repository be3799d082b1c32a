/** The receipts that an approved payment sends by email. */
import { checkMail } from "../../ports/mailer.ts";
import { type Cents, formatCents } from "../../values/money.ts";
import { type Email, writeEmail } from "../receipts/email.ts";
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
  const message =
    to.length === 0 ? undefined : writePaymentReceipt(note.merchantName ?? "", answer);
  if (message === undefined) return [];
  return to.filter((one) => isDeliverable(one, message)).map((one) => receiptEvent(one, message));
}

/** Undefined: nothing was paid or given back that a receipt could be for. */
export function writePaymentReceipt(merchant: string, answer: Answer): Email | undefined {
  const title = TITLES[answer.transactionType];
  return title === undefined ? undefined : writeReceipt(merchant, answer, title);
}

/** An email that cannot be sent must not undo a payment that was made. */
function isDeliverable(to: string, { subject }: Email): boolean {
  try {
    checkMail({ to, subject });
    return true;
  } catch {
    return false;
  }
}

function receiptEvent(to: string, message: Email): AttemptEvent {
  return { kind: "mail", event: "receipt", payload: { to, ...message } };
}

function writeReceipt(merchant: string, answer: Answer, title: string): Email {
  const name = [answer.firstName, answer.lastName].filter(Boolean).join(" ");
  const rows: readonly (readonly [string, string | undefined])[] = [
    ["Date", answer.timestamp],
    ["Customer", name],
    [
      "Paid with",
      [answer.cardBrand, answer.last4 && `ending ${answer.last4}`].filter(Boolean).join(" "),
    ],
    ["Authorization code", answer.authorizationCode],
    ["Description", answer.description],
    ["Transaction", answer.transactionId],
    ["Original transaction", answer.originalId],
  ];
  return writeEmail({
    merchant,
    title,
    total: `${formatCents(answer.amountCents as Cents)} ${answer.currency}`,
    rows: rows.flatMap(([label, value]) => (value ? [[label, value] as const] : [])),
  });
}
