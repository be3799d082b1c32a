/**
 * Takes a JSON report apart while it arrives: {"transactions": [{…}, {…}], "count": 2}. It keeps one
 * row in memory at a time, whatever line breaks and pieces the text comes in.
 */
const ROWS_DEPTH = 2;
/** What changes the state outside of a string, and inside one. */
const OUTSIDE = /["{}[\]]/g;
const INSIDE = /["\\]/g;
/** What stands between rows. */
const BETWEEN = /\[[\s,]+$/;

export class RowSplitter {
  #depth = 0;
  #isInString = false;
  #skipsNext = false;
  #isInRow = false;
  #row = "";
  /** The report without its rows. */
  #frame = "";
  #count = 0;

  /** Returns the rows that are complete with this text. */
  push(text: string): unknown[] {
    const rows: unknown[] = [];
    let from = 0;
    for (let at = this.#findNext(text, 0); at < text.length; at = this.#findNext(text, at + 1)) {
      const edge = this.#step(text[at] ?? "");
      if (edge === undefined) continue;
      const end = edge === "begin" ? at : at + 1;
      this.#keep(text.slice(from, end));
      if (edge === "end") rows.push(this.#takeRow());
      this.#isInRow = edge === "begin";
      from = end;
    }
    this.#keep(text.slice(from));
    return rows;
  }

  /** Whether the report is whole: its frame is closed and counts as many rows as came. */
  isWhole(): boolean {
    if (this.#depth !== 0 || this.#isInString) return false;
    const { count, transactions } = readFrame(this.#frame);
    return Array.isArray(transactions) && count === this.#count;
  }

  #findNext(text: string, from: number): number {
    const pattern = this.#isInString ? INSIDE : OUTSIDE;
    // The letter after a backslash has no meaning, even if the next piece begins with it.
    pattern.lastIndex = this.#skipsNext ? from + 1 : from;
    if (from < text.length) this.#skipsNext = false;
    return pattern.exec(text)?.index ?? text.length;
  }

  /** Says whether a row begins or ends with this letter. */
  #step(letter: string): "begin" | "end" | undefined {
    if (letter === "\\") this.#skipsNext = true;
    else if (letter === '"') this.#isInString = !this.#isInString;
    else if (letter === "{" || letter === "[") {
      return this.#depth++ === ROWS_DEPTH ? "begin" : undefined;
    } else return --this.#depth === ROWS_DEPTH ? "end" : undefined;
    return undefined;
  }

  #keep(text: string): void {
    if (this.#isInRow) this.#row += text;
    else this.#frame = (this.#frame + text).replace(BETWEEN, "[");
  }

  #takeRow(): unknown {
    const text = this.#row;
    this.#row = "";
    this.#count += 1;
    return JSON.parse(text);
  }
}

function readFrame(text: string): { readonly count?: unknown; readonly transactions?: unknown } {
  try {
    return JSON.parse(text) ?? {};
  } catch {
    return {};
  }
}
