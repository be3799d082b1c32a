/** The counts, hash and totals of batch and file controls. */
import type { Direction } from "./transaction-codes.ts";

/** The hash is the last ten digits of the sum. */
const HASH_LIMIT = 10 ** 10;
const RDFI_DIGITS = 8;

export interface ControlSums {
  /** Entries and addenda. */
  readonly entryCount: number;
  readonly entryHash: number;
  readonly debitCents: number;
  readonly creditCents: number;
}

export class EntrySums implements ControlSums {
  entryCount = 0;
  entryHash = 0;
  debitCents = 0;
  creditCents = 0;

  addEntry(routingNumber: string, direction: Direction, amountCents: number): void {
    this.entryCount += 1;
    this.#addHash(Number(routingNumber.slice(0, RDFI_DIGITS)));
    if (direction === "debit") this.debitCents += amountCents;
    else this.creditCents += amountCents;
  }

  addAddenda(count: number): void {
    this.entryCount += count;
  }

  addBatch(batch: ControlSums): void {
    this.entryCount += batch.entryCount;
    this.debitCents += batch.debitCents;
    this.creditCents += batch.creditCents;
    this.#addHash(batch.entryHash);
  }

  #addHash(part: number): void {
    this.entryHash = (this.entryHash + part) % HASH_LIMIT;
  }
}
