/** Runs a merchant's report: a few rows to look at, or all of them to keep. */
import { text } from "node:stream/consumers";
import type { FastifyReply } from "fastify";
import type { Column } from "../../../../core/reports/column-list-sql.ts";
import {
  type ReportAnswer,
  type ReportNeeds,
  runReport,
} from "../../../../core/reports/run-report.ts";
import { Unavailable } from "../../../../wire/failure.ts";
import { cutOffWith, leaving } from "../../../../wire/leaving.ts";
import { CONTENT_TYPES, type Format, openFormat } from "../../../../wire/report-formats.ts";
import { ConsoleRefusal, conflict } from "../../errors.ts";
import type { Cell, ReportPreview } from "../contract.ts";
import type { Order } from "./order.ts";

const PREVIEW_ROWS = 50;
/** A cell may have 65,000 characters; nobody looks at them in a table. */
const CELL_MAX = 200;

export async function preview(
  reports: ReportNeeds,
  order: Order,
  reply: FastifyReply,
): Promise<ReportPreview> {
  const query = { ...order.query, most: PREVIEW_ROWS + 1 };
  const answer = await run(reports, { ...order, query }, { format: "JSON", reply });
  const columns = order.columns.map(({ name, kind }) => ({ name, kind }));
  if (answer.kind === "no_data") return { columns, rows: [], hasMore: false };
  const { transactions } = JSON.parse(await text(answer.stream)) as { transactions: Row[] };
  const rows = transactions.slice(0, PREVIEW_ROWS).map((row) => cellsOf(row, order.columns));
  return { columns, rows, hasMore: transactions.length > PREVIEW_ROWS };
}

type Row = Readonly<Record<string, Cell>>;

function cellsOf(row: Row, columns: readonly Column[]): readonly Cell[] {
  return columns.map(({ name }) => {
    const cell = row[name] ?? "";
    const isLong = typeof cell === "string" && cell.length > CELL_MAX;
    return isLong ? `${cell.slice(0, CELL_MAX)}…` : cell;
  });
}

export async function deliver(
  reports: ReportNeeds,
  order: Order,
  { format, fileName, reply }: { format: Format; fileName: string; reply: FastifyReply },
): Promise<FastifyReply> {
  const answer = await run(reports, order, { format, reply });
  if (answer.kind === "no_data") {
    throw conflict("No payments match. Widen the days, or take a condition away.");
  }
  cutOffWith(answer.stream, reply);
  return reply
    .type(CONTENT_TYPES[format])
    .header("content-disposition", `attachment; filename="${fileName}"`)
    .send(answer.stream);
}

type Answer = Exclude<ReportAnswer, { readonly kind: "too_many" }>;

async function run(
  reports: ReportNeeds,
  { asker, query, columns }: Order,
  { format, reply }: { readonly format: Format; readonly reply: FastifyReply },
): Promise<Answer> {
  const left = leaving(reply);
  try {
    const order = { callerId: asker.id, query, format: openFormat(format, columns), left };
    const answer = await runReport(reports, order);
    if (answer.kind === "too_many") throw TOO_MANY();
    return answer;
  } catch (error) {
    // Nobody hears the answer any more, and nothing has failed.
    throw left.aborted ? new Unavailable("the reader has left") : error;
  }
}

/** Area E says 611 for it. */
const TOO_MANY = () =>
  new ConsoleRefusal({
    status: 429,
    code: "too_many_requests",
    message: "Too many reports at once: wait until one has ended, or cancel one, then try again.",
  });
