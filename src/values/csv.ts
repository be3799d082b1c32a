/** Reads CSV (RFC 4180), with the line that each row began on. Strict: nothing is guessed. */

export interface CsvRow {
  readonly line: number;
  readonly cells: readonly string[];
}

/** What is wrong, with its line, in a sentence. */
export class CsvError extends Error {
  override readonly name = "CsvError";
}

/** A cell and what ends it: a comma, a line end, or the end of the text. */
const CELL = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n|\n|\r|$)/y;
const BYTE_ORDER_MARK = "\ufeff";

/** Rows of nothing at all are left out, so that a file may end with a line end or not. */
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
  if (match === null) throw new CsvError(`Line ${line}: a quote stands where none can.`);
  return match;
}

function lineEndsIn(text: string): number {
  return text.match(/\r\n|\n|\r/g)?.length ?? 0;
}
