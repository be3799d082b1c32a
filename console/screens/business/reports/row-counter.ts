/** Counts a report's rows while its bytes go by, in whatever pieces they come. Pure. */
import type { ReportFormatName } from "../../../../src/interfaces/console/business/contract.ts";

const [LINE_FEED, QUOTE] = [10, 34];
const ROW_END = new TextEncoder().encode("</transaction>");

type Step = (byte: number) => boolean;

export class RowCounter {
  #ends = 0;
  readonly #endsRow: Step;
  readonly #others: number;

  constructor(format: ReportFormatName) {
    this.#endsRow = STEPS[format]();
    this.#others = OTHERS[format];
  }

  get rows(): number {
    return Math.max(0, this.#ends - this.#others);
  }

  add(piece: Uint8Array): void {
    for (const byte of piece) if (this.#endsRow(byte)) this.#ends++;
  }
}

/** Lines that are no rows: the head of a CSV, and around JSON's rows the head and the foot. */
const OTHERS: Record<ReportFormatName, number> = { CSV: 1, JSON: 2, XML: 0 };

const STEPS: Record<ReportFormatName, () => Step> = {
  // Cells may hold line feeds, between quotes.
  CSV: () => {
    let isQuoted = false;
    return (byte) => {
      if (byte === QUOTE) isQuoted = !isQuoted;
      return byte === LINE_FEED && !isQuoted;
    };
  },
  // A row a line; within a value a line feed is escaped.
  JSON: () => (byte) => byte === LINE_FEED,
  XML: () => {
    let matched = 0;
    return (byte) => {
      matched = byte === ROW_END[matched] ? matched + 1 : byte === ROW_END[0] ? 1 : 0;
      if (matched < ROW_END.length) return false;
      matched = 0;
      return true;
    };
  },
};
