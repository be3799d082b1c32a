/** A merchant's closed batches: card batches with totals by brand, ACH batches, and both as CSV. */
import type { FastifyReply } from "fastify";
import type { BatchListStore } from "../../../core/dashboard/batch-list-store.ts";
import type { Clock } from "../../../ports/clock.ts";
import { localDate } from "../../../values/local-time.ts";
import { csvLine } from "../../../wire/csv.ts";
import { asJson } from "../as-json.ts";
import type { CursorPage } from "../contract.ts";
import { cursorId, cursorPage } from "../cursor-page.ts";
import { idInPath } from "../ids.ts";
import { merchantAccountId, merchantUser } from "../merchant-user.ts";
import type { Call, Routes } from "../routes.ts";
import { ACH_HEADER, CARD_HEADER, writeAchRow, writeCardRow } from "./batch-csv.ts";
import type { AchBatchLine, CardBatchAnswer, CardBatchLine } from "./contract.ts";

export interface BatchRouteNeeds {
  readonly batches: BatchListStore;
  readonly clock: Clock;
}

/** More than 25 years of one batch a day. */
const DOWNLOADED_MAX = 10_000;

export function addBatches(routes: Routes, needs: BatchRouteNeeds): void {
  const { batches } = needs;
  routes.get("/merchant/batches", "reports", async (call): Promise<CursorPage<CardBatchLine>> => {
    const { take, page } = readPage(call);
    const found = await batches.listCardBatches(merchantAccountId(call), page);
    return cursorPage(found.map(asJson), take, ({ number }) => String(number));
  });
  routes.get("/merchant/batches/:number", "reports", (call) => showCardBatch(needs, call));
  routes.get(
    "/merchant/ach-batches",
    "reports",
    async (call): Promise<CursorPage<AchBatchLine>> => {
      const { take, page } = readPage(call);
      const found = await batches.listAchBatches(merchantAccountId(call), page);
      return cursorPage(found.map(asJson), take, ({ fileId }) => fileId);
    },
  );
  addDownloads(routes, needs);
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

function addDownloads(routes: Routes, { batches, clock }: BatchRouteNeeds): void {
  const all = { before: undefined, take: DOWNLOADED_MAX };
  routes.deliver("/merchant/batches.csv", "reports", async (call, reply) => {
    const found = await batches.listCardBatches(merchantAccountId(call), all);
    const lines = found.map((batch) => writeCardRow(batch, merchantUser(call).account.timeZone));
    return sendCsv(reply, fileName(call, clock, "card-batches"), [CARD_HEADER, ...lines]);
  });
  routes.deliver("/merchant/ach-batches.csv", "reports", async (call, reply) => {
    const found = await batches.listAchBatches(merchantAccountId(call), all);
    const lines = found.map((batch) => writeAchRow(batch, merchantUser(call).account.timeZone));
    return sendCsv(reply, fileName(call, clock, "ach-batches"), [ACH_HEADER, ...lines]);
  });
}

function fileName(call: Call, clock: Clock, kind: string): string {
  const { id, timeZone } = merchantUser(call).account;
  return `${kind}-${id}-until-${localDate(clock.business(), timeZone)}.csv`;
}

function sendCsv(reply: FastifyReply, name: string, rows: readonly (readonly string[])[]) {
  return reply
    .type("text/csv; charset=utf-8")
    .header("content-disposition", `attachment; filename="${name}"`)
    .send(rows.map(csvLine).join(""));
}
