/** Writes a new sale with its lines, photos, key, search terms and receipts in one commit. */
import type { Database } from "../../../db/database.ts";
import type { Account } from "../../accounts/account-store.ts";
import { savePhoto } from "../photos/save-photo.ts";
import type { PosCore } from "../pos.ts";
import type { PosCaller } from "../users/pos-user.ts";
import { type KeyClaim, KeyStore } from "./key-store.ts";
import type { PricedSale } from "./price-sale.ts";
import { sendReceipts } from "./receipts.ts";
import type { Sale } from "./sale.ts";
import type { SaleOrder } from "./sale-order.ts";
import type { Pictures } from "./sale-photos.ts";
import { SaleReadStore } from "./sale-read-store.ts";
import { type NewLine, type NewSale, SaleStore } from "./sale-store.ts";
import { TermStore } from "./term-store.ts";

export interface SaleToWrite {
  readonly account: Account;
  readonly caller: PosCaller;
  readonly order: SaleOrder;
  readonly claim: KeyClaim | undefined;
  readonly priced: PricedSale;
  readonly pictures: Pictures;
  /** Null for cash. */
  readonly transactionId: string | null;
  readonly leaseUntil: Temporal.Instant | null;
}

/** Rolls the transaction back. */
class KeyTaken extends Error {}

/** Returns undefined if a concurrent request used the key first. */
export async function writeSale(pos: PosCore, sale: SaleToWrite): Promise<Sale | undefined> {
  const accountId = sale.account.id;
  try {
    return await pos.database.within({ accountId }, (db) => write(pos, db, sale));
  } catch (error) {
    if (error instanceof KeyTaken) return undefined;
    throw error;
  }
}

async function write(pos: PosCore, db: Database, toWrite: SaleToWrite): Promise<Sale | undefined> {
  const { account, order, claim, priced } = toWrite;
  const createdAt = pos.clock.business();
  const sales = new SaleStore(db, account.id);
  const id = await sales.addSale(toNewSale(toWrite, createdAt));
  const keys = new KeyStore(db, account.id);
  if (claim !== undefined && !(await keys.spendKey(claim, { saleId: id }, createdAt))) {
    throw new KeyTaken();
  }
  await sales.addLines(id, await toNewLines(pos, db, toWrite), createdAt);
  const texts = priced.lines.map(({ name }) => name);
  await new TermStore(db, account.id).addTerms(id, createdAt, [
    ...texts,
    order.customerEmail ?? "",
  ]);
  const sale = await new SaleReadStore(db, account.id).findSale(id);
  if (sale?.status === "completed") await sendReceipts(pos, db, { account, sale });
  return sale;
}

function toNewSale(toWrite: SaleToWrite, createdAt: Temporal.Instant): NewSale {
  const { account, caller, order, priced, transactionId, leaseUntil } = toWrite;
  const { subtotalCents, taxCents, totalCents, taxes } = priced.sums;
  return {
    userId: caller.user.id,
    cashier: cashierName(caller),
    status: transactionId === null ? "completed" : "pending",
    subtotalCents,
    discountCents: order.discountCents,
    taxCents,
    tipCents: order.tipCents,
    totalCents,
    currency: account.currency,
    taxes,
    customerEmail: order.customerEmail ?? null,
    merchantEmail: order.merchantEmail ?? null,
    tokenId: order.tokenId ?? null,
    transactionId,
    createdAt,
    leaseUntil,
  };
}

/** The maximum length of the cashier in reports. */
const CASHIER_LENGTH_MAX = 100;

function cashierName({ user }: PosCaller): string {
  const name = `${user.firstName} ${user.lastName}`.trim() || user.email;
  return [...name].slice(0, CASHIER_LENGTH_MAX).join("");
}

async function toNewLines(pos: PosCore, db: Database, toWrite: SaleToWrite): Promise<NewLine[]> {
  const { account, priced, pictures } = toWrite;
  const lines: NewLine[] = [];
  for (const [at, line] of priced.lines.entries()) {
    const picture = pictures.get(line.order.place);
    lines.push({
      itemId: line.item?.id,
      canonicalId: line.item?.canonicalId,
      categoryId: line.item?.categoryId ?? null,
      name: line.name,
      priceCents: line.priceCents,
      quantity: line.quantity,
      notes: line.order.notes,
      photoId: picture && (await savePhoto(pos, db, account.id, picture)),
      taxRateIds: line.rates.map(({ id }) => id),
      shareCents: priced.sums.shareCents[at] ?? line.priceCents,
    });
  }
  return lines;
}
