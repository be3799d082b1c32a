/** Readiness, metrics and the log show a wrong clock and a missing worker. */
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { type TestContext, test } from "node:test";
import { openApp } from "../../src/app/app.ts";
import { openLog } from "../../src/app/log/logger.ts";
import { checkClock } from "../../src/app/time/clock-check.ts";
import { readConfig } from "../../src/config.ts";
import { BankStateStore } from "../../src/core/ach/connections/bank-state-store.ts";
import { HeartbeatStore } from "../../src/core/figures/heartbeat-store.ts";
import type { Overview } from "../../src/interfaces/console/operations/contract.ts";
import { startHeartbeat } from "../../src/jobs/heartbeat.ts";
import { ACCOUNT, post } from "../kit/app.ts";
import { StandingClock } from "../kit/clock.ts";
import { ConsoleClient, OPERATOR } from "../kit/console.ts";
import { openTestCustody } from "../kit/custody.ts";
import { openSeededDatabase } from "../kit/database.ts";
import { testHosts } from "../kit/hosts.ts";
import { WORKER } from "../kit/monitored-app.ts";
import { clocksApart } from "../kit/purges.ts";
import { testConfig } from "../kit/test-config.ts";

async function openWatched(t: TestContext, aheadSeconds = 0) {
  const database = await openSeededDatabase(t);
  const custody = await openTestCustody(database.app);
  const config = readConfig({ LOG_LEVEL: "warn" });
  const lines: string[] = [];
  const log = openLog(config, { write: (line: string) => void lines.push(line) });
  const machine = { ahead: aheadSeconds };
  const wall = () => Temporal.Now.instant().add({ seconds: machine.ahead });
  const open = async () => {
    const app = await openApp({
      config,
      databaseUrl: database.url,
      custody,
      hosts: testHosts(),
      log,
      clock: new StandingClock(wall().toString()),
      machineClock: { wall },
    });
    database.beforeDrop(() => app.close());
    return app.server;
  };
  database.beforeDrop(async () => custody.close());
  return { database, open, lines, machine };
}

test("a web process with a wrong clock is not ready until the clock is right", async (t) => {
  const { open, lines, machine } = await openWatched(t, 95);
  const server = await open();
  const reply = await server.inject("/health/ready");
  assert.deepEqual([reply.statusCode, reply.json().status], [503, "clock differs"]);
  assert.match(lines.join(""), /This machine's clock is 1 min 35 s ahead of the database's clock/);
  machine.ahead = 0;
  for (let tries = 0; tries < 100; tries++) {
    if ((await server.inject("/health/ready")).statusCode === 200) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  assert.fail("it stayed not ready");
});

test("production does not start with a wrong clock and says why", async (t) => {
  const { owner } = await openSeededDatabase(t);
  const log = openLog({ logLevel: "silent" });
  const check = (environment: "production" | "certification", skewMs: number) =>
    checkClock({ owner, log, config: { ...testConfig(), environment } }, clocksApart(skewMs));
  await assert.rejects(check("production", 620 * 86_400_000), {
    name: "StartError",
    message:
      "This machine's clock is 620 days ahead of the database's clock. At most 30 s are allowed (CLOCK_SKEW_MAX_SECONDS). Correct the clock of the machine that is wrong.",
  });
  await check("production", 20_000);
  await check("certification", 620 * 86_400_000);
});

test("without a worker, readiness shows a warning but stays ready", async (t) => {
  const { database, open } = await openWatched(t);
  await database.owner
    .rows`update installation set installed_at = clock_timestamp() - interval '2 minutes'`;
  const missing = await (await open()).inject("/health/ready");
  assert.equal(missing.statusCode, 200);
  assert.equal(missing.json().status, "ready");
  const worker = (reply: typeof missing) =>
    reply.json().checks.find((check: { name: string }) => check.name === "worker");
  assert.equal(worker(missing).level, "warning");
  assert.match(worker(missing).reason, /No process that runs jobs has reported for 1\d\d s/);
  await new HeartbeatStore(database.owner).reportWorker(WORKER);
  const there = await (await open()).inject("/health/ready");
  assert.deepEqual(worker(there), { name: "worker", level: "ok" });
  await database.owner.rows`
    update worker_heartbeats set seen_at = clock_timestamp() - interval '31 seconds'`;
  const gone = await (await open()).inject("/health/ready");
  assert.match(worker(gone).reason, /reported for 3\d s/);
});

test("a bank that cannot be reached is a warning, without the names of servers", async (t) => {
  const { database, open } = await openWatched(t);
  const at = Temporal.Instant.from("2026-11-16T12:00:00Z");
  const states = new BankStateStore(database.owner);
  const banks = async () => {
    const { statusCode, ...reply } = await (await open()).inject("/health/ready");
    const checks: { name: string; reason?: string }[] = JSON.parse(reply.body).checks;
    return { statusCode, check: checks.find(({ name }) => name === "banks") };
  };
  await states.recordExchange("simulator", at, "The server secret.example:22 is away.");
  await states.recordExchange("simulator", at.add({ hours: 1 }), "The server is still away.");
  const reason =
    "Files cannot be exchanged with simulator since 2026-11-16T12:00:00Z. See `sixdoors ach banks`.";
  const check = { name: "banks", level: "warning", reason };
  assert.deepEqual(await banks(), { statusCode: 200, check });
  const { body } = await (await open()).inject("/metrics");
  assert.match(body, /^sixdoors_banks_failing 1$/m);
  await states.recordExchange("simulator", at.add({ hours: 2 }), undefined);
  assert.deepEqual(await banks(), { statusCode: 200, check: { name: "banks", level: "ok" } });
});

test("metrics have the skew, the age of the newest heartbeat, failing work and held purges", async (t) => {
  const { database, open } = await openWatched(t, -12);
  await new HeartbeatStore(database.owner).reportWorker(WORKER);
  await database.owner.rows`
    update worker_heartbeats set seen_at = clock_timestamp() - interval '44 seconds'`;
  await database.owner.rows`
    insert into business_work (name, due_at, failures)
    values ('purge', now() - interval '2 hours', 3), ('make months', now(), 1)`;
  await database.owner.rows`
    insert into purges (work, held_at, held_up_to, held_counts, held_why)
    values ('purge', now(), now(), '{}', 'much')`;
  const { body } = await (await open()).inject("/metrics");
  const figure = (name: string) =>
    Number(new RegExp(`^sixdoors_${name} (\\S+)`, "m").exec(body)?.[1]);
  assert.ok(Math.abs(figure("clock_skew_seconds") + 12) < 1, String(figure("clock_skew_seconds")));
  const age = figure("worker_heartbeat_age_seconds");
  assert.ok(age >= 44 && age < 60, String(age));
  assert.deepEqual([figure("due_work_failing"), figure("purges_held")], [1, 1]);
  assert.ok(figure("due_work_late_seconds") < 3_600, "a purge on hold is not late");
});

test("the operator's home shows a missing worker, a wrong clock, failing work and held purges", async (t) => {
  const { database, open } = await openWatched(t);
  await database.owner.rows`
    insert into business_work (name, due_at, failures) values ('purge', now(), 3)`;
  await database.owner.rows`
    insert into business_runs (name, due_at, started_at, took_ms, outcome, summary)
    values ('purge', now(), now(), 5, 'failed', 'no disk')`;
  await database.owner.rows`
    insert into purges (work, held_at, held_up_to, held_counts, held_why)
    values ('purge', now(), '2026-11-15T03:00:00Z', '{"tokens": 9000}', 'much')`;
  const client = await ConsoleClient.signedIn(await open(), OPERATOR);
  const { body } = await client.get<Overview>("/operations/overview");
  const level = (name: string) => body.signals.find((one) => one.name === name)?.level;
  assert.deepEqual(["workers", "clock", "purges", "work"].map(level), [
    "bad",
    "good",
    "look",
    "bad",
  ]);
  assert.deepEqual(
    body.failing.map(({ name, failures, summary }) => [name, failures, summary]),
    [["purge", 3, "no disk"]],
  );
  assert.deepEqual(body.held[0]?.counts, [{ what: "tokens", count: 9_000 }]);
});

test("an operator approves a purge on hold in the console, once and for what was shown", async (t) => {
  const { database, open } = await openWatched(t);
  const { owner } = database;
  await owner.rows`
    insert into business_work (name, due_at, failures, retry_at)
    values ('purge', now(), 3, now() + interval '1 hour')`;
  await owner.rows`
    insert into purges (work, held_at, held_up_to, held_counts, held_why)
    values ('purge', now(), '2026-11-15T03:00:00Z', '{"tokens": 9000}', 'much')`;
  const client = await ConsoleClient.signedIn(await open(), OPERATOR);
  const allow = (upTo: string) => client.post("/operations/purges/allow", { work: "purge", upTo });
  assert.equal((await allow("2026-11-14T03:00:00Z")).status, 409, "something else was shown");
  assert.equal((await allow("soon")).status, 422);
  assert.equal((await allow("2026-11-15T03:00:00Z")).status, 200);
  const [row] = await owner.rows<{ allowed: boolean; retry_at: unknown; acts: number }>`
    select allowed_at is not null as allowed,
      (select retry_at from business_work where name = 'purge') as retry_at,
      (select count(*)::int from audit_entries where action = 'purge.allow'
        and after -> 'counts' ->> 'tokens' = '9000') as acts
    from purges`;
  assert.deepEqual(row, { allowed: true, retry_at: null, acts: 1 });
});

test("a worker reports every few seconds, and old reports are removed", async (t) => {
  const { owner } = await openSeededDatabase(t);
  const heartbeats = new HeartbeatStore(owner);
  await owner.rows`
    insert into worker_heartbeats (worker_id, host, process_id, version, clock_skew_ms, seen_at)
    values (gen_random_uuid(), 'old', 2, '0', 0, clock_timestamp() - interval '25 hours')`;
  const end = startHeartbeat({
    heartbeats,
    clocks: clocksApart(1_500),
    worker: WORKER,
    onFailure: (error) => assert.fail(String(error)),
    everyMs: 10,
  });
  const seen = new Set<string>();
  while (seen.size < 3) {
    for (const { seenAt } of await heartbeats.listWorkers()) seen.add(String(seenAt));
  }
  await end();
  const workers = await heartbeats.listWorkers();
  assert.deepEqual(
    workers.map(({ host, clockSkewMs }) => [host, clockSkewMs]),
    [["here", 1_500]],
  );
});

test("a signed login with a wrong timestamp is logged with both clocks", async (t) => {
  const { open, lines } = await openWatched(t, 25);
  const server = await open();
  const { account_id, api_accesskey } = ACCOUNT;
  const timestamp = String(Math.floor(Temporal.Now.instant().epochMilliseconds / 1_000) - 1_200);
  const text = `${account_id},${api_accesskey},${timestamp}`;
  const hash = createHash("sha256").update(text).digest("hex");
  const form = { account_id, hash, timestamp, action: "GET_TRANSACTION_ID" };
  for (let tries = 0; tries < 3; tries++) await post(server, "/api/tsapi/3.8", form);
  await new Promise((resolve) => setTimeout(resolve, 200));
  const said = lines.filter((line) => line.includes("A signed login was refused"));
  assert.equal(said.length, 1, "and not for every try");
  assert.match(said[0] ?? "", /its timestamp is 122\d s behind this machine's clock/);
  assert.match(said[0] ?? "", /This machine's clock is 25 s ahead of the database's clock/);
});
