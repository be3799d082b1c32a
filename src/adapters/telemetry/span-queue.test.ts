/** The queue of spans: its limit, and what is counted. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { ReadableSpan } from "@opentelemetry/sdk-trace";
import { SpanQueue } from "./span-queue.ts";

const span = (traceFlags = 1) => ({ spanContext: () => ({ traceFlags }) }) as ReadableSpan;

test("a queue that is not emptied drops spans beyond its limit, and counts them", async () => {
  const { promise: answered, resolve: answer } = Promise.withResolvers<boolean>();
  const queue = new SpanQueue({ send: () => answered, queueMax: 4, batchMax: 2 });
  for (let count = 0; count < 10; count++) queue.onEnd(span());
  queue.onEnd(span(0));
  // Two are on their way and four wait.
  assert.deepEqual([queue.sent, queue.dropped], [0, 4]);
  answer(true);
  await queue.forceFlush();
  assert.deepEqual([queue.sent, queue.dropped], [6, 4]);
});

test("spans that the collector does not take are dropped, and so are those after the end", async () => {
  const queue = new SpanQueue({ send: async () => false });
  queue.onEnd(span());
  await queue.shutdown();
  queue.onEnd(span());
  assert.deepEqual([queue.sent, queue.dropped], [0, 2]);
});
