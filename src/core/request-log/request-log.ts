/**
 * Collects requests and stores them in batches, so that no caller waits. If the database cannot keep up,
 * the newest requests are left out and counted: the log is a debugging aid, not a record.
 */
import { clearTimeout, setTimeout } from "node:timers";
import { maskJson, maskText } from "../../values/masking/mask.ts";
import type { LoggedRequest, RequestLogStore } from "./request-log-store.ts";

/** The most requests in memory, waiting or being stored. */
const HELD_MAX = 5_000;
const HELD_CHARACTERS_MAX = 16 * 1024 * 1024;
const BATCH_MAX = 500;
const EVERY_MS = 200;
const TEXT_MAX = 16_384;

export class RequestLog {
  readonly #store: Pick<RequestLogStore, "insertRequests">;
  readonly #onFailure: (error: unknown) => void;
  #waiting: LoggedRequest[] = [];
  #held = 0;
  #heldCharacters = 0;
  #timer: NodeJS.Timeout | undefined;
  #writing: Promise<void> = Promise.resolve();
  #leftOut = 0;

  constructor(store: Pick<RequestLogStore, "insertRequests">, onFailure: (error: unknown) => void) {
    this.#store = store;
    this.#onFailure = onFailure;
  }

  get leftOut(): number {
    return this.#leftOut;
  }

  logRequest(request: LoggedRequest): void {
    const isFull = this.#held >= HELD_MAX || this.#heldCharacters >= HELD_CHARACTERS_MAX;
    if (isFull) {
      this.#leftOut++;
      return;
    }
    this.#hold([request], 1);
    this.#waiting.push(request);
    this.#timer ??= setTimeout(() => void this.flush(), EVERY_MS).unref();
  }

  /** Stores everything that was logged before this call. */
  async flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const waiting = this.#waiting;
    this.#waiting = [];
    this.#writing = this.#writing.then(() => this.#write(waiting));
    await this.#writing;
  }

  async #write(requests: readonly LoggedRequest[]): Promise<void> {
    for (let from = 0; from < requests.length; from += BATCH_MAX) {
      const batch = requests.slice(from, from + BATCH_MAX);
      try {
        await this.#store.insertRequests(batch.map(masked));
      } catch (error) {
        this.#leftOut += batch.length;
        this.#onFailure(error);
      }
      this.#hold(batch, -1);
    }
  }

  #hold(requests: readonly LoggedRequest[], sign: 1 | -1): void {
    this.#held += sign * requests.length;
    for (const { request, answer, path } of requests) {
      this.#heldCharacters += sign * (request.length + answer.length + path.length);
    }
  }
}

/** Masks first and shortens then: half of a card number would not be recognized. */
function masked(request: LoggedRequest): LoggedRequest {
  return {
    ...request,
    path: maskText(request.path).slice(0, TEXT_MAX),
    actor: request.actor === undefined ? undefined : maskText(request.actor),
    request: maskedText(request.request),
    answer: maskedText(request.answer),
  };
}

function maskedText(text: string): string {
  const whole = /^\s*[[{]/.test(text) ? maskJson(text) : maskText(text);
  // PostgreSQL cannot store U+0000 or half a surrogate pair.
  const clean = whole.replaceAll("\u0000", "\uFFFD").toWellFormed();
  return clean.length > TEXT_MAX ? `${clean.slice(0, TEXT_MAX).toWellFormed()} …` : clean;
}
