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

const NAME_LENGTH = 25;
const NUMBER_DIGITS = 10;
const ZERO = 0x30;

export class MessageIds {
  readonly #needs: MessageIdNeeds;
  /** The first numbers of the blocks it owns: more than one where a second has needed more. */
  #blocks: readonly number[];
  #used = 0;
  /** Never goes back, even when the clock does. */
  #second = 0;
  /** Its beginning is the second's, and its end is written over and over. */
  readonly #name = Buffer.alloc(NAME_LENGTH);
  #renewAtSecond: number;
  #renewal: Promise<void> | undefined;

  private constructor(needs: MessageIdNeeds, first: number) {
    this.#needs = needs;
    this.#blocks = [first];
    this.#renewAtSecond = this.#now() + KEPT_SECONDS;
  }

  /** Takes the first block, so that every answer after this has a name. */
  static async open(needs: MessageIdNeeds): Promise<MessageIds> {
    return new MessageIds(needs, await needs.blocks.take());
  }

  /** At once, but where a block has to be fetched first. */
  next(): string | Promise<string> {
    this.#tick();
    return this.#isRenewalDue ? this.#nextAfterRenewal() : this.#take();
  }

  async #nextAfterRenewal(): Promise<string> {
    while (this.#isRenewalDue) {
      this.#renewal ??= this.#renew().finally(() => {
        this.#renewal = undefined;
      });
      await this.#renewal;
      this.#tick();
    }
    return this.#take();
  }

  get #isRenewalDue(): boolean {
    return this.#isUsedUp || this.#second >= this.#renewAtSecond;
  }

  #take(): string {
    const place = this.#used++;
    const first = this.#blocks[Math.floor(place / BLOCK_SIZE)] ?? 0;
    return this.#nameOf(first + (place % BLOCK_SIZE));
  }

  /** Read from bytes it is one piece of text, which is faster to write as JSON than a joined one. */
  #nameOf(number: number): string {
    let left = number;
    for (let at = NAME_LENGTH - 1; at >= NAME_LENGTH - NUMBER_DIGITS; at--) {
      this.#name[at] = ZERO + (left % 10);
      left = Math.floor(left / 10);
    }
    return this.#name.toString("latin1");
  }

  get #isUsedUp(): boolean {
    return this.#used === this.#blocks.length * BLOCK_SIZE;
  }

  #tick(): void {
    const now = this.#now();
    if (now > this.#second) this.#begin(now);
  }

  #begin(second: number): void {
    this.#second = second;
    this.#name.write(`1${stamp(second)}`, "latin1");
    this.#used = 0;
  }

  /** Everyone who finds the blocks used up waits for the same new one. */
  async #renew(): Promise<void> {
    try {
      this.#own(await this.#needs.blocks.take());
    } catch {
      // Whatever the reason, requests that need the database say it. An answer still needs a
      // name: the blocks are good for the next second as well, a little before its time.
      this.#renewAtSecond = Math.max(this.#renewAtSecond, this.#second + RETRY_SECONDS);
      if (this.#isUsedUp) this.#begin(this.#second + 1);
    }
  }

  /** Old blocks are given back together: with the next one it starts anew. */
  #own(first: number): void {
    const isOld = this.#second >= this.#renewAtSecond;
    this.#blocks = isOld ? [first] : [...this.#blocks, first];
    if (!isOld) return;
    this.#used = 0;
    this.#renewAtSecond = this.#second + KEPT_SECONDS;
  }

  #now(): number {
    return Math.floor(this.#needs.clock.wall().epochMilliseconds / 1_000);
  }
}

function stamp(second: number): string {
  const instant = Temporal.Instant.fromEpochMilliseconds(second * 1_000);
  return instant.toString({ smallestUnit: "second" }).replace(/\D/g, "");
}
