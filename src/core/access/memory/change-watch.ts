/**
 * Checks all the time for changes of callers. Memory may be used for one second after the start of a
 * successful check. So a change takes effect within a second, and without the database no memory is
 * used.
 */
import { clearTimeout, setTimeout } from "node:timers";
import type { AccessSnapshot, Changes } from "./access-change-store.ts";
import { type ChangeSubject, EVERYTHING } from "./change-subject.ts";

const GOOD_FOR_MS = 1_000;
/** Short, so that memory stays usable after one or two slow checks. */
const LOOK_PAUSE_MS = 300;

export interface ChangeFeed {
  currentSnapshot(): Promise<AccessSnapshot>;
  changesSince(earlier: AccessSnapshot): Promise<Changes>;
}

export interface ChangeWatchNeeds {
  readonly changes: ChangeFeed;
  /** A monotonic clock. */
  readonly nowMs?: (() => number) | undefined;
}

type Listener = (subjects: readonly ChangeSubject[]) => void;

export class ChangeWatch {
  readonly #changes: ChangeFeed;
  readonly #nowMs: () => number;
  readonly #listeners: Listener[] = [];
  #checkedMs = Number.NEGATIVE_INFINITY;
  #snapshot: AccessSnapshot | undefined;
  #timer: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor({ changes, nowMs = () => performance.now() }: ChangeWatchNeeds) {
    this.#changes = changes;
    this.#nowMs = nowMs;
  }

  onChange(listener: Listener): void {
    this.#listeners.push(listener);
  }

  isFresh(): boolean {
    return this.#nowMs() - this.#checkedMs < GOOD_FOR_MS;
  }

  /** Checks once, and then again and again until it is closed. */
  async start(): Promise<void> {
    await this.checkForChanges();
    if (this.#isClosed) return;
    this.#timer = setTimeout(() => void this.start(), LOOK_PAUSE_MS).unref();
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
  }

  /**
   * After a failed check another database server may answer that has fewer commits than the last
   * one. So everything is reported as changed.
   */
  async checkForChanges(): Promise<void> {
    const startedMs = this.#nowMs();
    try {
      await this.#readChanges();
      this.#checkedMs = startedMs;
    } catch {
      this.#snapshot = undefined;
      this.#checkedMs = Number.NEGATIVE_INFINITY;
      this.notify([EVERYTHING]);
    }
  }

  /** Also called for changes that this process made itself. */
  notify(subjects: readonly ChangeSubject[]): void {
    for (const listener of this.#listeners) listener(subjects);
  }

  async #readChanges(): Promise<void> {
    if (this.#snapshot === undefined) {
      this.#snapshot = await this.#changes.currentSnapshot();
      this.notify([EVERYTHING]);
      return;
    }
    const { snapshot, subjects } = await this.#changes.changesSince(this.#snapshot);
    this.#snapshot = snapshot;
    if (subjects.length > 0) this.notify(subjects);
  }
}
