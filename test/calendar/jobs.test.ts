/** Background jobs run once in the whole installation, and continue if their process is killed. */
import assert from "node:assert/strict";
import { fork } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { type TestContext, test } from "node:test";
import { PgBoss } from "pg-boss";
import { BossJobRunner } from "../../src/adapters/boss-job-runner.ts";
import type { TimedJob } from "../../src/ports/jobs.ts";
import { openDatabase, poolOf } from "../kit/database.ts";

const NEVER = "0 0 29 2 *";
const CRASHING = path.join(import.meta.dirname, "../kit/crashing-job.ts");

function aRunner(t: TestContext, connectionString: string) {
  const ended: [name: string, outcome: string][] = [];
  const runner = new BossJobRunner({
    database: poolOf(connectionString),
    metrics: { countJobRun: (name, outcome) => void ended.push([name, outcome]) },
    onDone: () => {},
    onFailure: () => {},
    onConnectionError: () => {},
    stopWithinMs: 1_000,
  });
  t.after(() => runner.stop());
  return { runner, ended };
}

/** Puts a job into its queue, like a schedule. */
async function fire(connectionString: string, name: string): Promise<void> {
  const boss = new PgBoss({ connectionString, supervise: false, schedule: false });
  await boss.start();
  await boss.send(name);
  await boss.stop();
}

test("a job runs once even if two processes wait for it", { timeout: 60_000 }, async (t) => {
  const database = await openDatabase(t);
  const ran = Promise.withResolvers<void>();
  let runs = 0;
  const job: TimedJob = {
    name: "count",
    cron: NEVER,
    run: async () => {
      runs++;
      ran.resolve();
      return "counted";
    },
  };
  const both = [aRunner(t, database.url), aRunner(t, database.url)];
  for (const { runner } of both) await runner.start([job]);
  await fire(database.url, "count");
  await ran.promise;
  await Promise.all(both.map(({ runner }) => runner.stop()));
  assert.equal(runs, 1);
  assert.deepEqual(
    both.flatMap(({ ended }) => ended),
    [["count", "done"]],
  );
});

test("another process continues the job of a killed process within 30 s", {
  timeout: 90_000,
}, async (t) => {
  const database = await openDatabase(t);
  const victim = fork(CRASHING, [], { env: { ...process.env, JOB_DATABASE_URL: database.url } });
  await once(victim, "message");
  await fire(database.url, "long");
  await once(victim, "message");
  victim.kill("SIGKILL");
  const killed = performance.now();
  const taken = Promise.withResolvers<number>();
  const { runner } = aRunner(t, database.url);
  await runner.start([
    {
      name: "long",
      cron: NEVER,
      run: async () => {
        taken.resolve(performance.now() - killed);
        return "taken up";
      },
    },
  ]);
  const afterMs = await taken.promise;
  assert.ok(afterMs < 30_000, `${Math.round(afterMs)} ms`);
});
