/** Reads the entries of a file by columns, independently of our file writer. */
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

  /** Returns the entries that are complete with this piece. */
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
    if (this.#rest !== "") throw new Error("The file for the simulated bank is incomplete.");
    return {
      entryCount: this.#entryCount,
      debitCents: this.#debitCents,
      creditCents: this.#creditCents,
      digest: this.#digest.digest(),
    };
  }

  #line(line: string): ForwardEntry | undefined {
    if (line.length !== WIDTH)
      throw new Error("The file for the simulated bank has a record of a wrong length.");
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

/** The effective date of a batch. */
export function batchEffectiveDate(batchHeader: string): Temporal.PlainDate {
  const [year, month, day] = [69, 71, 73].map((at) => batchHeader.slice(at, at + 2));
  return Temporal.PlainDate.from(`20${year}-${month}-${day}`);
}
