/**
 * Exports any list of the console as CSV. It reads page after page with the function and the query
 * of the screen, so the file has the rows that the screen shows, with the same permission and the
 * same tenant.
 */
import { Readable } from "node:stream";
import type { FastifyReply } from "fastify";
import { readTimeZone } from "../../../values/local-time.ts";
import { CONTENT_TYPES } from "../../../wire/report-formats.ts";
import { RequestError } from "../../../wire/request-error.ts";
import type { Permission } from "../contract.ts";
import { readDayRange, readInstant } from "../day-range.ts";
import { numericId } from "../ids.ts";
import type { Call, Routes } from "../routes.ts";
import { sendStream } from "../stream-download.ts";
import { type CsvColumn, writeCsvHeader, writeCsvRow } from "./csv-column.ts";
import { exportFileName } from "./export-name.ts";

/** Lists have a cursor, a total, or everything on one page. */
export interface ListPage<Row> {
  readonly items: readonly Row[];
  readonly next?: string;
  readonly total?: number;
}

export interface ExportedList<Row> {
  /** The export has the same path with ".csv". */
  readonly path: string;
  readonly needs: Permission;
  /** Only if the export needs more than the screen. */
  readonly exportNeeds?: Permission;
  /** The beginning of the file's name. */
  readonly name: string;
  readonly columns: readonly CsvColumn<Row>[];
  /** Reads the page that the query asks for. Undefined: not found. */
  readonly read: (call: Call) => Promise<ListPage<Row> | undefined>;
}

/** Adds a list and its export. */
export function addList<Row>(routes: Routes, list: ExportedList<Row>): void {
  routes.get(list.path, list.needs, list.read);
  addExport(routes, list);
}

/** For a list that is a part of an answer. */
export function addExport<Row>(routes: Routes, list: ExportedList<Row>): void {
  routes.deliver(`${list.path}.csv`, list.exportNeeds ?? list.needs, async (call, reply) => {
    const end = routes.runningExports.begin(`${call.person.kind} ${call.person.id}`);
    try {
      return await sendExport(list, call, { reply, end });
    } catch (error) {
      end();
      throw error;
    }
  });
}

interface Sending {
  readonly reply: FastifyReply;
  /** Called once, when the stream is closed. */
  end(): void;
}

/** The first page is read before anything is sent, so that a refusal has its own answer. */
async function sendExport<Row>(
  list: ExportedList<Row>,
  call: Call,
  { reply, end }: Sending,
): Promise<FastifyReply> {
  const first = await readPage(list, call, {});
  const timeZone = exportZone(call);
  const stream = Readable.from(writeLines(list, call, { first, timeZone }), { objectMode: false });
  stream.once("close", end);
  const fileName = exportFileName([list.name, ownerName(call)], {
    ...readRange(call, timeZone),
    timeZone,
    now: call.clock.business(),
  });
  return sendStream(reply, stream, { type: CONTENT_TYPES.CSV, fileName });
}

interface Start<Row> {
  readonly first: ListPage<Row>;
  readonly timeZone: string;
}

async function* writeLines<Row>(
  list: ExportedList<Row>,
  call: Call,
  { first, timeZone }: Start<Row>,
): AsyncGenerator<string> {
  const columns = chosenColumns(list.columns, call.query.text("columns"));
  yield writeCsvHeader(columns, timeZone);
  for (let [page, number] = [first, 1]; ; number++) {
    const lines = page.items.map((row) => writeCsvRow(columns, row, timeZone));
    if (lines.length > 0) yield lines.join("");
    const next = nextPosition(page, number);
    if (next === undefined) return;
    page = await readPage(list, call, next);
  }
}

/** The most that a screen can ask for. Stores may limit a page to little more. */
const PAGE_ROWS = 100;

/** Lists name their cursor "after" or "before". */
async function readPage<Row>(
  { read }: ExportedList<Row>,
  call: Call,
  { page = "", cursor = "" }: { readonly page?: string; readonly cursor?: string },
): Promise<ListPage<Row>> {
  const position = { take: String(PAGE_ROWS), page, after: cursor, before: cursor };
  const found = await read({ ...call, query: call.query.with(position) });
  if (found === undefined) throw new RequestError("not_found", "path");
  return found;
}

function nextPosition({ items, next, total = 0 }: ListPage<unknown>, number: number) {
  if (next !== undefined) return { cursor: next };
  const isLast = items.length === 0 || number * PAGE_ROWS >= total;
  return isLast ? undefined : { page: String(number + 1) };
}

/** All columns, unless the user has hidden some. */
function chosenColumns<Row>(columns: readonly CsvColumn<Row>[], chosen: string | undefined) {
  if (chosen === undefined) return columns;
  const ids = chosen.split(",");
  return columns.filter(({ id }) => id === undefined || ids.includes(id));
}

/** The zone in which the page shows its times: the account's, or the browser's. */
function exportZone({ person, query }: Call): string {
  if (person.kind === "pos_user") return person.account.timeZone;
  return readTimeZone(query.text("zone") ?? "UTC") ?? "UTC";
}

/** Some lists have whole days, others times. */
function readRange({ query }: Call, timeZone: string) {
  const days = readDayRange(query, timeZone);
  return {
    from: days.from ?? readInstant(query, "from") ?? readInstant(query, "since"),
    until: days.until ?? readInstant(query, "until"),
  };
}

/** For operators, the record in the path that the list belongs to. */
function ownerName(call: Call): string | undefined {
  const { person } = call;
  if (person.kind === "pos_user") return person.account.id;
  if (person.kind === "operator") return numericId(call.param("id"));
  return person.client === undefined
    ? `partner-${person.partner.id}`
    : `client-${person.client.id}`;
}
