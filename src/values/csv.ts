/** Reads CSV (RFC 4180) strictly, with the line number of each row. */

export interface CsvRow {
  readonly line: number;
  readonly cells: readonly string[];
}

/** The message is a sentence with the line number. */
export class CsvError extends Error {
  override readonly name = "CsvError";
}

/** A cell and what ends it: a comma, a line end, or the end of the text. */
const CELL = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n|\n|\r|$)/y;
const BYTE_ORDER_MARK = "\ufeff";

/** Empty rows are left out, so that a file may end with or without a line end. */
export function parseCsv(text: string): readonly CsvRow[] {
  const rows: CsvRow[] = [];
  let at = text.startsWith(BYTE_ORDER_MARK) ? 1 : 0;
  let line = 1;
  while (at < text.length) {
    const cells: string[] = [];
    const first = line;
    for (let end = ","; end === ","; ) {
      const [whole, quoted, bare = "", next = ""] = cellAt(text, at, line);
      cells.push(quoted?.replaceAll('""', '"') ?? bare);
      line += lineEndsIn(whole);
      at += whole.length;
      end = next;
    }
    if (cells.length > 1 || cells[0] !== "") rows.push({ line: first, cells });
  }
  return rows;
}

function cellAt(text: string, at: number, line: number): RegExpExecArray {
  CELL.lastIndex = at;
  const match = CELL.exec(text);
  if (match === null) throw new CsvError(`Line ${line}: a quotation mark is not allowed here.`);
  return match;
}

function lineEndsIn(text: string): number {
  return text.match(/\r\n|\n|\r/g)?.length ?? 0;
}
