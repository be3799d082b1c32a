/**
 * The columns of exported lists. Texts are guarded against formulas, times have an offset and their
 * zone in the header, amounts are decimal.
 */
import { localTime } from "../../../values/local-time.ts";
import { type Cents, formatCents } from "../../../values/money.ts";
import { guardFormula } from "../../../values/text/formula-guard.ts";
import { csvLine } from "../../../wire/csv.ts";

type Optional<Value> = Value | null | undefined;

interface Headed {
  /** As on the page. */
  readonly header: string;
  /** The column of the page, if users can hide it. */
  readonly id?: string;
}

/** A column has one of these. Without a value, its cell is empty. */
export type CsvColumn<Row> = Headed &
  (
    | { readonly text: (row: Row) => Optional<string> }
    /** A text that is written as a time, or an instant. */
    | { readonly time: (row: Row) => Optional<string | Temporal.Instant> }
    | { readonly cents: (row: Row) => Optional<number> }
    | { readonly count: (row: Row) => Optional<number> }
  );

export function writeCsvHeader<Row>(columns: readonly CsvColumn<Row>[], timeZone: string): string {
  return csvLine(
    columns.map((column) => ("time" in column ? `${column.header} (${timeZone})` : column.header)),
  );
}

export function writeCsvRow<Row>(
  columns: readonly CsvColumn<Row>[],
  row: Row,
  timeZone: string,
): string {
  return csvLine(columns.map((column) => writeCell(column, row, timeZone)));
}

function writeCell<Row>(column: CsvColumn<Row>, row: Row, timeZone: string): string {
  if ("text" in column) return guardFormula(column.text(row) ?? "");
  if ("time" in column) return writeTime(column.time(row), timeZone);
  if ("cents" in column) return writeAmount(column.cents(row));
  return String(column.count(row) ?? "");
}

/** With the offset, because an hour occurs twice when clocks go back. */
function writeTime(at: Optional<string | Temporal.Instant>, timeZone: string): string {
  if (at === null || at === undefined) return "";
  const instant = Temporal.Instant.from(String(at));
  return `${localTime(instant, timeZone)}${instant.toZonedDateTimeISO(timeZone).offset}`;
}

function writeAmount(cents: Optional<number>): string {
  if (cents === null || cents === undefined) return "";
  const amount = formatCents(Math.abs(cents) as Cents);
  return cents < 0 ? `-${amount}` : amount;
}
