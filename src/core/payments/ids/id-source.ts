/**
 * Hands out transaction ids. A process takes blocks of an account's counter from the database and
 * spends them from memory; what is left of a block dies with the process or with the month.
 */
import type { Clock } from "../../../ports/clock.ts";
import { COUNTER_MAX, monthOf, transactionId } from "../../../values/transaction-id.ts";

export interface CounterStore {
  /** Moves the account's counter forward and gives the first of the numbers taken. */
  takeCounters(accountId: string, month: number, size: number): Promise<number>;
}

interface Block {
  readonly month: number;
  readonly size: number;
  next: number;
  readonly end: number;
}

const SIZE_FIRST = 10;
const SIZE_MAX = 1_000;
const ACCOUNTS_MAX = 10_000;

export class IdSource {
  readonly #needs: { readonly counters: CounterStore; readonly clock: Clock };
  readonly #blocks = new Map<string, Block>();
  readonly #fetches = new Map<string, Promise<Block>>();

  constructor(needs: { readonly counters: CounterStore; readonly clock: Clock }) {
    this.#needs = needs;
  }

  async next(accountId: string): Promise<string> {
    for (;;) {
      const month = monthOf(this.#needs.clock.business());
      const block = this.#blocks.get(accountId);
      if (block !== undefined && block.month === month && block.next < block.end) {
        return transactionId(month, block.next++);
      }
      await this.#refill(accountId, month, block);
    }
  }

  /** Everyone who finds the block spent waits for the same new one. */
  async #refill(accountId: string, month: number, spent: Block | undefined): Promise<void> {
    const running = this.#fetches.get(accountId);
    if (running !== undefined) {
      await running;
      return;
    }
    const fetch = this.#fetch(accountId, month, nextSize(spent, month));
    this.#fetches.set(accountId, fetch);
    try {
      this.#keep(accountId, await fetch);
    } finally {
      this.#fetches.delete(accountId);
    }
  }

  async #fetch(accountId: string, month: number, size: number): Promise<Block> {
    const first = await this.#needs.counters.takeCounters(accountId, month, size);
    if (first + size > COUNTER_MAX)
      throw new Error(`account ${accountId} has used up month ${month}`);
    return { month, size, next: first, end: first + size };
  }

  #keep(accountId: string, block: Block): void {
    this.#blocks.delete(accountId);
    this.#blocks.set(accountId, block);
    const [oldest] = this.#blocks.keys();
    if (this.#blocks.size > ACCOUNTS_MAX && oldest !== undefined) this.#blocks.delete(oldest);
  }
}

/** Small accounts waste little, busy ones ask seldom. */
function nextSize(spent: Block | undefined, month: number): number {
  return spent?.month === month ? Math.min(spent.size * 4, SIZE_MAX) : SIZE_FIRST;
}
