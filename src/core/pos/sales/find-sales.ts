/** Finds one sale, or a page of a search. */
import { type Listed, type PosPage, toListedPage } from "../page.ts";
import type { PosCore } from "../pos.ts";
import type { Sale } from "./sale.ts";
import { SaleReadStore } from "./sale-read-store.ts";
import { COUNTED_MAX, type SaleFilter, SearchStore } from "./search-store.ts";
import { settleIfExpired } from "./settle-pending.ts";

/** Settles a sale with an expired lease first, if its outcome is known. */
export async function findSale(
  pos: PosCore,
  accountId: string,
  id: string,
): Promise<Sale | undefined> {
  const sale = await readSaleRecord(pos, accountId, id);
  if (sale === undefined || !(await settleIfExpired(pos, accountId, sale))) return sale;
  return readSaleRecord(pos, accountId, id);
}

/** The sale as stored, without settling it. */
export function readSaleRecord(
  { database }: PosCore,
  accountId: string,
  id: string,
): Promise<Sale | undefined> {
  return database.within({ accountId }, (db) => new SaleReadStore(db, accountId).findSale(id));
}

export function searchSales(
  { database }: PosCore,
  accountId: string,
  filter: SaleFilter,
  page: PosPage,
): Promise<Listed<Sale>> {
  return database.within({ accountId }, async (db) => {
    const search = new SearchStore(db, accountId);
    const ids = await search.findSaleIds(filter, page);
    const count = await search.countSales(filter);
    const sales = await new SaleReadStore(db, accountId).findSales(ids.slice(0, page.perPage));
    return {
      ...toListedPage(ids, page, Math.min(count, COUNTED_MAX)),
      items: sales,
      isMore: count > COUNTED_MAX,
    };
  });
}
