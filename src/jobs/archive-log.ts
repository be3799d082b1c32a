/**
 * Archives the write-ahead log of the embedded server all day. A segment that is not full is ended after
 * a while, so at most this much time is lost with the machine.
 */
import { repeatRounds, waitForAll } from "./repeat-rounds.ts";

export interface ArchiveJobNeeds {
  readonly archive: {
    /** False: another process is doing it, or it was told to stop before everything was copied. */
    copyFinished(stop: AbortSignal): Promise<boolean>;
    endSegment(): Promise<void>;
  };
  /** The time of the database. */
  readonly readNow: () => Promise<Temporal.Instant>;
  /** Everything that was committed before this time is in the archive. */
  readonly onArchived: (until: Temporal.Instant) => Promise<void>;
  readonly onFailure: (error: unknown) => void;
  /** After this time, a segment is ended even if it is not full. */
  readonly endAfterMs: number;
}

const EVERY_MS = 1_000;
const AFTER_FAILURE_MS = 5_000;
const AFTER_FAILURES_MAX_MS = 60_000;
/** The copy of one segment, which is not interrupted, takes less. */
const GRACE_MS = 2_000;

/**
 * Returns a function that stops it after a last round, within about this time. The server keeps what was
 * not copied, and the next start copies it.
 */
export function startArchiving(needs: ArchiveJobNeeds): (withinMs: number) => Promise<void> {
  const rounds = new ArchiveRounds(needs);
  const stop = repeatRounds(() => rounds.run());
  return async (withinMs) => {
    const limit = setTimeout(() => rounds.giveUp(), withinMs);
    const finish = async () => {
      await stop();
      await rounds.runLast();
    };
    // A disk that hangs must not keep the process from ending.
    await waitForAll([finish()], withinMs + GRACE_MS);
    clearTimeout(limit);
  };
}

export class ArchiveRounds {
  readonly #needs: ArchiveJobNeeds;
  readonly #nowMs: () => number;
  readonly #limit = new AbortController();
  #endedMs: number;
  /** A segment was ended at this time and has not been copied yet. */
  #pending: Temporal.Instant | undefined;
  #failures = 0;

  constructor(needs: ArchiveJobNeeds, nowMs = () => performance.now()) {
    this.#needs = needs;
    this.#nowMs = nowMs;
    this.#endedMs = nowMs();
  }

  /** Returns the pause before the next round, which grows while rounds fail. */
  async run(): Promise<number> {
    try {
      await this.#round(this.#nowMs() - this.#endedMs >= this.#needs.endAfterMs);
      this.#failures = 0;
      return EVERY_MS;
    } catch (error) {
      this.#needs.onFailure(error);
      this.#failures++;
      return Math.min(AFTER_FAILURE_MS * 2 ** (this.#failures - 1), AFTER_FAILURES_MAX_MS);
    }
  }

  async runLast(): Promise<void> {
    if (!this.#limit.signal.aborted) await this.#round(true).catch(this.#needs.onFailure);
  }

  giveUp(): void {
    this.#limit.abort();
  }

  async #round(mustEnd: boolean): Promise<void> {
    // The server keeps ended segments until they are copied. More of them would only use up its limit.
    if (mustEnd && this.#pending === undefined) await this.#endSegment();
    const isCopied = await this.#needs.archive.copyFinished(this.#limit.signal);
    if (!isCopied || this.#pending === undefined) return;
    await this.#needs.onArchived(this.#pending);
    this.#pending = undefined;
  }

  async #endSegment(): Promise<void> {
    const until = await this.#needs.readNow();
    await this.#needs.archive.endSegment();
    this.#pending = until;
    this.#endedMs = this.#nowMs();
  }
}
