/** A merchant's closed batches: card batches with totals by brand, and ACH batches. */
import type { BatchListStore } from "../../../core/transactions/batch-list-store.ts";
import { asJson } from "../as-json.ts";
import type { CursorPage } from "../contract.ts";
import { cursorId, cursorPage } from "../cursor-page.ts";
import { idInPath } from "../ids.ts";
import { addList } from "../lists/export-list.ts";
import {
  ACH_BATCH_COLUMNS,
  BRAND_TOTAL_COLUMNS,
  CARD_BATCH_COLUMNS,
} from "../lists/merchant-columns.ts";
import { merchantAccountId } from "../merchant-user.ts";
import type { Call, Routes } from "../routes.ts";
import type { AchBatchLine, CardBatchAnswer, CardBatchLine } from "./contract.ts";

export interface BatchRouteNeeds {
  readonly batches: BatchListStore;
}

export function addBatches(routes: Routes, needs: BatchRouteNeeds): void {
  const { batches } = needs;
  addList(routes, {
    ...{ path: "/merchant/batches", needs: "reports", name: "card-batches" },
    columns: CARD_BATCH_COLUMNS,
    read: async (call): Promise<CursorPage<CardBatchLine>> => {
      const { take, page } = readPage(call);
      const found = await batches.listCardBatches(merchantAccountId(call), page);
      return cursorPage(found.map(asJson), take, ({ number }) => String(number));
    },
  });
  routes.get("/merchant/batches/:number", "reports", (call) => showCardBatch(needs, call));
  addList(routes, {
    ...{ path: "/merchant/batches/:number/brands", needs: "reports", name: "card-batch-brands" },
    columns: BRAND_TOTAL_COLUMNS,
    read: async (call) => {
      const batch = await showCardBatch(needs, call);
      return batch && { items: batch.brands };
    },
  });
  addList(routes, {
    ...{ path: "/merchant/ach-batches", needs: "reports", name: "ach-batches" },
    columns: ACH_BATCH_COLUMNS,
    read: async (call): Promise<CursorPage<AchBatchLine>> => {
      const { take, page } = readPage(call);
      const found = await batches.listAchBatches(merchantAccountId(call), page);
      return cursorPage(found.map(asJson), take, ({ fileId }) => fileId);
    },
  });
}

/** One more row than the page tells whether there are more. */
function readPage({ query }: Call) {
  const take = query.take();
  return { take, page: { before: cursorId(query, "after"), take: take + 1 } };
}

async function showCardBatch(
  { batches }: BatchRouteNeeds,
  call: Call,
): Promise<CardBatchAnswer | undefined> {
  const accountId = merchantAccountId(call);
  const batch = await batches.findCardBatch(accountId, idInPath(call, "number"));
  if (batch === undefined) return undefined;
  return { ...asJson(batch), brands: await batches.sumBrands(accountId, batch) };
}
