/** A snapshot that is aborted cancels its statements, and its connection is closed. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout as delay } from "node:timers/promises";
import type { DatabasePool } from "../../src/db/database-pool.ts";
import { type DatabaseSnapshot, withSnapshot } from "../../src/db/snapshot.ts";
import { openDatabase } from "../kit/database.ts";

/** The code of PostgreSQL for a statement that was canceled. */
const CANCELED = "57014";

function runSnapshot<Result>(
  pool: DatabasePool,
  signal: AbortSignal,
  work: (snapshot: DatabaseSnapshot) => Promise<Result>,
) {
  return withSnapshot(pool, { settings: {}, limitMs: 60_000, signal }, work);
}

test("a statement that starts after the abort is canceled, too", async (t) => {
  const { app } = await openDatabase(t);
  const left = new AbortController();
  const running = runSnapshot(app, left.signal, async (snapshot) => {
    left.abort();
    // The first cancel request arrives while no statement runs.
    await delay(50);
    await snapshot.rows`select pg_sleep(30)`;
  });
  await assert.rejects(running, { code: CANCELED });
});

test("a connection that was asked to cancel a statement is not used again", async (t) => {
  const { app } = await openDatabase(t);
  const left = new AbortController();
  let aborted: number | undefined;
  const running = runSnapshot(app, left.signal, async (snapshot) => {
    aborted = await readProcess(snapshot);
    queueMicrotask(() => left.abort());
  });
  await assert.rejects(running);
  assert.notEqual(await readProcess(app), aborted);
});

async function readProcess(db: Pick<DatabaseSnapshot, "rows">): Promise<number | undefined> {
  const [row] = await db.rows<{ pid: number }>`select pg_backend_pid() as pid`;
  return row?.pid;
}
