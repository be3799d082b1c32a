/**
 * The format of the file that `export` writes and `import` reads, compressed with gzip: lines of
 * JSON, each with a kind, and after a data line as many bytes as it says.
 *
 *   file  = header check table* end check
 *   table = table data* rows check
 *
 *   {"kind":"header","format":"sixdoors-export","version":1,"product":…,"server":…,"schema":6,
 *    "months":[322],"masterKey":…}  the schema number of the rows, the months that have partitions,
 *                                  and the id of the master key that the sealed values need
 *   {"kind":"check","sha256":…}    of every byte of the file before this line
 *   {"kind":"table","schema":…,"table":…,"columns":[…]}
 *   {"kind":"data","bytes":65536}  followed by this many bytes of COPY's text format, in UTF-8; a
 *                                  row may begin in one data record and end in a later one
 *   {"kind":"rows","rows":12}      how many rows the table had
 *   {"kind":"end","sequences":[{"schema":…,"sequence":…,"lastValue":"17"}]}
 *
 * Values are written with UTC, ISO dates and hexadecimal bytes, so they mean the same on every
 * server. This module does not use a database.
 */
export const FORMAT = "sixdoors-export";
export const FORMAT_VERSION = 1;

/** Why a file cannot be written or read, as a message for the terminal. */
export class TransferError extends Error {
  override readonly name = "TransferError";
}

export interface Header {
  readonly kind: "header";
  readonly format: string;
  readonly version: number;
  readonly product: string;
  readonly server: string;
  readonly schema: number;
  readonly months: readonly number[];
  /** Absent in files of older releases, and if the database had no key yet. */
  readonly masterKey?: string;
}

export interface TableStart {
  readonly kind: "table";
  readonly schema: string;
  readonly table: string;
  readonly columns: readonly string[];
}

export interface SequenceState {
  readonly schema: string;
  readonly sequence: string;
  /** The last number that was used; null if none was. */
  readonly lastValue: string | null;
}

export type TransferRecord =
  | Header
  | TableStart
  | { readonly kind: "check"; readonly sha256: string }
  | { readonly kind: "data"; readonly bytes: number }
  | { readonly kind: "rows"; readonly rows: number }
  | { readonly kind: "end"; readonly sequences: readonly SequenceState[] };

export interface TableCount {
  readonly table: string;
  readonly rows: number;
}

export interface TransferSummary {
  /** The schema number of the rows in the file. */
  readonly schema: number;
  /** The id of the master key that the rows need. */
  readonly masterKey?: string | undefined;
  readonly tables: readonly TableCount[];
}

/** Called repeatedly with the number of rows of a table so far. */
export type OnProgress = (progress: TableCount) => void;

export function damagedFileError(): TransferError {
  return new TransferError("The file is incomplete, damaged, or not an export of Sixdoors.");
}

/** A row of COPY's text format ends with the only newline byte in it. */
export function countRows(data: Buffer): number {
  let rows = 0;
  for (let at = data.indexOf(NEWLINE); at !== -1; at = data.indexOf(NEWLINE, at + 1)) rows++;
  return rows;
}

export const NEWLINE = 0x0a;

/** Parses a line. Checks the types of its fields, because the digest is only checked later. */
export function parseRecord(line: string): TransferRecord {
  const fields = parseFields(line);
  const { kind } = fields;
  if (typeof kind !== "string" || !Object.hasOwn(SHAPES, kind)) throw damagedFileError();
  if (!SHAPES[kind as TransferRecord["kind"]](fields)) throw damagedFileError();
  return fields as unknown as TransferRecord;
}

type Fields = Readonly<Record<string, unknown>>;

function parseFields(line: string): Fields {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === "object" && value !== null ? (value as Fields) : {};
  } catch {
    throw damagedFileError();
  }
}

const SHAPES: Record<TransferRecord["kind"], (fields: Fields) => boolean> = {
  header: (fields) =>
    isText(fields["format"]) &&
    isCount(fields["version"]) &&
    isCount(fields["schema"]) &&
    (fields["masterKey"] === undefined || isKeyId(fields["masterKey"])) &&
    isListOf(fields["months"], isCount),
  check: ({ sha256 }) => isText(sha256),
  table: ({ schema, table, columns }) =>
    isText(schema) && isText(table) && isListOf(columns, isText),
  data: ({ bytes }) => isCount(bytes),
  rows: ({ rows }) => isCount(rows),
  end: ({ sequences }) => isListOf(sequences, isSequence),
};

function isSequence(value: unknown): boolean {
  const { schema, sequence, lastValue } = (value ?? {}) as Fields;
  const isNumber = typeof lastValue === "string" && /^-?\d{1,19}$/.test(lastValue);
  return isText(schema) && isText(sequence) && (lastValue === null || isNumber);
}

/** Strict, because the id is printed. */
function isKeyId(value: unknown): boolean {
  return typeof value === "string" && /^[0-9a-f]{12}$/.test(value);
}

function isText(value: unknown): boolean {
  return typeof value === "string";
}

function isCount(value: unknown): boolean {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}

function isListOf(value: unknown, isItem: (item: unknown) => boolean): boolean {
  return Array.isArray(value) && value.every(isItem);
}
