/** The loop of background work: a round, a pause, the next round, until it is stopped. */
import { setTimeout as pause } from "node:timers/promises";

/**
 * `round` returns the pause in milliseconds before the next round, and must not throw. Returns a
 * function that stops the loop and waits for the running round.
 */
export function repeatRounds(round: () => Promise<number>): () => Promise<void> {
  const ending = new AbortController();
  const { signal } = ending;
  const run = async () => {
    while (!signal.aborted) await pause(await round(), undefined, { signal }).catch(() => {});
  };
  const running = run();
  return () => {
    ending.abort();
    return running;
  };
}

/** Waits until all of these have ended, but not longer than a time. */
export async function waitForAll(
  running: Iterable<Promise<void>>,
  withinMs: number,
): Promise<void> {
  const late = pause(withinMs, undefined, { ref: false });
  await Promise.race([Promise.all(running), late]);
}
