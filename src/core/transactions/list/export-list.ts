/** Streams a transaction list as a file. It counts as a report of the caller's account. */
import type { ReportFormat } from "../../../values/report-format.ts";
import {
  copyRows,
  type ReportAnswer,
  type StreamNeeds,
  streamRows,
} from "../../reports/run/run-report.ts";
import type { ListExport, ListExportStore } from "./list-export-store.ts";

export interface ListExportNeeds {
  /** The queue and the limits of reports. */
  readonly reports: StreamNeeds;
  readonly store: ListExportStore;
}

export interface ExportOrder {
  readonly callerId: string;
  readonly format: ReportFormat;
  /** Aborted when the caller disconnects. */
  readonly left: AbortSignal;
}

export function exportList(
  { reports, store }: ListExportNeeds,
  list: ListExport,
  order: ExportOrder,
): Promise<ReportAnswer> {
  return streamRows(reports, order, async (work) => {
    const options = { limitMs: reports.snapshotLimitMs, signal: work.signal };
    const rows = await store.withSnapshot(list, options, (snapshot) =>
      copyRows(snapshot, work, { pacing: reports.pacing() }),
    );
    return rows.rowCount;
  });
}
