/** Health and metrics of a process that only runs jobs. */
import assert from "node:assert/strict";
import { createServer } from "node:net";
import { type TestContext, test } from "node:test";
import { openLog } from "../../src/app/log/logger.ts";
import { openMetrics } from "../../src/app/process/cluster-metrics.ts";
import { judgeOwnReports } from "../../src/app/process/work-checks.ts";
import { openWorkerHealth, type WorkerHealth } from "../../src/app/process/worker-health.ts";
import { HeartbeatStore } from "../../src/core/figures/heartbeat-store.ts";
import { DatabasePool } from "../../src/db/database-pool.ts";
import { StartError } from "../../src/ports/start-error.ts";
import { StandingClock } from "../kit/clock.ts";
import { openTestCustody } from "../kit/custody.ts";
import { openSeededDatabase, type TestDatabase } from "../kit/database.ts";
import { testHosts } from "../kit/hosts.ts";
import { untilReady } from "../kit/process.ts";
import { testConfig } from "../kit/test-config.ts";

interface Opened {
  readonly health: WorkerHealth;
  readonly lines: readonly string[];
}

async function openHealth(
  t: TestContext,
  database: TestDatabase,
  environment: NodeJS.ProcessEnv,
): Promise<Opened> {
  const lines: string[] = [];
  const config = testConfig({ LOG_LEVEL: "warn", ...environment });
  const log = openLog(config, { write: (line: string) => void lines.push(line) });
  const custody = await openTestCustody(database.app);
  const hosts = testHosts(config);
  t.after(() => hosts.close());
  database.beforeDrop(async () => custody.close());
  const [clock, opened] = [new StandingClock(), openMetrics()];
  const needs = { config, databaseUrl: database.url, custody, clock, hosts, log, opened };
  const health = await openWorkerHealth(needs);
  database.beforeDrop(() => health.close());
  return { health, lines };
}

test("a worker is ready once its own jobs report, and shows its metrics", async (t) => {
  const database = await openSeededDatabase(t);
  const { health } = await openHealth(t, database, { WORKER_PORT: "0" });
  const get = (path: string) => fetch(`${health.url}${path}`);
  assert.equal((await get("/health/live")).status, 200);
  const before = await get("/health/ready");
  assert.equal(before.status, 503);
  assert.match(await before.text(), /The jobs have not reported yet\./);
  const report = { host: "here", processId: 1, version: "1", clockSkewMs: 0 };
  const heartbeats = new HeartbeatStore(database.owner);
  await heartbeats.reportWorker({ ...report, id: health.jobs.workerId });
  await untilReady(`${health.url}`);

  const readConnections = async () => {
    const metrics = await (await get("/metrics")).text();
    return Number(/^sixdoors_pool_connections (\d+)$/m.exec(metrics)?.[1]);
  };
  const jobs = { connectionString: database.url, size: 1, queueMax: 1, statementTimeoutMs: 1_000 };
  const pool = new DatabasePool(jobs);
  t.after(() => pool.close());
  await pool.rows`select 1`;
  await readConnections();
  const ownConnections = await readConnections();
  health.jobs.onPool(pool);
  assert.equal(await readConnections(), ownConnections + 1);
  assert.equal((await get("/openapi.json")).status, 404);
  health.drain();
  assert.equal((await get("/health/ready")).status, 503);
});

test("jobs that stopped reporting make a worker not ready", () => {
  assert.equal(judgeOwnReports(30).level, "ok");
  const { level, reason } = judgeOwnReports(31.4);
  assert.equal(level, "failing");
  assert.match(reason ?? "", /^The jobs of this process have not reported for 31 s\./);
});

test("a port in use stops a worker only if it was set", async (t) => {
  const { promise: listening, resolve } = Promise.withResolvers<void>();
  const other = createServer()
    .listen(8081, "127.0.0.1", resolve)
    .once("error", () => resolve());
  await listening;
  t.after(() => other.close());
  const database = await openSeededDatabase(t);
  const { health, lines } = await openHealth(t, database, {});
  assert.equal(health.url, undefined);
  assert.match(lines.join(""), /Port 8081 on 127\.0\.0\.1 is already in use.*jobs run without/);
  await assert.rejects(openHealth(t, database, { WORKER_PORT: "8081" }), (error: Error) => {
    assert.ok(error instanceof StartError);
    assert.match(error.message, /^Port 8081 .* Set WORKER_PORT to another port/);
    return true;
  });
  const off = await openHealth(t, database, { WORKER_PORT: "off" });
  assert.equal(off.health.url, undefined);
});
