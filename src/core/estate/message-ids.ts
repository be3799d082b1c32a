/**
 * Names for the parser's answers: `1`, the second (UTC, wall clock), and ten digits, never twice.
 * A process owns a block of numbers and may use each of them once a second, so that it can name
 * its answers while the database is away, too.
 */
import type { Clock } from "../../ports/clock.ts";

export interface NumberBlocks {
  /** The first of BLOCK_SIZE numbers that nobody else has. */
  take(): Promise<number>;
}

export interface MessageIdNeeds {
  readonly blocks: NumberBlocks;
  readonly clock: Clock;
}

export const BLOCK_SIZE = 1_000;

// The sequence comes round in the end. No block is kept long enough to meet its successor.
const KEPT_SECONDS = 3_600;
const RETRY_SECONDS = 60;

export class MessageIds {
  readonly #needs: MessageIdNeeds;
  #first: number;
  #used = 0;
  /** Never goes back, even when the clock does. */
  #second = 0;
  #renewAtSecond: number;
  #renewal: Promise<void> | undefined;

  private constructor(needs: MessageIdNeeds, first: number) {
    this.#needs = needs;
    this.#first = first;
    this.#renewAtSecond = this.#now() + KEPT_SECONDS;
  }

  /** Takes the first block, so that every answer after this has a name. */
  static async open(needs: MessageIdNeeds): Promise<MessageIds> {
    return new MessageIds(needs, await needs.blocks.take());
  }

  async next(): Promise<string> {
    this.#tick();
    while (this.#used === BLOCK_SIZE || this.#second >= this.#renewAtSecond) {
      this.#renewal ??= this.#renew().finally(() => {
        this.#renewal = undefined;
      });
      await this.#renewal;
      this.#tick();
    }
    const number = this.#first + this.#used++;
    return `1${stamp(this.#second)}${String(number).padStart(10, "0")}`;
  }

  #tick(): void {
    const now = this.#now();
    if (now <= this.#second) return;
    this.#second = now;
    this.#used = 0;
  }

  /** Everyone who finds the block used up waits for the same new one. */
  async #renew(): Promise<void> {
    try {
      this.#first = await this.#needs.blocks.take();
      this.#used = 0;
      this.#renewAtSecond = this.#second + KEPT_SECONDS;
    } catch {
      // Whatever the reason, requests that need the database say it. An answer still needs a
      // name: the block is good for the next second as well, a little before its time.
      this.#renewAtSecond = this.#second + RETRY_SECONDS;
      if (this.#used === BLOCK_SIZE) {
        this.#second++;
        this.#used = 0;
      }
    }
  }

  #now(): number {
    return Math.floor(this.#needs.clock.wall().epochMilliseconds / 1_000);
  }
}

function stamp(second: number): string {
  const instant = Temporal.Instant.fromEpochMilliseconds(second * 1_000);
  return instant.toString({ smallestUnit: "second" }).replace(/\D/g, "");
}
