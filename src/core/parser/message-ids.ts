/**
 * Names for the parser's answers: `1`, the second (UTC, wall clock), and ten digits, never twice.
 * A process owns a block of numbers and may use each of them once a second, so that it can name
 * its answers while the database is away, too.
 */
import type { Clock } from "../../ports/clock.ts";

export interface NumberBlocks {
  /** The first of BLOCK_SIZE numbers that nobody else has. */
  take(): Promise<number>;
  /** How many connections were lost so far: a server that took over may give our blocks again. */
  readonly losses: number;
}

export interface MessageIdNeeds {
  readonly blocks: NumberBlocks;
  readonly clock: Clock;
}

export const BLOCK_SIZE = 1_000;

// The sequence comes round in the end. No block is kept long enough to meet its successor.
const KEPT_SECONDS = 3_600;
const RETRY_SECONDS = 60;
/** After a lost connection: so long the database is thought to be away. */
const LOST_RETRY_SECONDS = 1;

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
  /** As many connections were lost when the blocks were taken. */
  #losses: number;
  #retryAtSecond = 0;
  #renewal: Promise<void> | undefined;

  private constructor(needs: MessageIdNeeds, first: number) {
    this.#needs = needs;
    this.#blocks = [first];
    this.#losses = needs.blocks.losses;
    this.#renewAtSecond = this.#now() + KEPT_SECONDS;
  }

  /** Takes the first block, so that every answer after this has a name. */
  static async open(needs: MessageIdNeeds): Promise<MessageIds> {
    return new MessageIds(needs, await needs.blocks.take());
  }

  /** At once, but where a block has to be fetched first. */
  next(): string | Promise<string> {
    this.#tick();
    // Nobody waits for it: while the database is away, nobody else can be given our blocks.
    if (this.#isLossDue) void this.#renewOnce();
    return this.#isRenewalDue ? this.#nextAfterRenewal() : this.#take();
  }

  async #nextAfterRenewal(): Promise<string> {
    while (this.#isRenewalDue) {
      await this.#renewOnce();
      this.#tick();
    }
    return this.#take();
  }

  #renewOnce(): Promise<void> {
    this.#renewal ??= this.#renew().finally(() => {
      this.#renewal = undefined;
    });
    return this.#renewal;
  }

  get #isRenewalDue(): boolean {
    return this.#isUsedUp || this.#second >= this.#renewAtSecond;
  }

  get #isLossDue(): boolean {
    return this.#losses !== this.#needs.blocks.losses && this.#second >= this.#retryAtSecond;
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
    const { blocks } = this.#needs;
    const { losses } = blocks;
    try {
      const first = await blocks.take();
      if (losses === this.#losses) this.#own(first);
      else this.#startAfterLoss(first, losses);
    } catch {
      // Whatever the reason, requests that need the database say it. An answer still needs a
      // name: the blocks are good for the next second as well, a little before its time.
      this.#renewAtSecond = Math.max(this.#renewAtSecond, this.#second + RETRY_SECONDS);
      this.#retryAtSecond = this.#now() + LOST_RETRY_SECONDS;
      if (this.#isUsedUp) this.#begin(this.#second + 1);
    }
  }

  /** In the next second: in this one, the numbers may have been used by whoever had them before. */
  #startAfterLoss(first: number, losses: number): void {
    this.#blocks = [first];
    this.#losses = losses;
    this.#renewAtSecond = this.#second + KEPT_SECONDS;
    this.#begin(this.#second + 1);
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
