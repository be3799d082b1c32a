/** CSV as RFC 4180 has it, from CSV as PostgreSQL writes it: lines that end with a line feed. */
import { ByteQueue } from "./byte-queue.ts";

const [LF, CR, QUOTE] = [10, 13, 34];

export function csvLine(values: readonly string[]): string {
  return `${values.map(csvValue).join(",")}\r\n`;
}

function csvValue(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Ends lines with CRLF, and leaves line feeds within quotes as they are. */
export class CsvLines {
  readonly #out = new ByteQueue();
  #isQuoted = false;
  #rows = 0;

  get rows(): number {
    return this.#rows;
  }

  write(chunk: Buffer): readonly Buffer[] {
    let quote = placeOf(QUOTE, chunk, 0);
    let from = 0;
    for (let end = chunk.indexOf(LF); end >= 0; end = chunk.indexOf(LF, end + 1)) {
      quote = this.#pass(chunk, quote, end);
      if (this.#isQuoted) continue;
      this.#out.copy(chunk, from, end);
      this.#out.one(CR);
      this.#rows++;
      from = end;
    }
    this.#pass(chunk, quote, chunk.length);
    this.#out.copy(chunk, from, chunk.length);
    return this.#out.full();
  }

  end(): readonly Buffer[] {
    return this.#out.rest();
  }

  /** Comes by every quote before a place, and gives the next one. */
  #pass(chunk: Buffer, quote: number, end: number): number {
    let next = quote;
    while (next < end) {
      this.#isQuoted = !this.#isQuoted;
      next = placeOf(QUOTE, chunk, next + 1);
    }
    return next;
  }
}

function placeOf(byte: number, chunk: Buffer, from: number): number {
  const at = chunk.indexOf(byte, from);
  return at < 0 ? chunk.length : at;
}
