/** Compares the payment interface with a plain model of its contract after every step. */
import { test } from "node:test";
import fc from "fast-check";
import { tier } from "../kit/tier.ts";
import { openEnvironment } from "./environment.ts";
import { CloseBooks, openBooks, START, sequences } from "./sequence.ts";

const SEQUENCE_TIMEOUT_MS = 60_000;

test("after any sequence of requests, jobs and days the interface follows the contract", async (t) => {
  const env = await openEnvironment(t, START);
  let opened = 0;
  const agrees = fc.asyncProperty(sequences, async (steps) => {
    const model = await openBooks(env, opened++);
    await fc.asyncModelRun(() => ({ model, real: env }), steps);
    await new CloseBooks().run(model, env);
  });
  // A sequence that hangs is reported like any other failure, with its seed and path.
  await fc.assert(agrees, { numRuns: tier(15, 5_000), timeout: SEQUENCE_TIMEOUT_MS });
});
