/**
 * Looks for changes of those who may log in, all the time. What a process remembers may be used for
 * a second after the beginning of a look that came back, so a change reaches it within a second, and
 * without the database nothing remembered is used.
 */
import { clearTimeout, setTimeout } from "node:timers";
import type { Changes, Snapshot } from "./access-change-store.ts";
import { type ChangeSubject, EVERYTHING } from "./change-subject.ts";

const GOOD_FOR_MS = 1_000;
/** Short, so that a slow look or two leave what is remembered usable. */
const LOOK_PAUSE_MS = 300;

export interface ChangeFeed {
  currentSnapshot(): Promise<Snapshot>;
  changesSince(earlier: Snapshot): Promise<Changes>;
}

export interface ChangeWatchNeeds {
  readonly changes: ChangeFeed;
  /** Any clock that only goes forward. */
  readonly nowMs?: (() => number) | undefined;
}

type Listener = (subjects: readonly ChangeSubject[]) => void;

export class ChangeWatch {
  readonly #changes: ChangeFeed;
  readonly #nowMs: () => number;
  readonly #listeners: Listener[] = [];
  #checkedMs = Number.NEGATIVE_INFINITY;
  #snapshot: Snapshot | undefined;
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

  /** Looks once, then goes on looking until it is closed. */
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
   * After a look that failed another server may answer, one that has not seen all that the last
   * one had: nothing that was known before counts.
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

  /** What this process has done itself it need not look for. */
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
