/** Reports (E) in the console: available filters, a preview of the first rows, and the download. */
import type { AccountRecordStore } from "../../../../core/accounts/account-record-store.ts";
import { columnLabel } from "../../../../core/reports/column-labels.ts";
import { everyReportColumn } from "../../../../core/reports/column-list-sql.ts";
import { PRESETS, presetDays } from "../../../../core/reports/presets.ts";
import { describeDays, reportDays } from "../../../../core/reports/report-days.ts";
import type { ReportNeeds } from "../../../../core/reports/run/run-report.ts";
import type { MerchantPerson } from "../../../../core/sessions/person.ts";
import { BATCH_ZONE } from "../../../../values/batch-zone.ts";
import { localDate } from "../../../../values/local-time.ts";
import { FORMATS, type Format } from "../../../../wire/report-formats.ts";
import { merchantUser } from "../../merchant-user.ts";
import { Body } from "../../read.ts";
import type { Routes } from "../../routes.ts";
import type { ReportChoices } from "../contract.ts";
import { addSavedFilters, type FilterRouteNeeds } from "./filters.ts";
import { type ReportOrder, readReportOrder, reportCaller } from "./order.ts";
import { previewReport, sendReport, sumWholeReport } from "./run.ts";
import { addReportSchedules } from "./schedules.ts";

export interface ReportRouteNeeds extends FilterRouteNeeds {
  readonly reports: ReportNeeds;
  readonly records: AccountRecordStore;
  readonly atOnce: number;
}

export function addReports(routes: Routes, needs: ReportRouteNeeds): void {
  routes.get("/reports/choices", "reports", (call) => reportChoices(needs, merchantUser(call)));
  routes.deliver("/reports/preview", "reports", async (call, reply, request) => {
    const order = await readReportOrder(needs, merchantUser(call), new Body(request.query));
    return previewReport(needs.reports, order, reply);
  });
  routes.deliver("/reports/totals", "reports", async (call, reply, request) => {
    const order = await readReportOrder(needs, merchantUser(call), new Body(request.query));
    return sumWholeReport(needs.reports, order, reply);
  });
  routes.deliver("/reports/download", "reports", async (call, reply, request) => {
    const person = merchantUser(call);
    const body = new Body(request.query);
    const format = body.choice("format", FORMATS);
    const order = await readReportOrder(needs, person, body);
    const fileName = reportFileName(needs, person, { order, format });
    return sendReport(needs.reports, order, { format, fileName, reply });
  });
  addSavedFilters(routes, needs);
  addReportSchedules(routes, needs);
}

/** "payments-120000000001-2026-11-01-to-2026-11-18.csv" */
export function reportFileName(
  { clock }: Pick<ReportRouteNeeds, "clock">,
  { account }: MerchantPerson,
  { order, format }: { readonly order: ReportOrder; readonly format: Format },
): string {
  const today = localDate(clock.business(), account.timeZone);
  const days = describeDays(reportDays(order.query.criteria), today);
  return `payments-${account.id}-${days}.${format.toLowerCase()}`;
}

async function reportChoices(
  needs: ReportRouteNeeds,
  person: MerchantPerson,
): Promise<ReportChoices> {
  const { id, timeZone, isAgent } = await reportCaller(needs, person);
  const below = isAgent ? await needs.records.listSubAccounts(id) : [];
  const accountIds = [id, ...below.map((account) => account.id)];
  const now = needs.clock.business();
  return {
    columns: everyReportColumn().map(({ name, isExtra }) => ({
      name,
      label: columnLabel(name),
      isUsual: !isExtra,
    })),
    formFields: await needs.reportable.listFormFields(accountIds),
    presets: PRESETS.map((name) => {
      const { first, last } = presetDays(name, now, timeZone);
      return { name, first: first.toString(), last: last.toString() };
    }),
    ...(isAgent && { subAccounts: below }),
    timeZone,
    batchZone: BATCH_ZONE,
    atOnce: needs.atOnce,
  };
}
