/**
 * Hands out transaction ids that are unique in the whole installation. A process takes blocks of the
 * month's counter from the database and uses them from memory. It drops the block at the end of the
 * month and after a lost connection: the server that took over may not know about the block.
 */
import type { Clock } from "../../../ports/clock.ts";
import { COUNTER_MAX, monthNumber, transactionId } from "../../../values/transaction-id.ts";

export interface BlockRequest {
  readonly month: number;
  readonly size: number;
  /** The block must not begin below it: this process has used everything before. */
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
    // Read before the request: if a connection is lost meanwhile, the new block is dropped.
    const losses = connectionLosses();
    const [size, floor] = [nextSize(last), last?.end ?? 1];
    const isAfterLoss = last !== undefined && last.losses !== losses;
    const first = await counters.takeBlock({ month, size, floor, isAfterLoss });
    if (first + size > COUNTER_MAX)
      throw new Error(`no transaction ids are left for month ${month}`);
    this.#block = { month, size, losses, next: first, end: first + size };
  }
}

/** Small installations waste few ids, and busy ones ask rarely. */
function nextSize(last: Block | undefined): number {
  if (last === undefined) return SIZE_FIRST;
  return last.next < last.end ? last.size : Math.min(last.size * 4, SIZE_MAX);
}
