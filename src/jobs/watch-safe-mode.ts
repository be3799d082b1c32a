/**
 * Knows whether the database is in safe mode, so that jobs do not try what the database would refuse. It
 * is read once before the first job starts, and then every second.
 */
import type { DatabasePool } from "../db/database-pool.ts";
import { isSafeModeOn } from "../db/safe-mode.ts";
import { repeatRounds } from "./repeat-rounds.ts";

export interface SafeModeWatchNeeds {
  readonly db: DatabasePool;
  readonly onChange: (isOn: boolean) => void;
  readonly everyMs?: number;
}

export interface SafeModeWatch {
  readonly isOn: () => boolean;
  stop(): Promise<void>;
}

const EVERY_MS = 1_000;

export async function watchSafeMode(needs: SafeModeWatchNeeds): Promise<SafeModeWatch> {
  const { db, onChange, everyMs = EVERY_MS } = needs;
  let isOn = await isSafeModeOn(db);
  if (isOn) onChange(isOn);
  const stop = repeatRounds(async () => {
    // While the database is away, nothing can be claimed, whatever the state is.
    const now = await isSafeModeOn(db).catch(() => isOn);
    if (now !== isOn) onChange(now);
    isOn = now;
    return everyMs;
  });
  return { isOn: () => isOn, stop };
}
