/** All rows, in the order in which they are measured. A new row is a file and a line here. */
import type { BenchRow } from "./row.ts";
import { achCutoff } from "./rows/ach-cutoff.ts";
import { consoleMillion } from "./rows/console-million.ts";
import { gatheredRequests } from "./rows/gathered-requests.ts";
import { growthReport } from "./rows/growth-report.ts";
import { growthStatus } from "./rows/growth-status.ts";
import { managementList } from "./rows/management-list.ts";
import { parserCore } from "./rows/parser-core.ts";
import { parserHsm, parserHsmDevices } from "./rows/parser-hsm.ts";
import { parserHttp } from "./rows/parser-http.ts";
import { paymentIso8583 } from "./rows/payment-iso8583.ts";
import { paymentSale } from "./rows/payment-sale.ts";
import { posSearch } from "./rows/pos-search.ts";
import { reportCsv, reportJson, reportXml } from "./rows/report-formats.ts";
import { reportPayments } from "./rows/report-payments.ts";
import { coalescing, usualFinish } from "./rows/sale-variants.ts";
import { start } from "./rows/start.ts";
import { status } from "./rows/status.ts";
import { webhooks } from "./rows/webhooks.ts";

export const ROWS: readonly BenchRow[] = [
  paymentSale,
  paymentIso8583,
  coalescing,
  usualFinish,
  status,
  growthStatus,
  posSearch,
  webhooks,
  managementList,
  reportCsv,
  reportJson,
  reportXml,
  reportPayments,
  consoleMillion,
  growthReport,
  parserCore,
  parserHttp,
  parserHsm,
  parserHsmDevices,
  gatheredRequests,
  achCutoff,
  start,
];
