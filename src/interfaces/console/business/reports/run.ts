/** Runs a merchant's report, as a preview or a download. */
import { text } from "node:stream/consumers";
import type { FastifyReply } from "fastify";
import type { Column } from "../../../../core/reports/column-list-sql.ts";
import {
  type ReportAnswer,
  type ReportNeeds,
  runReport,
} from "../../../../core/reports/run/run-report.ts";
import { abortOnDisconnect, resetOnStreamError } from "../../../../wire/early-end.ts";
import { Unavailable } from "../../../../wire/internal-error.ts";
import { CONTENT_TYPES, type Format, openFormat } from "../../../../wire/report-formats.ts";
import { ConsoleRefusal, conflict } from "../../errors.ts";
import type { Cell, ReportPreview } from "../contract.ts";
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
  const columns = order.columns.map(({ name, kind }) => ({ name, kind }));
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
  resetOnStreamError(answer.stream, reply);
  return reply
    .type(CONTENT_TYPES[format])
    .header("content-disposition", `attachment; filename="${fileName}"`)
    .send(answer.stream);
}

type Answer = Exclude<ReportAnswer, { readonly kind: "too_many" }>;

async function startReport(
  reports: ReportNeeds,
  { asker, query, columns }: ReportOrder,
  { format, reply }: { readonly format: Format; readonly reply: FastifyReply },
): Promise<Answer> {
  const left = abortOnDisconnect(reply);
  try {
    const order = { callerId: asker.id, query, format: openFormat(format, columns), left };
    const answer = await runReport(reports, order);
    if (answer.kind === "too_many") throw TOO_MANY();
    return answer;
  } catch (error) {
    // The client disconnected. This is not an error.
    throw left.aborted ? new Unavailable("the client disconnected") : error;
  }
}

/** Area E returns 611 for this. */
const TOO_MANY = () =>
  new ConsoleRefusal({
    status: 429,
    code: "too_many_requests",
    message:
      "Too many reports are running. Wait until one is finished or cancel one, then try again.",
  });
