/** Receipt emails in text and HTML, written in the commit of the sale. */

import type { Database } from "../../../db/database.ts";
import { isDeliverable } from "../../../ports/mailer.ts";
import type { Cents } from "../../../values/money.ts";
import { formatPercent } from "../../../values/percent.ts";
import { formatMoney, readableMoment } from "../../../values/text/readable.ts";
import { writeMail } from "../../outbox/write-event.ts";
import { describeTender } from "../../payments/receipts.ts";
import { type ReceiptEmail, writeReceiptEmail } from "../../receipts/email.ts";
import type { PosCore } from "../pos.ts";
import type { Sale, SaleLine } from "./sale.ts";

export interface Shop {
  readonly id: string;
  readonly name: string;
  readonly timeZone: string;
}

interface Sold {
  readonly account: Shop;
  readonly sale: Sale;
}

type Row = readonly [label: string, value: string];

/** Sends the receipt once to each address of the order. */
export async function sendReceipts(pos: PosCore, db: Database, sold: Sold): Promise<void> {
  const { customerEmail, merchantEmail } = sold.sale;
  const to = [customerEmail, merchantEmail].filter((address) => address !== null);
  for (const address of new Set(to)) await sendReceipt(pos, db, { ...sold, to: address });
}

export async function sendReceipt(
  pos: PosCore,
  db: Database,
  { account, sale, to }: Sold & { readonly to: string },
): Promise<void> {
  const email = receiptEmail(account, sale);
  // An email that cannot be sent must not undo a paid sale.
  if (!isDeliverable({ to, subject: email.subject })) return;
  await writeMail(db, pos, { accountId: account.id, event: "sale.receipt", to, ...email });
}

export function receiptEmail(shop: Shop, sale: Sale): ReceiptEmail {
  const money = (cents: Cents) => formatMoney(cents, sale.currency);
  /** No row for a zero amount. */
  const someRow = (label: string, cents: Cents, sign = ""): readonly Row[] =>
    cents === 0 ? [] : [[label, sign + money(cents)]];
  return writeReceiptEmail({
    merchant: shop.name,
    title: "Receipt",
    total: money(sale.totalCents),
    rows: [
      ["Date", readableMoment(sale.createdAt, shop.timeZone)],
      ...sale.lines.map((line) => lineRow(line, money)),
      ["Subtotal", money(sale.subtotalCents)],
      ...someRow("Discount", sale.discountCents, "−"),
      ...sale.taxes.map(
        ({ name, percentE4, cents }): Row => [`${name} ${formatPercent(percentE4)}%`, money(cents)],
      ),
      ...someRow("Tip", sale.tipCents),
      ["Total", money(sale.totalCents)],
      ["Paid with", paidWith(sale)],
      ...someRow("Refunded", completedRefundCents(sale)),
      ["Receipt number", sale.id],
      ...(sale.transactionId === null ? [] : [["Transaction ID", sale.transactionId] as const]),
    ],
  });
}

function lineRow(
  { name, priceCents, quantity, notes }: SaleLine,
  money: (cents: Cents) => string,
): Row {
  const label = notes === "" ? name : `${name} (${notes.replace(/\s+/g, " ")})`;
  const amount = money((priceCents * quantity) as Cents);
  return quantity === 1 ? [label, amount] : [`${quantity} × ${label}`, amount];
}

function paidWith({ tokenId, cardBrand, last4 }: Sale): string {
  if (tokenId === null) return "Cash";
  return describeTender({ cardBrand: cardBrand ?? "Card", last4 });
}

/** The sum of the completed refunds. */
export function completedRefundCents({ refunds }: Pick<Sale, "refunds">): Cents {
  const done = refunds.filter(({ status }) => status === "completed");
  return done.reduce((sum, { amountCents }) => sum + amountCents, 0) as Cents;
}
