/** The ids of attempts and of their reversals. */
import { hash, randomUUIDv7 } from "node:crypto";
import { withTraceNumber } from "../../../values/order-reference.ts";

/** Ordered by time, so that new rows are next to each other at the end of every index. */
export function newAttemptId(traceNumber?: number): string {
  const id = randomUUIDv7();
  return traceNumber === undefined ? id : withTraceNumber(id, traceNumber);
}

/** Derived from the attempt's id, so that two processes cannot both write its reversal. */
export function reversalAttemptId(attemptId: string): string {
  const digest = hash("sha256", `reversal of ${attemptId}`);
  const [a, b, c, d, e] = [8, 12, 15, 18, 30].map((end, place, ends) =>
    digest.slice(ends[place - 1] ?? 0, end),
  );
  return `${a}-${b}-8${c}-8${d}-${e}`;
}
