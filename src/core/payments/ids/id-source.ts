/**
 * Hands out transaction ids, unique in the whole installation. A process takes blocks of the month's
 * counter from the database and spends them from memory. A block ends with its process, with the
 * month, and with any lost connection: another server may have taken over that never heard of it.
 */
import type { Clock } from "../../../ports/clock.ts";
import { COUNTER_MAX, monthNumber, transactionId } from "../../../values/transaction-id.ts";

export interface BlockRequest {
  readonly month: number;
  readonly size: number;
  /** The block must not begin below it: this process has had everything before. */
  readonly floor: number;
  /** A connection was lost since the last block, so the counter may have been set back. */
  readonly isAfterLoss: boolean;
}

export interface CounterStore {
  /** Moves the month's counter forward and returns the first of the numbers taken. */
  takeBlock(request: BlockRequest): Promise<number>;
}

export interface IdSourceNeeds {
  readonly counters: CounterStore;
  readonly clock: Clock;
  /** How many database connections this process has lost so far. */
  readonly connectionLosses: () => number;
}

interface Block {
  readonly month: number;
  readonly size: number;
  /** How many connections had been lost when it was asked for. */
  readonly losses: number;
  next: number;
  readonly end: number;
}

const SIZE_FIRST = 10;
const SIZE_MAX = 4_000;

export class IdSource {
  readonly #needs: IdSourceNeeds;
  #block: Block | undefined;
  #fetch: Promise<void> | undefined;

  constructor(needs: IdSourceNeeds) {
    this.#needs = needs;
  }

  async next(): Promise<string> {
    for (;;) {
      const month = monthNumber(this.#needs.clock.business());
      const block = this.#block;
      if (block !== undefined && block.next < block.end && this.#isValid(block, month)) {
        return transactionId(month, block.next++);
      }
      // Everyone who finds the block used up waits for the same new one.
      this.#fetch ??= this.#refill(month).finally(() => {
        this.#fetch = undefined;
      });
      await this.#fetch;
    }
  }

  #isValid(block: Block, month: number): boolean {
    return block.month === month && block.losses === this.#needs.connectionLosses();
  }

  async #refill(month: number): Promise<void> {
    const { counters, connectionLosses } = this.#needs;
    const last = this.#block?.month === month ? this.#block : undefined;
    // Counted before asking: a block that comes over a connection that is lost meanwhile is dropped.
    const losses = connectionLosses();
    const [size, floor] = [nextSize(last), last?.end ?? 1];
    const isAfterLoss = last !== undefined && last.losses !== losses;
    const first = await counters.takeBlock({ month, size, floor, isAfterLoss });
    if (first + size > COUNTER_MAX) throw new Error(`the ids of month ${month} are used up`);
    this.#block = { month, size, losses, next: first, end: first + size };
  }
}

/** Quiet installations waste little, busy ones ask seldom. */
function nextSize(last: Block | undefined): number {
  if (last === undefined) return SIZE_FIRST;
  return last.next < last.end ? last.size : Math.min(last.size * 4, SIZE_MAX);
}
