/**
 * Notes which API keys are used, and stores it later in batches, so that no request waits. A key is
 * noted when it is looked up, not when it is recalled from memory, so a remembered caller costs
 * nothing. A crash loses the uses of the last minute.
 */
import { clearTimeout, setTimeout } from "node:timers";
import { RecentMap } from "../../access/memory/recent-map.ts";
import type { AccessKeyUse, KeyUseStore } from "./key-use-store.ts";

export interface KeyUsesNeeds {
  readonly store: Pick<KeyUseStore, "storeUses">;
  readonly onFailure: (error: unknown) => void;
  /** A monotonic clock. */
  readonly nowMs?: () => number;
}

const WRITE_AFTER_MS = 60_000;
/** How far apart the stored uses of a key are at least. */
const APART_SECONDS = 300;
const KEYS_MAX = 10_000;
const BATCH_MAX = 500;

export class KeyUses {
  readonly #needs: KeyUsesNeeds;
  readonly #nowMs: () => number;
  readonly #notedMs = new RecentMap<number>(KEYS_MAX);
  #waiting: AccessKeyUse[] = [];
  #timer: NodeJS.Timeout | undefined;

  constructor(needs: KeyUsesNeeds) {
    this.#needs = needs;
    this.#nowMs = needs.nowMs ?? (() => performance.now());
  }

  noteUse(use: AccessKeyUse): void {
    const key = `${use.accountId} ${Buffer.from(use.digest).toString("base64")}`;
    const nowMs = this.#nowMs();
    const noted = this.#notedMs.get(key);
    const isRecent = noted !== undefined && nowMs - noted < APART_SECONDS * 1_000;
    if (isRecent || this.#waiting.length >= KEYS_MAX) return;
    this.#notedMs.set(key, nowMs);
    this.#waiting.push(use);
    this.#timer ??= setTimeout(() => void this.writeUses(), WRITE_AFTER_MS).unref();
  }

  /** Stores what was noted. What cannot be stored is dropped: the key will be used again. */
  async writeUses(): Promise<void> {
    this.close();
    const waiting = this.#waiting;
    this.#waiting = [];
    try {
      for (let from = 0; from < waiting.length; from += BATCH_MAX) {
        await this.#needs.store.storeUses(waiting.slice(from, from + BATCH_MAX), APART_SECONDS);
      }
    } catch (error) {
      this.#needs.onFailure(error);
    }
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }
}
