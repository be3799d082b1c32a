/**
 * The journal of parser calls, and whether a payload's key was used before. A device that called a
 * moment ago is answered from memory while its line is on the way; any other waits for the database,
 * where all processes meet.
 */
import { RecentMap } from "../access/recent-map.ts";
import type { JournalEntry, KeyCount } from "./journal-entry.ts";
import type { JournalStore } from "./journal-store.ts";

export interface JournalNeeds {
  readonly store: Pick<JournalStore, "write" | "waiting" | "idle">;
  /** A line that an answer did not wait for could not be written. */
  readonly onFailure: (error: unknown) => void;
  /** Any clock that only goes forward. */
  readonly nowMs?: () => number;
}

/** Of data that came in clear; nothing is ever known of it. */
const NO_KEY: KeyCount = { ksi: "", counter: 0 };

interface Known {
  highest: number;
  untilMs: number;
}

const KEYS_MAX = 10_000;
/** How long after the database was asked what it said of a key is taken for all there is. */
const GOOD_FOR_MS = 1_000;
/** More lines on the way than this, and answers wait for theirs. */
const WAITING_MAX = 512;

export class Journal {
  readonly #needs: JournalNeeds;
  readonly #nowMs: () => number;
  readonly #known = new RecentMap<Known>(KEYS_MAX);

  constructor(needs: JournalNeeds) {
    this.#needs = needs;
    this.#nowMs = needs.nowMs ?? (() => performance.now());
  }

  /** Of a call that gave no card. */
  async writeRefusal(entry: JournalEntry): Promise<void> {
    await this.#needs.store.write(entry);
  }

  /** Whether the key of this reading, or a later one of the device, was used before. */
  writeReading(entry: JournalEntry): boolean | Promise<boolean> {
    const { deviceId, keyCount: { ksi, counter } = NO_KEY } = entry;
    const key = `${deviceId}/${ksi}`;
    const known = this.#known.get(key);
    const isFresh = known !== undefined && this.#nowMs() < known.untilMs;
    if (!isFresh || this.#needs.store.waiting > WAITING_MAX) return this.#ask(key, entry);
    const isReplay = counter <= known.highest;
    known.highest = Math.max(known.highest, counter);
    void this.#ask(key, entry).catch(this.#needs.onFailure);
    return isReplay;
  }

  /** Resolves when every line is written, or has failed. */
  idle(): Promise<void> {
    return this.#needs.store.idle();
  }

  async #ask(key: string, entry: JournalEntry): Promise<boolean> {
    const untilMs = this.#nowMs() + GOOD_FOR_MS;
    const { isReplay, highest } = await this.#needs.store.write(entry);
    if (highest === undefined) return isReplay;
    const known = this.#known.get(key);
    if (known === undefined) this.#known.set(key, { highest, untilMs });
    else {
      known.highest = Math.max(known.highest, highest);
      known.untilMs = Math.max(known.untilMs, untilMs);
    }
    return isReplay;
  }
}
