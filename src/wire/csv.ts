/** Turns PostgreSQL's CSV, with line feeds, into CSV of RFC 4180, with CRLF. */
import { ByteQueue } from "./byte-queue.ts";

const [LF, CR, QUOTE] = [10, 13, 34];

export function csvLine(values: readonly string[]): string {
  return `${values.map(csvValue).join(",")}\r\n`;
}

function csvValue(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Ends lines with CRLF. Line feeds within quotes stay as they are. */
export class CsvRewriter {
  readonly #out = new ByteQueue();
  #isQuoted = false;
  #rows = 0;

  get rows(): number {
    return this.#rows;
  }

  write(chunk: Buffer): readonly Buffer[] {
    let quote = indexOrEnd(QUOTE, chunk, 0);
    let from = 0;
    for (let end = chunk.indexOf(LF); end >= 0; end = chunk.indexOf(LF, end + 1)) {
      quote = this.#passQuotes(chunk, quote, end);
      if (this.#isQuoted) continue;
      this.#out.append(chunk, from, end);
      this.#out.appendByte(CR);
      this.#rows++;
      from = end;
    }
    this.#passQuotes(chunk, quote, chunk.length);
    this.#out.append(chunk, from, chunk.length);
    return this.#out.takeFull();
  }

  end(): readonly Buffer[] {
    return this.#out.takeRest();
  }

  /** Toggles #isQuoted for every quote before `end`, and returns the position of the next quote. */
  #passQuotes(chunk: Buffer, quote: number, end: number): number {
    let next = quote;
    while (next < end) {
      this.#isQuoted = !this.#isQuoted;
      next = indexOrEnd(QUOTE, chunk, next + 1);
    }
    return next;
  }
}

function indexOrEnd(byte: number, chunk: Buffer, from: number): number {
  const at = chunk.indexOf(byte, from);
  return at < 0 ? chunk.length : at;
}
