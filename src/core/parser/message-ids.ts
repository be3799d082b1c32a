/**
 * Message ids of the parser: `1`, the second (UTC, wall clock) and ten digits, unique across
 * processes. A process owns blocks of numbers and uses each number once per second, so it can
 * create ids while the database is unavailable.
 */
import type { Clock } from "../../ports/clock.ts";

export interface NumberBlocks {
  /** Returns the first of BLOCK_SIZE numbers that no other process has. */
  takeBlock(): Promise<number>;
  /** Lost connections so far. After a failover the sequence may give out our blocks again. */
  readonly losses: number;
}

export interface MessageIdNeeds {
  readonly blocks: NumberBlocks;
  readonly clock: Clock;
}

export const BLOCK_SIZE = 1_000;

// The sequence wraps around. A block is dropped long before its numbers are given out again.
const KEPT_SECONDS = 3_600;
const RETRY_SECONDS = 60;
/** The pause before asking again for a block after a lost connection. */
const LOST_RETRY_SECONDS = 1;

const NUMBER_DIGITS = 10;

export class MessageIds {
  readonly #needs: MessageIdNeeds;
  /** The first number of each block. There are several after a second that needed more than one. */
  #blocks: readonly number[];
  #used = 0;
  /** Never decreases, even if the clock goes back. */
  #second = 0;
  /** The start of all ids of this second. */
  #start = "";
  #renewAtSecond: number;
  /** The count of lost connections when the blocks were taken. */
  #losses: number;
  #retryAtSecond = 0;
  #renewal: Promise<void> | undefined;

  private constructor(needs: MessageIdNeeds, first: number) {
    this.#needs = needs;
    this.#blocks = [first];
    this.#losses = needs.blocks.losses;
    this.#renewAtSecond = this.#now() + KEPT_SECONDS;
  }

  /** Takes the first block. From then on an id is always available. */
  static async open(needs: MessageIdNeeds): Promise<MessageIds> {
    return new MessageIds(needs, await needs.blocks.takeBlock());
  }

  /** Returns the id directly, or a promise if a block must be fetched first. */
  next(): string | Promise<string> {
    this.#tick();
    // Not awaited: while the database is unavailable, nobody else can get our blocks.
    if (this.#isLossDue) void this.#renewOnce();
    return this.#isRenewalDue ? this.#nextAfterRenewal() : this.#takeNumber();
  }

  async #nextAfterRenewal(): Promise<string> {
    while (this.#isRenewalDue) {
      await this.#renewOnce();
      this.#tick();
    }
    return this.#takeNumber();
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

  #takeNumber(): string {
    const place = this.#used++;
    const first = this.#blocks[Math.floor(place / BLOCK_SIZE)] ?? 0;
    const number = first + (place % BLOCK_SIZE);
    return this.#start + String(number).padStart(NUMBER_DIGITS, "0");
  }

  get #isUsedUp(): boolean {
    return this.#used === this.#blocks.length * BLOCK_SIZE;
  }

  #tick(): void {
    const now = this.#now();
    if (now > this.#second) this.#startSecond(now);
  }

  #startSecond(second: number): void {
    this.#second = second;
    this.#start = `1${stamp(second)}`;
    this.#used = 0;
  }

  /** Fetches one block, for all callers that found the blocks used up. */
  async #renew(): Promise<void> {
    const { blocks } = this.#needs;
    const { losses } = blocks;
    try {
      const first = await blocks.takeBlock();
      if (losses === this.#losses) this.#addBlock(first);
      else this.#startAfterLoss(first, losses);
    } catch {
      // Requests that need the database report the error themselves. An answer still needs an id,
      // so the process moves to the next second early and uses its blocks again.
      this.#renewAtSecond = Math.max(this.#renewAtSecond, this.#second + RETRY_SECONDS);
      this.#retryAtSecond = this.#now() + LOST_RETRY_SECONDS;
      if (this.#isUsedUp) this.#startSecond(this.#second + 1);
    }
  }

  /** Starts in the next second: in this one another process may have used the same numbers. */
  #startAfterLoss(first: number, losses: number): void {
    this.#blocks = [first];
    this.#losses = losses;
    this.#renewAtSecond = this.#second + KEPT_SECONDS;
    this.#startSecond(this.#second + 1);
  }

  /** Adds a block. When the kept time is over, the new block replaces all old ones. */
  #addBlock(first: number): void {
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
