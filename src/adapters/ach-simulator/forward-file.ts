/** Reads the entries of a file by their columns, as a bank would that knows nothing of our writer. */
import { createHash } from "node:crypto";

export interface ForwardEntry {
  readonly fileHeader: string;
  readonly batchHeader: string;
  readonly entry: string;
}

export interface ForwardSums {
  readonly entryCount: number;
  readonly debitCents: number;
  readonly creditCents: number;
  readonly digest: Uint8Array;
}

const WIDTH = 94;

export class ForwardReader {
  readonly #digest = createHash("sha256");
  #rest = "";
  #fileHeader = "";
  #batchHeader = "";
  #entryCount = 0;
  #debitCents = 0;
  #creditCents = 0;

  /** The entries whose lines end in this piece. */
  *read(piece: string): Generator<ForwardEntry> {
    this.#digest.update(piece);
    const lines = (this.#rest + piece).split("\n");
    this.#rest = lines.pop() ?? "";
    for (const line of lines) {
      const entry = this.#line(line);
      if (entry !== undefined) yield { ...entry };
    }
  }

  end(): ForwardSums {
    if (this.#rest !== "") throw new Error("the simulated bank was given half a file");
    return {
      entryCount: this.#entryCount,
      debitCents: this.#debitCents,
      creditCents: this.#creditCents,
      digest: this.#digest.digest(),
    };
  }

  #line(line: string): ForwardEntry | undefined {
    if (line.length !== WIDTH) throw new Error("the simulated bank was given a bad record");
    if (line.startsWith("1")) this.#fileHeader = line;
    if (line.startsWith("5")) this.#batchHeader = line;
    if (!line.startsWith("6")) return undefined;
    this.#entryCount++;
    if (isCredit(line)) this.#creditCents += entryAmountCents(line);
    else this.#debitCents += entryAmountCents(line);
    return { fileHeader: this.#fileHeader, batchHeader: this.#batchHeader, entry: line };
  }
}

export function isCredit(entry: string): boolean {
  return entry.charAt(2) < "5";
}

export function entryAmountCents(entry: string): number {
  return Number(entry.slice(29, 39));
}

export function entryAccountNumber(entry: string): string {
  return entry.slice(12, 29).trim();
}

export function entryTrace(entry: string): string {
  return entry.slice(79, 94);
}

/** YYMMDD of the batch. */
export function batchEffectiveDate(batchHeader: string): Temporal.PlainDate {
  const [year, month, day] = [69, 71, 73].map((at) => batchHeader.slice(at, at + 2));
  return Temporal.PlainDate.from(`20${year}-${month}-${day}`);
}
