/** Runs a merchant's report, as a preview or a download. */
import { text } from "node:stream/consumers";
import type { FastifyReply } from "fastify";
import { columnLabel } from "../../../../core/reports/column-labels.ts";
import type { Column } from "../../../../core/reports/column-list-sql.ts";
import { sumReport } from "../../../../core/reports/run/report-totals.ts";
import { type ReportNeeds, runReport } from "../../../../core/reports/run/run-report.ts";
import { CONTENT_TYPES, type Format, openFormat } from "../../../../wire/report-formats.ts";
import { conflict } from "../../errors.ts";
import { runWhileConnected, sendStream } from "../../stream-download.ts";
import type { Cell, ReportPreview, ReportTotals } from "../contract.ts";
import type { ReportOrder } from "./order.ts";

const PREVIEW_ROWS = 50;
/** A cell can have 65,000 characters. The preview cuts it. */
const CELL_MAX = 200;

export async function previewReport(
  reports: ReportNeeds,
  order: ReportOrder,
  reply: FastifyReply,
): Promise<ReportPreview> {
  const query = { ...order.query, most: PREVIEW_ROWS + 1 };
  const answer = await startReport(reports, { ...order, query }, { format: "JSON", reply });
  const columns = order.columns.map(({ name, kind }) => ({
    name,
    label: columnLabel(name),
    kind,
  }));
  if (answer.kind === "no_data") return { columns, rows: [], hasMore: false };
  const { transactions } = JSON.parse(await text(answer.stream)) as { transactions: Row[] };
  const rows = transactions.slice(0, PREVIEW_ROWS).map((row) => previewCells(row, order.columns));
  return { columns, rows, hasMore: transactions.length > PREVIEW_ROWS };
}

type Row = Readonly<Record<string, Cell>>;

function previewCells(row: Row, columns: readonly Column[]): readonly Cell[] {
  return columns.map(({ name }) => {
    const cell = row[name] ?? "";
    const isLong = typeof cell === "string" && cell.length > CELL_MAX;
    return isLong ? `${cell.slice(0, CELL_MAX)}…` : cell;
  });
}

export async function sendReport(
  reports: ReportNeeds,
  order: ReportOrder,
  { format, fileName, reply }: { format: Format; fileName: string; reply: FastifyReply },
): Promise<FastifyReply> {
  const answer = await startReport(reports, order, { format, reply });
  if (answer.kind === "no_data") {
    throw conflict("No matching payments. Choose a longer period or remove a filter.");
  }
  return sendStream(reply, answer.stream, { type: CONTENT_TYPES[format], fileName });
}

export async function sumWholeReport(
  reports: ReportNeeds,
  { asker, query }: ReportOrder,
  reply: FastifyReply,
): Promise<ReportTotals> {
  const answer = await runWhileConnected(reply, (left) =>
    sumReport(reports, { callerId: asker.id, query, left }),
  );
  if (answer.kind === "too_long") {
    throw conflict("The report has too many rows for totals. Choose a shorter period.");
  }
  return { totals: answer.totals };
}

function startReport(
  reports: ReportNeeds,
  { asker, query, columns }: ReportOrder,
  { format, reply }: { readonly format: Format; readonly reply: FastifyReply },
) {
  return runWhileConnected(reply, (left) =>
    runReport(reports, { callerId: asker.id, query, format: openFormat(format, columns), left }),
  );
}
