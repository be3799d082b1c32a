/** An error in a file and its place. It never contains the value of an entry's field. */

export interface AchError {
  /** The line of the file, from 1. */
  readonly line: number;
  readonly record: string;
  readonly field: string;
  readonly expected: string;
  /** Only for counts, sums, dates and codes of batches and files. */
  readonly found?: string;
}

const NOT_PRINTABLE = /[^\x20-\x7e]/g;

/** A damaged file may contain any bytes, and PostgreSQL cannot store zero bytes. */
export function errorText({ line, record, field, expected, found }: AchError): string {
  const but = found === undefined ? "" : `, found ${found === "" ? "nothing" : found}`;
  const text = `line ${line}, ${record}, ${field}: expected ${expected}${but}`;
  return text.replaceAll(NOT_PRINTABLE, "?");
}
