/** The transaction list as a CSV file: the same filter, order and columns, however many rows. */
import type { FastifyReply } from "fastify";
import { exportList, type ListExportNeeds } from "../../../core/transactions/list/export-list.ts";
import { exportHeaders } from "../../../core/transactions/list/list-export-store.ts";
import type { Clock } from "../../../ports/clock.ts";
import { CONTENT_TYPES, openFormat } from "../../../wire/report-formats.ts";
import { conflict } from "../errors.ts";
import { exportFileName } from "../lists/export-name.ts";
import { merchantAccountId } from "../merchant-user.ts";
import type { Call, Routes } from "../routes.ts";
import { runWhileConnected, sendStream } from "../stream-download.ts";
import { readListAccount, type SubAccountNeeds } from "./list-account.ts";
import { readColumns, readFilter, readOrder } from "./read-filter.ts";

export interface ExportNeeds extends SubAccountNeeds {
  readonly exports: ListExportNeeds;
  readonly clock: Clock;
}

export function addTransactionExport(routes: Routes, needs: ExportNeeds): void {
  routes.deliver("/merchant/transactions.csv", "reports", (call, reply) =>
    sendList(needs, call, reply),
  );
}

/** It counts as a report of the user's account, so that exports and reports share one limit. */
async function sendList(needs: ExportNeeds, call: Call, reply: FastifyReply) {
  const { id: accountId, timeZone } = await readListAccount(needs, call);
  const query = {
    accountId,
    timeZone,
    filter: readFilter(call.query, timeZone),
    order: readOrder(call.query),
    columns: readColumns(call.query),
  };
  const headers = exportHeaders(query).map((name) => ({ name, kind: "text" as const }));
  const format = openFormat("CSV", headers);
  const answer = await runWhileConnected(reply, (left) =>
    exportList(needs.exports, query, { callerId: merchantAccountId(call), format, left }),
  );
  if (answer.kind === "no_data") throw conflict("No matching transactions.");
  const days = { ...query.filter, timeZone, now: needs.clock.business() };
  const fileName = exportFileName(["transactions", accountId], days);
  return sendStream(reply, answer.stream, { type: CONTENT_TYPES.CSV, fileName });
}
