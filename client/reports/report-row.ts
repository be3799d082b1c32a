/** One transaction of a report, with the client's names. */
import { openRenaming, type Renamed, renameFromWire } from "../wire/names.ts";
import { COLUMN_NAMES, MONEY, type WireRow } from "./report-names.ts";

type KnownColumns = Pick<WireRow, (typeof COLUMN_NAMES)[keyof typeof COLUMN_NAMES]>;

/** Values that a transaction does not have are empty text. Amounts are decimal text. */
export type ReportRow = Readonly<
  Renamed<KnownColumns, typeof COLUMN_NAMES, (typeof MONEY)[number]>
> & {
  /** The reportable fields of payment forms, by their own names. */
  readonly formFields: Readonly<Record<string, unknown>>;
};

const RENAMING = openRenaming(COLUMN_NAMES, MONEY);

export function readRow(row: unknown): ReportRow {
  const entries = Object.entries(row as Readonly<Record<string, unknown>>);
  const known = entries.filter(([name]) => RENAMING.names.has(name));
  const formFields = entries.filter(([name]) => !RENAMING.names.has(name));
  const columns = renameFromWire(Object.fromEntries(known), RENAMING) as Omit<
    ReportRow,
    "formFields"
  >;
  return { ...columns, formFields: Object.fromEntries(formFields) } as ReportRow;
}
