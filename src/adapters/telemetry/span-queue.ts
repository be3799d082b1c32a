/**
 * Keeps ended spans until they are sent, a batch at a time. The queue has a limit. Spans beyond it, and
 * those that the collector does not take, are dropped and counted, so nothing ever waits for it.
 */
import type { ReadableSpan, SpanProcessor } from "@opentelemetry/sdk-trace";

export interface SpanQueueNeeds {
  /** Never throws. Returns whether the collector took them. */
  readonly send: (spans: ReadableSpan[]) => Promise<boolean>;
  /** The numbers below are the defaults of OpenTelemetry. */
  readonly queueMax?: number;
  readonly batchMax?: number;
  readonly everyMs?: number;
}

const QUEUE_MAX = 2_048;
const BATCH_MAX = 512;
const EVERY_MS = 5_000;
const SAMPLED = 1;

export class SpanQueue implements SpanProcessor {
  sent = 0;
  dropped = 0;
  readonly #needs: Required<SpanQueueNeeds>;
  #waiting: ReadableSpan[] = [];
  #sending: Promise<void> | undefined;
  #timer: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(needs: SpanQueueNeeds) {
    this.#needs = { queueMax: QUEUE_MAX, batchMax: BATCH_MAX, everyMs: EVERY_MS, ...needs };
  }

  onStart(): void {}

  onEnd(span: ReadableSpan): void {
    if ((span.spanContext().traceFlags & SAMPLED) === 0) return;
    if (this.#isClosed || this.#waiting.length >= this.#needs.queueMax) {
      this.dropped++;
      return;
    }
    this.#waiting.push(span);
    if (this.#waiting.length >= this.#needs.batchMax) this.#begin();
    else this.#timer ??= setTimeout(() => this.#begin(), this.#needs.everyMs).unref();
  }

  /** Sends everything that waits now. */
  async forceFlush(): Promise<void> {
    while (this.#waiting.length > 0 || this.#sending !== undefined) {
      this.#begin();
      await this.#sending;
    }
  }

  async shutdown(): Promise<void> {
    this.#isClosed = true;
    await this.forceFlush();
  }

  #begin(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#sending ??= this.#sendAll().finally(() => {
      this.#sending = undefined;
    });
  }

  /** One batch after another. The spans on their way count as waiting no longer. */
  async #sendAll(): Promise<void> {
    while (this.#waiting.length > 0) {
      const batch = this.#waiting.splice(0, this.#needs.batchMax);
      if (await this.#needs.send(batch)) this.sent += batch.length;
      else this.dropped += batch.length;
    }
  }
}
