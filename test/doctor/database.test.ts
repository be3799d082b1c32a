/** The doctor's checks of the database, on real servers and databases with real faults. */
import assert from "node:assert/strict";
import { randomBytes, randomUUID } from "node:crypto";
import { test } from "node:test";
import { judgeRoles, judgeServingLogin } from "../../src/core/doctor/judge-roles.ts";
import { judgeTimeZone } from "../../src/core/doctor/judge-settings.ts";
import { ReplicationStore } from "../../src/core/doctor/replication-store.ts";
import { RoleStore } from "../../src/core/doctor/role-store.ts";
import { ServerSettingsStore } from "../../src/core/doctor/server-settings-store.ts";
import { HeartbeatStore } from "../../src/core/figures/heartbeat-store.ts";
import { DatabasePool } from "../../src/db/database-pool.ts";
import { openEmptyDatabase, openSeededDatabase } from "../kit/database.ts";
import { examine, saidBy } from "../kit/doctor.ts";
import { openShared } from "../kit/shared.ts";

const area = "database";

test("a sound database has no failing check", async (t) => {
  const { url } = await openShared(t, openSeededDatabase);
  const findings = await examine({ area, url });
  assert.match(saidBy(findings, "connection"), /^ok: PostgreSQL \d+\S* .*database sixdoors_test_/);
  assert.match(saidBy(findings, "schema"), /^ok: The database has schema \d+ of this release/);
  assert.match(saidBy(findings, "roles"), /^ok: .*sixdoors_app and sixdoors_payments/);
  assert.match(saidBy(findings, "clock"), /^ok: This machine's clock is/);
  assert.deepEqual(
    findings.filter(({ level }) => level === "failing"),
    [],
  );
});

test("a database that cannot be reached is the only finding, and names no password", async () => {
  const url = "postgres://someone:hidden-word@127.0.0.1:1/none";
  const findings = await examine({ area, url });
  assert.equal(findings.length, 1);
  assert.match(saidBy(findings, "connection"), /^failing: .*DATABASE_URL cannot be used/);
  assert.doesNotMatch(JSON.stringify(findings), /hidden-word/);
});

test("settings of the server that lose payments are found", async (t) => {
  const { url, owner } = await openSeededDatabase(t);
  const name = new URL(url).pathname.slice(1);
  await owner.withClient((client) =>
    client.query(`alter database ${name} set synchronous_commit = off`),
  );
  const settings = { ENVIRONMENT: "production", TRUSTED_PROXIES: "127.0.0.1" };
  const said = saidBy(await examine({ area, url, settings }), "durability");
  assert.match(said, /^failing: synchronous_commit is off/m);
});

test("pools that need more connections than the server allows are a warning", async (t) => {
  const { url } = await openShared(t, openSeededDatabase);
  const findings = await examine({ area, url, settings: { DATABASE_POOL: "200", WORKERS: "64" } });
  assert.match(saidBy(findings, "connections"), /^warning: .* open up to \d{5} connections/);
});

test("a clock that differs is found", async (t) => {
  const { url } = await openShared(t, openSeededDatabase);
  const { DatabaseClock } = await import("../../src/adapters/database-clock.ts");
  const { judgeClock } = await import("../../src/app/time/clock-check.ts");
  const db = new DatabasePool({
    connectionString: url,
    size: 1,
    queueMax: 1,
    statementTimeoutMs: 5_000,
  });
  t.after(() => db.close());
  const fast = { wall: () => Temporal.Now.instant().add({ minutes: 5 }) };
  const reading = await new DatabaseClock({ db, limitMs: 30_000, clock: fast }).compare();
  const { level, found } = judgeClock(reading, 30_000);
  assert.equal(level, "failing");
  assert.match(found, /ahead of the database's clock/);
});

test("a read-only server is found", async (t) => {
  const database = await openSeededDatabase(t);
  await database.setReadOnly(true);
  const findings = await examine({ area, url: database.url });
  assert.match(saidBy(findings, "connection"), /^failing: The database is set to read-only/);
  await database.setReadOnly(false);
});

test("missing tables and missing migrations are found, and what needs them is skipped", async (t) => {
  const empty = await openEmptyDatabase(t);
  assert.match(
    saidBy(await examine({ area, url: empty.url }), "schema"),
    /^failing: The database has no tables yet/,
  );
  const { url, owner } = await openSeededDatabase(t);
  await owner.rows`delete from migrations where number = (select max(number) from migrations)`;
  assert.match(
    saidBy(await examine({ area, url }), "schema"),
    /^failing: 1 migrations of this release were not applied/,
  );
  for (const one of ["jobs", "keys", "banks"] as const) {
    const [finding] = await examine({ area: one, url });
    assert.equal(finding?.level, "skipped", one);
  }
});

test("a newer schema that fits is a warning", async (t) => {
  const { url, owner } = await openSeededDatabase(t);
  await owner.rows`
    insert into migrations (number, name, checksum, needs_schema) values (9998, 'future', '', 0)`;
  assert.match(saidBy(await examine({ area, url }), "schema"), /^warning: .*schema 9998/);
});

test("a role that can bypass row-level security is found", async (t) => {
  const { owner } = await openShared(t, openSeededDatabase);
  const name = `doctor_${randomBytes(4).toString("hex")}`;
  const ask = (text: string) => owner.withClient((client) => client.query(text));
  // Not the application's own roles, which all databases of this server share.
  await ask(`create role ${name} nologin bypassrls`);
  t.after(() => ask(`drop role ${name}`));
  const judge = async () =>
    judgeRoles({ roles: await new RoleStore(owner).listRoles([name]), unprotectedTables: [] });
  assert.match((await judge())[0]?.found ?? "", /bypasses row-level security/);
  await ask(`alter role ${name} nobypassrls`);
  assert.equal((await judge())[0]?.level, "ok");
  const login = await new RoleStore(owner).readLogin();
  await ask(`grant ${login.name} to ${name}`);
  assert.match((await judge())[0]?.found ?? "", new RegExp(`may act as ${login.name}`));
});

test("a table whose row-level security is disabled is found", async (t) => {
  const { url, owner } = await openSeededDatabase(t);
  await owner.rows`alter table clients disable row level security`;
  const findings = await examine({ area, url });
  assert.match(saidBy(findings, "roles"), /^failing: Row-level security of table clients/);
});

test("production is warned if the login that serves owns the tables", async (t) => {
  const { url, owner } = await openShared(t, openSeededDatabase);
  const settings = { ENVIRONMENT: "production", TRUSTED_PROXIES: "127.0.0.1" };
  const findings = await examine({ area, url, settings });
  assert.match(saidBy(findings, "login"), /^warning: Login \S+, which serves/);
  const login = await new RoleStore(owner).readLogin();
  const two = { ...login, bypassesPolicies: false, ownsTables: false };
  assert.equal(judgeServingLogin(two, { isProduction: true }).level, "ok");
});

test("sessions in another time zone are found", async (t) => {
  const { url } = await openShared(t, openSeededDatabase);
  const options = { size: 1, queueMax: 1, statementTimeoutMs: 5_000 };
  const settings = { timezone: "Europe/Vienna" };
  const db = new DatabasePool({ connectionString: url, ...options, settings });
  t.after(() => db.close());
  const { level, found } = judgeTimeZone(await new ServerSettingsStore(db).readSettings());
  assert.deepEqual([level, /Europe\/Vienna/.test(found)], ["failing", true]);
});

test("a replication slot without a reader is found", async (t) => {
  const { owner } = await openShared(t, openSeededDatabase);
  const name = `doctor_${randomBytes(4).toString("hex")}`;
  await owner.rows`select pg_create_physical_replication_slot(${name}, true)`;
  t.after(() => owner.rows`select pg_drop_replication_slot(${name})`.then(() => {}));
  const slots = await new ReplicationStore(owner).listIdleSlots();
  assert.ok(slots.some((slot) => slot.name === name));
});

test("a read replica that cannot be used is a warning", async (t) => {
  const { url } = await openShared(t, openSeededDatabase);
  const gone = { REPORT_DATABASE_URL: "postgres://nobody@127.0.0.1:1/none" };
  assert.match(
    saidBy(await examine({ area, url, settings: gone }), "report replica"),
    /^warning: The server of REPORT_DATABASE_URL cannot be used/,
  );
  const itself = { REPORT_DATABASE_URL: url };
  assert.match(
    saidBy(await examine({ area, url, settings: itself }), "report replica"),
    /^ok: The read replica for reports is 0 ms behind/,
  );
});

test("no process that runs jobs is a warning", async (t) => {
  const { url, owner } = await openSeededDatabase(t);
  const said = async () => saidBy(await examine({ area: "jobs", url }), "worker");
  assert.match(await said(), /^warning: No process that runs jobs has reported for a day/);
  const worker = { id: randomUUID(), host: "here", processId: 1, version: "0.1.0", clockSkewMs: 0 };
  await new HeartbeatStore(owner).reportWorker(worker);
  assert.match(await said(), /^ok: A process that runs jobs reported \d+ s ago/);
  await owner.rows`update worker_heartbeats set seen_at = now() - interval '1 hour'`;
  assert.match(await said(), /^warning: No process that runs jobs has reported for 360\d s/);
});
