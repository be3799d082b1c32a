/** What is wrong in a file, and where. It never says what stood in a field of an entry. */

export interface AchError {
  /** The line of the file, from 1. */
  readonly line: number;
  readonly record: string;
  readonly field: string;
  readonly expected: string;
  /** Only of fields that hold counts, sums, dates or codes of batches and files. */
  readonly found?: string;
}

const NOT_PRINTABLE = /[^\x20-\x7e]/g;

/** A damaged file may have any bytes, and the database keeps no zero byte. */
export function errorText({ line, record, field, expected, found }: AchError): string {
  const but = found === undefined ? "" : `, found ${found === "" ? "nothing" : found}`;
  const text = `line ${line}, ${record}, ${field}: expected ${expected}${but}`;
  return text.replaceAll(NOT_PRINTABLE, "?");
}
