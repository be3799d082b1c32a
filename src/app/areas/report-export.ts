/**
 * Runs a report for the command line, with the parameters and formats of the reporting interface.
 */
import type { Readable } from "node:stream";
import { ReportableStore } from "../../core/reports/reportable-store.ts";
import { runReport } from "../../core/reports/run/run-report.ts";
import { describeReportError } from "../../interfaces/gateway/reporting/errors.ts";
import { type Caller, readOrder } from "../../interfaces/gateway/reporting/order.ts";
import type { Clock } from "../../ports/clock.ts";
import { StartError } from "../../ports/start-error.ts";
import type { ReportFormat } from "../../values/report-format.ts";
import type { Form } from "../../wire/form.ts";
import { openFormat } from "../../wire/report-formats.ts";
import { RequestError } from "../../wire/request-error.ts";
import type { Installation } from "../database/installation.ts";
import { closePools, openPools } from "../database/pools.ts";
import { openReports } from "./reports.ts";

export interface ExportedReport {
  readonly stream: Readable;
  readonly count: number;
  /** How many rows were written so far. */
  rows(): number;
}

export interface ReportExport extends Pick<Installation, "config" | "log" | "place"> {
  readonly clock: Clock;
  readonly caller: Caller;
  readonly parameters: Form;
}

/** Passes the report to `take`. Returns undefined if no transactions match. */
export async function exportReport<Result>(
  options: ReportExport,
  take: (report: ExportedReport) => Promise<Result>,
): Promise<Result | undefined> {
  const { config, log, place } = options;
  const pools = openPools(config, place.url, log);
  try {
    const report = await startReport(
      options,
      openReports({ config, ...pools, onTrouble: (trouble) => log.warn(trouble) }),
      {
        reportable: new ReportableStore(pools.app),
        clock: options.clock,
      },
    );
    return report && (await take(report));
  } catch (error) {
    throw error instanceof RequestError ? new StartError(describeReportError(error)) : error;
  } finally {
    await closePools(pools);
    await pools.probe.close();
  }
}

async function startReport(
  { caller, parameters }: ReportExport,
  reports: Parameters<typeof runReport>[0],
  needs: Parameters<typeof readOrder>[0],
): Promise<ExportedReport | undefined> {
  const { query, columns, format: name } = await readOrder(needs, caller, parameters);
  let count = 0;
  const inner = openFormat(name, columns);
  // The progress bar needs the total number of rows first.
  const format: ReportFormat = {
    ...inner,
    countsFirst: true,
    head: (total) => {
      count = total;
      return inner.head(total);
    },
  };
  const left = new AbortController().signal;
  const answer = await runReport(reports, { callerId: caller.id, query, format, left });
  if (answer.kind !== "report") return undefined;
  return { stream: answer.stream, count, rows: () => inner.rewriter.rows };
}
