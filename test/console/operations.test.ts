/** The operations API: overview, jobs, deliveries, pending payments, logins and system. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { HousekeepingStore } from "../../src/core/figures/housekeeping-store.ts";
import { writeWebhook } from "../../src/core/outbox/write-event.ts";
import { slowStatements } from "../../src/db/statements/slow-statements.ts";
import type { CursorPage } from "../../src/interfaces/console/contract.ts";
import type {
  Attempts,
  Housekeeping,
  Logins,
  Outbox,
  Overview,
  PaymentTallyView,
  RunLine,
  SignalName,
  System,
  Work,
} from "../../src/interfaces/console/operations/contract.ts";
import { ACCOUNT, CARD, openTestApp, post, type TestApp } from "../kit/app.ts";
import { ConsoleClient, OPERATOR, OWNER, PARTNER } from "../kit/console.ts";
import { hook } from "../kit/hooked-app.ts";
import { testHosts } from "../kit/hosts.ts";
import { createQueues } from "../kit/operations-data.ts";
import { recordRun } from "../kit/runs.ts";
import { openShared } from "../kit/shared.ts";
import { testConfig } from "../kit/test-config.ts";

const READS = [
  "overview",
  "payments",
  "work",
  "runs",
  "outbox",
  "attempts",
  "logins",
  "bank-files",
  "inbound-files",
  "unmatched",
  "banks",
  "return-rates",
  "audit",
  "audit/actions",
  "audit/chain",
  "system",
  "housekeeping",
  "doctor",
];

function signalOf({ signals }: Overview, name: SignalName) {
  return signals.find((signal) => signal.name === name) ?? assert.fail(name);
}

function sell({ server }: TestApp, amount: string) {
  const type = { transaction_type: "SALE", transaction_amount: amount };
  return post(server, "/api/qsapi/3.8", { ...ACCOUNT, ...CARD, ...type });
}

test("only operators can use the operations API, in certification and in production", async (t) => {
  for (const environment of ["certification", "production"] as const) {
    const { server } = await openTestApp(t, { environment });
    const operator = await ConsoleClient.signedIn(server, OPERATOR);
    for (const read of READS) {
      const { status, body } = await operator.get(`/operations/${read}`);
      assert.equal(status, 200, `${read}: ${JSON.stringify(body)}`);
    }
    for (const proof of [PARTNER, OWNER]) {
      const other = await ConsoleClient.signedIn(server, proof);
      for (const read of READS) {
        assert.equal((await other.get(`/operations/${read}`)).status, 403, `${proof.as} ${read}`);
      }
    }
  }
});

test("the overview reports what needs attention", async (t) => {
  const app = await openTestApp(t);
  const { database, clock } = app;
  const client = await ConsoleClient.signedIn(app.server, OPERATOR);
  const calm = await client.get<Overview>("/operations/overview");
  assert.equal(calm.body.readiness, "ready");
  assert.equal(calm.body.wall, clock.wall().toString());
  assert.equal(signalOf(calm.body, "unmatched").level, "good");
  assert.equal(signalOf(calm.body, "audit").level, "look", "never checked");
  const [runsAt, dueAt] = [clock.wall(), clock.business().add({ hours: 1 })];
  const run = { name: "purge", dueAt, startedAt: runsAt, tookMs: 5, summary: "no disk" } as const;
  await recordRun(database.owner, { ...run, outcome: "failed" }, dueAt);
  const failingSince = clock.wall().subtract({ hours: 25 });
  await database.owner.rows`
    insert into outbox (account_id, kind, event, payload, created_at, due_at, tries, endpoint)
    select ${ACCOUNT.account_id}::bigint, 'delivery', 'payment', '{}', ${failingSince},
      ${failingSince}, 3, endpoint from unnest(array[1, 1, 2]) endpoint`;
  const [file] = await database.owner.rows<{ id: string }>`
    insert into ach_inbound_files (connection, name, digest, byte_count, received_at, state,
      item_count, unmatched_count, errors)
    values ('simulator', 'returns.ach', '\\x01', 94, ${failingSince}, 'invalid', 0, 0, 'Line 1')
    returning id`;
  const { server } = await openAnother(app);
  const other = await ConsoleClient.signedIn(server, OPERATOR);
  const { body } = await other.get<Overview>("/operations/overview");
  assert.deepEqual(signalOf(body, "work"), {
    name: "work",
    level: "bad",
    count: 1,
    since: dueAt.toString(),
  });
  const since = failingSince.toString();
  const told = (name: SignalName) => {
    const signal = signalOf(body, name);
    return [signal.level, signal.count, signal.since];
  };
  assert.deepEqual(told("webhooks"), ["look", 2, since]);
  assert.deepEqual(told("unread_files"), ["bad", 1, since]);
  assert.deepEqual(told("certificates"), ["good", 0, null]);
  assert.equal(signalOf(body, "key_age").level, "good");
  const unread = "/operations/inbound-files?unread=yes";
  assert.equal((await client.get<CursorPage<object>>(unread)).body.items.length, 1);
  const resolve = () =>
    client.post(`/operations/inbound-files/${file?.id}/deal`, { note: "The bank sent it again." });
  assert.deepEqual([(await resolve()).status, (await resolve()).status], [204, 409]);
  assert.equal((await client.get<CursorPage<object>>(unread)).body.items.length, 0);
});

/** Figures are cached for two seconds, but another process has its own. */
async function openAnother({ database, custody, clock }: TestApp) {
  const { openApp } = await import("../../src/app/app.ts");
  const { openLog } = await import("../../src/app/log/logger.ts");
  const config = testConfig();
  const databaseUrl = database.url;
  const app = await openApp({
    config,
    databaseUrl,
    custody,
    hosts: testHosts(),
    log: openLog(config),
    clock,
  });
  database.beforeDrop(() => app.close());
  return app;
}

test("payments of all accounts in the last day are counted by the minute", async (t) => {
  const app = await openTestApp(t);
  const client = await ConsoleClient.signedIn(app.server, OPERATOR);
  const start = app.clock.business();
  await sell(app, "10.00");
  await sell(app, "1.05");
  app.clock.advance({ minutes: 10 });
  await sell(app, "12.00");
  const { body } = await client.get<PaymentTallyView>("/operations/payments");
  const sum = body.minutes.reduce((all, one) => all + one.approved + one.declined, 0);
  assert.equal(sum, 3);
  assert.equal(body.minutes.length, 2);
  const [first, second] = body.minutes;
  assert.ok(Temporal.Instant.compare(first?.minute ?? "", start) <= 0);
  assert.deepEqual([second?.approved, second?.declined], [1, 0]);
  app.clock.advance({ minutes: 1 });
  await sell(app, "13.00");
  const again = await client.get<PaymentTallyView>("/operations/payments");
  const later = again.body.minutes.reduce((all, one) => all + one.approved + one.declined, 0);
  assert.equal(later, 4);
  const { from, now } = again.body;
  assert.ok(Temporal.Instant.from(from).until(now).total("hours") >= 23.9);
});

test("scheduled jobs, their runs and the job queues are shown", async (t) => {
  const { server, database, clock } = await openTestApp(t);
  const client = await ConsoleClient.signedIn(server, OPERATOR);
  const before = await client.get<Work>("/operations/work");
  assert.deepEqual(before.body.queues, [], "no job process has started yet");
  const dueAt = clock.business();
  const run = { name: "purge", dueAt, startedAt: dueAt, tookMs: 12, summary: "none" } as const;
  await recordRun(database.owner, { ...run, outcome: "done" }, dueAt.add({ hours: 24 }));
  await recordRun(database.owner, { ...run, outcome: "failed", summary: "no disk" }, dueAt);
  await createQueues(database.url, { retention: "17 * * * *" });
  const { body } = await client.get<Work>("/operations/work");
  const [purge] = body.work;
  assert.equal(purge?.lastRun?.summary, "no disk");
  const [queue] = body.queues;
  assert.deepEqual([queue?.name, queue?.cron, queue?.failed], ["retention", "17 * * * *", 0]);

  const first = await client.get<CursorPage<RunLine>>("/operations/runs?take=1");
  assert.equal(first.body.items[0]?.outcome, "failed");
  const next = `/operations/runs?take=1&after=${first.body.next}`;
  const second = await client.get<CursorPage<RunLine>>(next);
  assert.deepEqual([second.body.items[0]?.outcome, second.body.next], ["done", undefined]);
  const failed = await client.get<CursorPage<RunLine>>(
    "/operations/runs?outcome=failed&name=purge",
  );
  assert.equal(failed.body.items.length, 1);
});

test("failed deliveries are resent, and audited", async (t) => {
  const app = await openTestApp(t);
  const { server, database, clock } = app;
  await hook(app);
  const client = await ConsoleClient.signedIn(server, OPERATOR);
  const accountId = ACCOUNT.account_id;
  for (const event of ["transaction.approved", "transaction.declined"] as const) {
    await writeWebhook(database.payments, { clock }, { accountId, event, transaction: {} });
  }
  const replay = `/operations/outbox/${accountId}/replay`;
  assert.equal((await client.post(replay)).status, 409, "nothing has failed");
  await database.owner.rows`
    update outbox set set_aside_at = ${clock.wall()}, set_aside_why = 'gave_up'
    where event = 'transaction.declined'`;
  const { body } = await client.get<Outbox>("/operations/outbox");
  assert.deepEqual(
    [body.waiting[0]?.accountName, body.waiting[0]?.waiting],
    ["Main Street Books", 1],
  );
  assert.deepEqual([body.failed[0]?.why, body.failed[0]?.count], ["gave_up", 1]);
  assert.deepEqual((await client.post(replay)).body, { count: 1 });
  const after = await client.get<Outbox>("/operations/outbox");
  assert.deepEqual([after.body.failed, after.body.waiting[0]?.waiting], [[], 2]);
  const [act] = await database.owner.rows<{ after: object; actor_name: string }>`
    select after, actor_name from audit_entries where action = 'outbox.replay'`;
  assert.equal(act?.actor_name, "operator");
  assert.match(JSON.stringify(act?.after), /"count":1/);
  assert.equal((await client.post("/operations/outbox/nobody/replay")).status, 404);
});

test("pending payments are shown by age in their own currency, oldest first", async (t) => {
  const { server, database, clock } = await openTestApp(t);
  const client = await ConsoleClient.signedIn(server, OPERATOR);
  const ages = [{ seconds: 5 }, { minutes: 5 }, { hours: 5 }, { hours: 50 }];
  const requests = ["{}", "{}", "{}", '{"columns":{"currency":"CAD"}}'];
  for (const [place, age] of ages.entries()) {
    const startedAt = clock.wall().subtract(age);
    await database.owner.rows`
      insert into open_attempts (account_id, attempt_id, transaction_id, transaction_type,
        amount_cents, fingerprint, request, started_at, lease_until)
      values (${ACCOUNT.account_id}, gen_random_uuid(), ${place + 1}, 'SALE', 1000, '', ${requests[place]},
        ${startedAt}, ${clock.wall()})`;
  }
  const { body } = await client.get<Attempts>("/operations/attempts");
  assert.deepEqual(body.ages, { minute: 1, hour: 1, day: 1, older: 1 });
  assert.equal(body.oldest[0]?.transactionId, "000000000004");
  assert.equal(body.oldest[0]?.accountName, "Main Street Books");
  assert.deepEqual(
    body.oldest.map(({ currency }) => currency),
    ["CAD", "USD", "USD", "USD"],
  );
  const url = "/console/api/operations/attempts.csv";
  const file = await server.inject({ url, headers: { cookie: client.cookie } });
  const [header, first] = file.body.split("\r\n");
  assert.match(header ?? "", /,Amount,Currency,/);
  assert.match(first ?? "", /,10\.00,CAD,/);
});

test("a locked login gets its name from the audit log, and an operator can unlock it", async (t) => {
  const { server, database } = await openTestApp(t);
  const client = await ConsoleClient.signedIn(server, OPERATOR);
  const wrong = { ...PARTNER, password: "wrong" };
  for (let count = 0; count < 10; count++) await new ConsoleClient(server).signIn(wrong);
  assert.notEqual((await new ConsoleClient(server).signIn(PARTNER)).status, 200, "locked");
  const { body } = await client.get<Logins>("/operations/logins");
  assert.equal(body.locked, 1);
  const [lock] = body.locks;
  assert.deepEqual([lock?.name, lock?.interfaceName], ["harbor", "management"]);
  assert.equal((await client.post("/operations/logins/unlock", { id: "no" })).status, 422);
  const unlocked = await client.post("/operations/logins/unlock", { id: lock?.id });
  assert.equal(unlocked.status, 204);
  assert.equal((await client.post("/operations/logins/unlock", { id: lock?.id })).status, 409);
  const [act] = await database.owner.rows<{ subject_id: string }>`
    select subject_id from audit_entries where action = 'login.unlock'`;
  assert.equal(act?.subject_id, "harbor");
  const after = await client.get<Logins>("/operations/logins");
  assert.deepEqual(after.body.locks, []);
});

test("the system page shows versions, partitions, pools and settings, but no secret", async (t) => {
  const { server } = await openTestApp(t);
  const client = await ConsoleClient.signedIn(server, OPERATOR);
  const { body } = await client.get<System>("/operations/system");
  assert.equal(body.schema, body.server.schema);
  assert.match(body.server.version, /^\d+/);
  assert.ok(body.partitions.some(({ name }) => /^transactions_\d{3}$/.test(name)));
  assert.ok(body.pools.some(({ name, size }) => name === "payments" && size > 0));
  assert.deepEqual(
    body.masterKeys.map(({ isCurrent }) => isCurrent),
    [true],
  );
  const transactions = body.retention.find(({ setting }) => setting.includes("TRANSACTIONS"));
  assert.equal(transactions?.keeps, "18 months");
  assert.ok(transactions?.goesAt);
  const port = body.settings.find(({ name }) => name === "PORT");
  assert.equal(port?.value, "8080");
});

test("the housekeeping page shows partitions, purges, vacuum, growth and slow statements", async (t) => {
  const { server, database } = await openShared(t, openTestApp);
  await new HousekeepingStore(database.owner).recordSize();
  await database.owner.rows`
    insert into database_sizes select current_date - 10, bytes - 1000000 from database_sizes`;
  slowStatements.note("select pg_sleep($1) from t where secret = '4111111111111111'", 1_000);
  const client = await ConsoleClient.signedIn(server, OPERATOR);
  const { status, body } = await client.get<Housekeeping>("/operations/housekeeping");
  assert.equal(status, 200);
  const transactions = body.partitions.find(({ table }) => table === "transactions");
  assert.ok((transactions?.monthsAhead ?? 0) >= 1);
  assert.match(transactions?.oldest ?? "", /^\d{4}-\d{2}$/);
  assert.equal(body.purges.length, 3);
  assert.ok(body.transactionIds.age > 0 && body.transactionIds.freezeAge > 0);
  assert.equal(body.tables.length, 10);
  assert.deepEqual([body.disk.measuredDays, body.disk.bytesPerDay], [10, 100_000]);
  const slow = body.slow.statements.find(({ text }) => text.includes("pg_sleep"));
  assert.equal(slow?.text, "select pg_sleep($1) from t where secret = '…'");
});
