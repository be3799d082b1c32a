/**
 * Stores the results of deliveries. While one statement runs, the next results are collected, so many
 * deliveries need one statement. While the database is away, results are kept in memory, so delivered
 * events are not sent again.
 */
import { setTimeout as pause } from "node:timers/promises";
import type { DeliveryResult } from "./delivery.ts";

export interface WriterNeeds {
  readonly write: (results: readonly DeliveryResult[]) => Promise<void>;
  readonly onWritten: () => void;
  readonly onFailure: (error: unknown) => void;
}

const AT_ONCE_MAX = 500;
/** Deliveries that end together are stored together. */
const GATHER_MS = 5;
const AFTER_FAILURE_MS = 1_000;

export class ResultWriter {
  readonly #needs: WriterNeeds;
  #gathered: DeliveryResult[] = [];
  #isBusy = false;
  #isStopped = false;
  #running: Promise<void> = Promise.resolve();

  constructor(needs: WriterNeeds) {
    this.#needs = needs;
  }

  get isBusy(): boolean {
    return this.#isBusy;
  }

  add(result: DeliveryResult): void {
    this.#gathered.push(result);
    if (!this.#isBusy) this.#running = this.#run();
  }

  /** Stores the remaining results and drops those that cannot be stored: those events are sent again. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#running;
    let isTaken = true;
    while (isTaken && this.#gathered.length > 0) {
      isTaken = await this.#written(this.#gathered.splice(0, AT_ONCE_MAX));
    }
  }

  async #run(): Promise<void> {
    this.#isBusy = true;
    while (this.#gathered.length > 0 && !this.#isStopped) {
      await pause(GATHER_MS);
      const batch = this.#gathered.splice(0, AT_ONCE_MAX);
      if (await this.#written(batch)) continue;
      this.#gathered.unshift(...batch);
      if (!this.#isStopped) await pause(AFTER_FAILURE_MS);
    }
    this.#isBusy = false;
    this.#needs.onWritten();
  }

  async #written(batch: readonly DeliveryResult[]): Promise<boolean> {
    try {
      await this.#needs.write(batch);
    } catch (error) {
      this.#needs.onFailure(error);
      if (!isAboutTheData(error)) return false;
      await this.#writeEach(batch);
    }
    this.#needs.onWritten();
    return true;
  }

  /** A result that the database refuses must not block the others. */
  async #writeEach(batch: readonly DeliveryResult[]): Promise<void> {
    for (const result of batch) {
      await this.#needs.write([{ ...result, answer: undefined }]).catch(this.#needs.onFailure);
    }
  }
}

/** SQLSTATE classes 22 (data exception) and 23 (constraint): trying again does not help. */
function isAboutTheData(error: unknown): boolean {
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === "string" && /^2[23]/.test(code);
}
