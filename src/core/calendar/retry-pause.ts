/** How long work waits after a failure: twice as long after each, up to a limit of its lane. Pure. */
import type { Lane } from "./business-work.ts";

const FIRST_MS = 30_000;
/** A cut-off must leave the same day: money is tried again every ten minutes at least. */
const LONGEST_MS = { money: 600_000, housekeeping: 3_600_000 } as const;
export const LONGEST_PAUSE_MS = Math.max(...Object.values(LONGEST_MS));

export function retryPauseMs(failures: number, { kind }: Pick<Lane, "kind">): number {
  return Math.min(FIRST_MS * 2 ** Math.max(0, failures - 1), LONGEST_MS[kind]);
}
