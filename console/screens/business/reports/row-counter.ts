/** Counts the rows of a report while it is downloaded in chunks. Pure. */
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

/** Lines that are not rows: the CSV header, and the first and last line of JSON. */
const OTHERS: Record<ReportFormatName, number> = { CSV: 1, JSON: 2, XML: 0 };

const STEPS: Record<ReportFormatName, () => Step> = {
  // Quoted cells may contain line breaks.
  CSV: () => {
    let isQuoted = false;
    return (byte) => {
      if (byte === QUOTE) isQuoted = !isQuoted;
      return byte === LINE_FEED && !isQuoted;
    };
  },
  // One row per line. Line breaks inside values are escaped.
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
