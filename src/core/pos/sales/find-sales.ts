/** Looks for sales: one, or a page of a search. */
import { type Listed, listed, type Page } from "../page.ts";
import type { PosCore } from "../pos.ts";
import type { Sale } from "./sale.ts";
import { SaleReadStore } from "./sale-read-store.ts";
import { COUNTED_MAX, type SaleFilter, SearchStore } from "./search-store.ts";
import { lookAgain } from "./settle-left.ts";

/** The sale; one that was left pending is settled first, as far as its outcome is known. */
export async function findSale(
  pos: PosCore,
  accountId: string,
  id: string,
): Promise<Sale | undefined> {
  const sale = await readSaleRecord(pos, accountId, id);
  if (sale === undefined || !(await lookAgain(pos, accountId, sale))) return sale;
  return readSaleRecord(pos, accountId, id);
}

/** The sale as it is stored. Changes nothing. */
export function readSaleRecord(
  { database }: PosCore,
  accountId: string,
  id: string,
): Promise<Sale | undefined> {
  return database.within({ accountId }, (db) => new SaleReadStore(db, accountId).find(id));
}

export function searchSales(
  { database }: PosCore,
  accountId: string,
  filter: SaleFilter,
  page: Page,
): Promise<Listed<Sale>> {
  return database.within({ accountId }, async (db) => {
    const search = new SearchStore(db, accountId);
    const ids = await search.find(filter, page);
    const count = await search.count(filter);
    const sales = await new SaleReadStore(db, accountId).findAll(ids.slice(0, page.perPage));
    return {
      ...listed(ids, page, Math.min(count, COUNTED_MAX)),
      items: sales,
      isMore: count > COUNTED_MAX,
    };
  });
}
