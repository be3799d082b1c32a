/** Reports (E) in the console: available filters, a preview of the first rows, and the download. */
import type { AccountRecordStore } from "../../../../core/accounts/account-record-store.ts";
import { everyReportColumn } from "../../../../core/reports/column-list-sql.ts";
import { daysOf, PRESETS } from "../../../../core/reports/presets.ts";
import { BATCH_ZONE } from "../../../../core/reports/report-columns-sql.ts";
import type { ReportNeeds } from "../../../../core/reports/run-report.ts";
import type { MerchantPerson } from "../../../../core/sessions/person.ts";
import { localDate } from "../../../../values/local-time.ts";
import { FORMATS } from "../../../../wire/report-formats.ts";
import { Body } from "../../read.ts";
import type { Routes } from "../../routes.ts";
import type { ReportChoices } from "../contract.ts";
import { merchantOf } from "../merchant.ts";
import { addFilters, type FilterRoomNeeds } from "./filters.ts";
import { askerOf, readOrder } from "./order.ts";
import { deliver, preview } from "./run.ts";

export interface ReportRoomNeeds extends FilterRoomNeeds {
  readonly reports: ReportNeeds;
  readonly records: AccountRecordStore;
  readonly atOnce: number;
}

export function addReports(routes: Routes, needs: ReportRoomNeeds): void {
  routes.get("/reports/choices", "reports", (call) => choices(needs, merchantOf(call)));
  routes.deliver("/reports/preview", "reports", async (call, reply, request) => {
    const order = await readOrder(needs, merchantOf(call), new Body(request.query));
    return preview(needs.reports, order, reply);
  });
  routes.deliver("/reports/download", "reports", async (call, reply, request) => {
    const person = merchantOf(call);
    const body = new Body(request.query);
    const format = body.choice("format", FORMATS);
    const order = await readOrder(needs, person, body);
    const today = localDate(needs.clock.business(), person.account.timeZone);
    const fileName = `payments-${person.account.id}-${today}.${format.toLowerCase()}`;
    return deliver(needs.reports, order, { format, fileName, reply });
  });
  addFilters(routes, needs);
}

const SUB_ACCOUNTS_MAX = 500;

async function choices(needs: ReportRoomNeeds, person: MerchantPerson): Promise<ReportChoices> {
  const { id, timeZone, isAgent } = await askerOf(needs, person);
  const below = isAgent
    ? await needs.records.listAccounts({ parentId: id, take: SUB_ACCOUNTS_MAX })
    : [];
  const accountIds = [id, ...below.map((account) => account.id)];
  const now = needs.clock.business();
  return {
    columns: everyReportColumn().map(({ name, isExtra }) => ({ name, isUsual: !isExtra })),
    formFields: await needs.reportable.formFields(accountIds),
    presets: PRESETS.map((name) => {
      const { first, last } = daysOf(name, now, timeZone);
      return { name, first: first.toString(), last: last.toString() };
    }),
    ...(isAgent && { subAccounts: below.map((one) => ({ id: one.id, name: one.name })) }),
    timeZone,
    batchZone: BATCH_ZONE,
    atOnce: needs.atOnce,
  };
}
