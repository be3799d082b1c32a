/** For calls that must meet in the middle: one holds a lock, the other waits for it. */
import assert from "node:assert/strict";
import { setTimeout as pause } from "node:timers/promises";
import type { DatabasePool } from "../../src/db/database-pool.ts";

/** Half a minute: a busy machine takes its time to prove a password. */
const TRIES = 3_000;
const EVERY_MS = 10;

export async function untilSomebodyWaits(owner: DatabasePool): Promise<void> {
  for (let tries = 0; tries < TRIES; tries++) {
    const waiting = await owner.count`
      select from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`;
    if (waiting > 0) return;
    await pause(EVERY_MS);
  }
  assert.fail("nobody waited");
}
