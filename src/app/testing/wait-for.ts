/** Looks again until there is a result, or the time is over. */
import { setTimeout as pause } from "node:timers/promises";

const LOOK_EVERY_MS = 15;

export async function waitForResult<Result>(
  look: () => Promise<Result | undefined>,
  withinMs: number,
): Promise<Result | undefined> {
  const end = performance.now() + withinMs;
  for (;;) {
    const result = await look();
    if (result !== undefined || performance.now() >= end) return result;
    await pause(LOOK_EVERY_MS);
  }
}
