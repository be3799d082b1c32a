/** The pause after a failed run. It doubles after each failure, up to the limit of the lane's kind. Pure. */
import type { Lane } from "./business-work.ts";

const FIRST_MS = 30_000;
/** An ACH file must be sent the same day, so money work is retried at least every ten minutes. */
const LONGEST_MS = { money: 600_000, housekeeping: 3_600_000 } as const;
export const LONGEST_PAUSE_MS = Math.max(...Object.values(LONGEST_MS));

export function retryPauseMs(failures: number, { kind }: Pick<Lane, "kind">): number {
  return Math.min(FIRST_MS * 2 ** Math.max(0, failures - 1), LONGEST_MS[kind]);
}
