/** Emails that people choose: who gets which, that nobody gets the same twice, and the walls. */
import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { openClocks } from "../../src/app/time/clock-check.ts";
import { listTimedJobs } from "../../src/app/timers.ts";
import { forceCutOffs } from "../../src/core/ach/forced/force-cut-off.ts";
import { forceReturn } from "../../src/core/ach/forced/force-return.ts";
import { workLabel } from "../../src/core/calendar/work-label.ts";
import { ChoiceStore } from "../../src/core/notifications/choice-store.ts";
import {
  NOTIFY_OPERATORS,
  notificationWork,
  notifyOperators,
  notifyUsers,
} from "../../src/core/notifications/notification-work.ts";
import type { NotificationList } from "../../src/interfaces/console/contract.ts";
import type { CredentialsView } from "../../src/interfaces/console/partner/contract.ts";
import { MONDAY, openAchOn } from "../kit/ach.ts";
import { openTestApp, type TestApp } from "../kit/app.ts";
import { pay as payByBank } from "../kit/bank.ts";
import { ConsoleClient, OPERATOR, OWNER, PARTNER } from "../kit/console.ts";
import { emailsTo } from "../kit/emails.ts";
import { testHosts } from "../kit/hosts.ts";
import { insertEndpoint } from "../kit/insert-endpoint.ts";
import { newBody, openManagementApp } from "../kit/management.ts";
import { CASHIER, CLINIC_OWNER, MANAGER, MerchantClient } from "../kit/merchant.ts";
import { openShared } from "../kit/shared.ts";
import { linksTo, testConfig } from "../kit/test-config.ts";

const BOOKS = "120000000001";
const CLINIC = "120000000002";
const BY = { actor: { kind: "command_line", name: "test" } } as const;
const PUBLIC = "https://pay.example";
const OPS = "ops@example.test";

async function open(t: TestContext) {
  const app = await openTestApp(t);
  app.clock.set(MONDAY);
  return app;
}

function notifyNeeds({
  database,
  custody,
  clock,
}: Pick<TestApp, "database" | "custody" | "clock">) {
  return { owner: database.owner, custody, clock, links: linksTo(PUBLIC) };
}

type NotifiedApp = Parameters<typeof notifyNeeds>[0];

/** Runs the job of a day, several times at once, as several processes do. */
async function runDay(app: NotifiedApp): Promise<readonly string[]> {
  const before = (await listEmails(app)).length;
  const at = app.clock.business();
  await Promise.all([1, 2, 3].map(() => notifyUsers(notifyNeeds(app), at)));
  return (await listEmails(app)).slice(before).toSorted();
}

async function runForOperators(
  app: NotifiedApp,
  ends: readonly Temporal.Instant[] = [],
): Promise<readonly string[]> {
  const before = (await listEmails(app)).length;
  const needs = { ...notifyNeeds(app), certificateEnds: () => ends };
  await Promise.all([1, 2].map(() => notifyOperators(needs)));
  return (await listEmails(app)).slice(before).toSorted();
}

async function listEmails({ database }: Pick<NotifiedApp, "database">): Promise<readonly string[]> {
  const rows = await database.owner.rows<{ event: string; payload: { to: string } }>`
    select event, payload from outbox where event like 'notification.%' order by id`;
  return rows.map(({ event, payload: { to } }) => `${to} ${event.replace("notification.", "")}`);
}

async function listOwn(client: ConsoleClient): Promise<NotificationList> {
  return (await client.get<NotificationList>("/notifications")).body;
}

const choose = (client: ConsoleClient, kind: string, isOn: boolean) =>
  client.patch(`/notifications/${kind}`, { isOn });

const shownKinds = ({ items }: NotificationList) =>
  items.map(({ kind, isOn }) => `${kind} ${isOn ? "on" : "off"}`);

test("people see the emails of what they may see, with money and access on and summaries off", async (t) => {
  const app = await openShared(t, openTestApp);
  const owner = await listOwn(await MerchantClient.of(app));
  assert.equal(owner.email, OWNER.name);
  assert.deepEqual(shownKinds(owner), [
    "daily_summary off",
    "ach_returns on",
    "failing_webhooks on",
    "expiring_keys on",
  ]);
  const manager = await listOwn(await MerchantClient.of(app, MANAGER));
  assert.deepEqual(shownKinds(manager), ["daily_summary off", "ach_returns on"]);
  const cashier = await listOwn(await MerchantClient.of(app, CASHIER));
  assert.deepEqual(shownKinds(cashier), ["daily_summary off"]);
  const partner = await listOwn(await ConsoleClient.signedIn(app.server, PARTNER));
  assert.deepEqual(shownKinds(partner), ["due_inspections on", "replaced_parser_keys on"]);
  assert.match(partner.email ?? "", /@/);
  const operator = await listOwn(await ConsoleClient.signedIn(app.server, OPERATOR));
  assert.equal(operator.email, undefined, "operators have no address until they enter one");
  assert.deepEqual(shownKinds(operator), [
    "return_rates on",
    "failed_jobs on",
    "bank_files on",
    "stuck_payments on",
    "expiring_certificates on",
    "old_keys on",
    "failing_endpoints off",
    "waiting_approvals on",
  ]);
});

test("a choice is audited, belongs to one person, and both walls hide it from other tenants", async (t) => {
  const app = await openShared(t, openTestApp);
  const client = await MerchantClient.of(app);
  assert.equal((await choose(client, "ach_returns", false)).status, 204);
  assert.equal((await choose(client, "ach_returns", false)).status, 204);
  assert.ok(shownKinds(await listOwn(client)).includes("ach_returns off"));
  const manager = await MerchantClient.of(app, MANAGER);
  assert.ok(shownKinds(await listOwn(manager)).includes("ach_returns on"));
  assert.equal((await choose(manager, "expiring_keys", true)).status, 404, "not for managers");
  assert.equal((await choose(client, "failed_jobs", true)).status, 404, "not for merchants");
  const wrong = await client.patch("/notifications/ach_returns", { isOn: "maybe" });
  assert.deepEqual(Object.keys(wrong.body.error.fields ?? {}), ["isOn"]);
  const { owner, app: walled } = app.database;
  const [act] = await owner.rows<{ actor_name: string; after: object }>`
    select actor_name, after from audit_entries where action = 'notification.change' limit 1`;
  assert.deepEqual([act?.actor_name, act?.after], [OWNER.name, { ach_returns: false }]);
  const [user] = await owner.rows<{ id: string }>`
    select id from pos_users where account_id = ${BOOKS} and email = ${OWNER.name}`;
  const key = { kind: "pos_user", id: user?.id ?? "" } as const;
  // With the database's policies, but a statement that asks for another account.
  const foreign = await walled.within({ accountId: CLINIC }, (db) =>
    new ChoiceStore(db).listChoices({ ...key, tenantId: BOOKS }),
  );
  assert.deepEqual(foreign, {});
  const asPartner = await walled.within(
    { partnerId: "1" },
    (db) => db.rows`select from notification_choices`,
  );
  assert.deepEqual(asPartner, []);
  // Without the policies, but with the statement's own condition.
  const unwalled = new ChoiceStore(owner);
  assert.deepEqual(await unwalled.listChoices({ ...key, tenantId: CLINIC }), {});
  assert.deepEqual(await unwalled.listChoices({ ...key, tenantId: BOOKS }), { ach_returns: false });
  await assert.rejects(walled.rows`select from notifications`, /permission denied/);
});

test("a return is told once to those who want it and may see it, and a later one on the next day", async (t) => {
  const app = await open(t);
  const ach = await openAchOn(app);
  const returnOne = async () => {
    const { transaction_id: id } = await payByBank(app);
    await forceCutOffs(ach.needs, undefined, BY);
    await forceReturn(ach.needs, { transactionId: String(id), code: "R01" }, BY);
  };
  await returnOne();
  const told = [`${MANAGER.name} ach_returns`, `${OWNER.name} ach_returns`];
  assert.deepEqual(await runDay(app), told, "neither the cashier nor people of other accounts");
  app.clock.advance({ hours: 1 });
  await returnOne();
  assert.deepEqual(await runDay(app), [], "one email of a kind a day");
  await choose(await MerchantClient.of(app, MANAGER), "ach_returns", false);
  app.clock.advance({ hours: 23 });
  assert.deepEqual(await runDay(app), [`${OWNER.name} ach_returns`]);
  app.clock.advance({ hours: 24 });
  assert.deepEqual(await runDay(app), [], "the same returns are no news");
  const [first] = await emailsTo(app, OWNER.name);
  assert.equal(first?.subject, "ACH payments were returned: Main Street Books");
  assert.match(first?.text ?? "", /returned 1 ACH payment of Main Street Books for \$1\.00/);
  assert.match(first?.text ?? "", /https:\/\/pay\.example\/console\/transactions\?status=returned/);
  assert.match(first?.text ?? "", /https:\/\/pay\.example\/console\/security\n/);
  assert.match(first?.html ?? "", /<a href="https:\/\/pay\.example\/console\/security">/);
  await returnOne();
  await app.database.owner.rows`update pos_users set is_active = false where email = ${OWNER.name}`;
  app.clock.advance({ hours: 24 });
  assert.deepEqual(await runDay(app), [], "a disabled user gets nothing");
});

test("an email that waits is not sent after the login was disabled or its address changed", async (t) => {
  const app = await open(t);
  const { owner } = app.database;
  const books = await MerchantClient.of(app);
  const clinic = await MerchantClient.of(app, CLINIC_OWNER);
  await books.post("/settings/keys", { overlapHours: 24 });
  await clinic.post("/settings/keys", { overlapHours: 24 });
  const told = [`${OWNER.name} expiring_keys`, `${CLINIC_OWNER.name} expiring_keys`];
  assert.deepEqual(await runDay(app), told.toSorted());
  await owner.rows`update pos_users set email = 'new@books.test' where email = ${OWNER.name}`;
  await owner.rows`update pos_users set is_active = false where email = ${CLINIC_OWNER.name}`;
  for (const name of [OWNER.name, CLINIC_OWNER.name, "new@books.test"]) {
    assert.deepEqual(await emailsTo(app, name), []);
  }
  const left = await owner.rows<{ why: string }>`
    select set_aside_why as why from outbox where event = 'notification.expiring_keys'`;
  assert.deepEqual(left, [{ why: "not_wanted" }, { why: "not_wanted" }]);
});

test("the daily summary has the figures of the day before, and a day without payments has none", async (t) => {
  const app = await open(t);
  const client = await MerchantClient.of(app);
  await choose(client, "daily_summary", true);
  const sale = await client.sell({ amountCents: 123_400 });
  await client.change(sale.id, "refunds", { amountCents: 400 });
  assert.deepEqual(await runDay(app), [], "today is not over");
  app.clock.advance({ hours: 24 });
  assert.deepEqual(await runDay(app), [`${OWNER.name} daily_summary`]);
  const [email] = await emailsTo(app, OWNER.name);
  assert.equal(email?.subject, "Payments on November 16, 2026: Main Street Books");
  const figures = /had 1 sale for \$1,234\.00, 1 refund for \$4\.00 and 0 declined payments/;
  assert.match(email?.text ?? "", figures);
  app.clock.advance({ hours: 24 });
  assert.deepEqual(await runDay(app), []);
});

test("failing webhooks are told when they begin, not while they last", async (t) => {
  const app = await open(t);
  const { owner } = app.database;
  await insertEndpoint(owner, BOOKS);
  const now = app.clock.wall();
  await owner.rows`
    insert into outbox (account_id, kind, event, payload, created_at, due_at, tries)
    values (${BOOKS}, 'delivery', 'transaction.approved', '{}', ${now}, ${now}, 3)`;
  assert.deepEqual(await runDay(app), [`${OWNER.name} failing_webhooks`]);
  app.clock.advance({ hours: 24 });
  assert.deepEqual(await runDay(app), []);
  await owner.rows`update outbox set tries = 0 where kind = 'delivery'`;
  app.clock.advance({ hours: 24 });
  assert.deepEqual(await runDay(app), []);
  await owner.rows`update outbox set tries = 4 where kind = 'delivery'`;
  app.clock.advance({ hours: 24 });
  assert.deepEqual(await runDay(app), [`${OWNER.name} failing_webhooks`], "it began again");
  await owner.rows`delete from webhook_endpoints where account_id = ${BOOKS}`;
  await owner.rows`update outbox set tries = 0 where kind = 'delivery'`;
  app.clock.advance({ hours: 24 });
  assert.deepEqual(await runDay(app), []);
  const left = await owner.rows`select from notification_problems`;
  assert.deepEqual(left, [], "a problem ends although the endpoint is gone");
});

test("operators with an address are told problems of their home page once, and those they can solve", async (t) => {
  const app = await open(t);
  const { owner } = app.database;
  const [wall, soon] = [app.clock.wall(), app.clock.wall().add({ hours: 72 })];
  await owner.rows`
    insert into business_work (name, due_at, failures) values ('purge', ${wall}, 2)
    on conflict (name) do update set failures = 2`;
  await owner.rows`
    insert into ach_inbound_files (connection, name, digest, byte_count, received_at, state,
      item_count, unmatched_count)
    values ('first-bank', 'x.ach', '\\x01', 1, ${wall}, 'invalid', 0, 0)`;
  await owner.rows`
    insert into ach_rate_alerts (scope, subject_id, kind, level, rate, returned, debits, since)
    values ('account', ${BOOKS}, 'overall', 'over', 0.2, 20, 100, ${wall}),
      ('account', ${CLINIC}, 'overall', 'near', 0.14, 14, 100, ${wall})`;
  await owner.rows`
    insert into outbox (account_id, kind, event, payload, created_at, due_at, tries)
    values (${BOOKS}, 'delivery', 'transaction.approved', '{}', ${wall.subtract({ hours: 25 })},
      ${wall}, 9)`;
  const ask = (subject: string) => owner.rows`
    insert into approvals (kind, account_id, subject, details, state, requested_by, requested_at,
      expires_at)
    values ('credit', ${BOOKS}, ${subject}::bytea, '{}', 'requested', 'someone', ${app.clock.wall()},
      ${soon})`;
  await ask("one");
  assert.deepEqual(await runForOperators(app), [], "nobody has an address");
  await owner.rows`update operators set email = ${OPS} where user_name = 'operator'`;
  await owner.rows`
    insert into operators (user_name, password_hash, role, email)
    values ('helper', 'x', 'support', 'help@example.test'),
      ('new', 'x', 'administrator', 'new@example.test'),
      ('gone', 'x', 'administrator', 'gone@example.test')`;
  await owner.rows`update operators set must_change_password = true where user_name = 'new'`;
  await owner.rows`update operators set is_active = false where user_name = 'gone'`;
  const seen = ["bank_files", "failed_jobs", "return_rates"];
  const helper = seen.map((kind) => `help@example.test ${kind}`);
  const told = [...seen, "waiting_approvals"].map((kind) => `${OPS} ${kind}`);
  assert.deepEqual(await runForOperators(app), [...helper, ...told]);
  const operator = await ConsoleClient.signedIn(app.server, OPERATOR);
  assert.equal((await choose(operator, "failing_endpoints", true)).status, 204);
  assert.deepEqual(await runForOperators(app), [`${OPS} failing_endpoints`], "it still lasts");
  assert.deepEqual(await runForOperators(app), []);
  app.clock.advance({ hours: 1 });
  await ask("two");
  assert.deepEqual(await runForOperators(app), [], "one email of a kind a day");
  app.clock.advance({ hours: 23 });
  assert.deepEqual(await runForOperators(app), [`${OPS} waiting_approvals`]);
  const emails = await emailsTo(app, OPS);
  const rates = emails.find(({ subject }) => subject === "ACH return rates are above a limit");
  assert.match(rates?.text ?? "", /^1 return rate is above a limit of the network\./);
  const jobs = emails.find(({ subject }) => subject === "Scheduled jobs fail");
  assert.match(jobs?.text ?? "", /1 scheduled job fails .*: Delete expired payment data\./);
  assert.match(jobs?.text ?? "", /https:\/\/pay\.example\/console\/operations\/jobs/);
});

test("operators are told stuck payments, expiring certificates and old keys when they begin", async (t) => {
  const app = await open(t);
  const { owner } = app.database;
  await owner.rows`update operators set email = ${OPS} where user_name = 'operator'`;
  await owner.rows`update master_keys set created_at = ${app.clock.wall()}`;
  await owner.rows`update data_keys set created_at = ${app.clock.wall()}`;
  const days = (count: number) => app.clock.wall().add({ hours: 24 * count });
  const [soon, later] = [days(14), days(15)];
  const addAttempt = (id: number) => owner.rows`
    insert into open_attempts (account_id, attempt_id, transaction_id, transaction_type,
      amount_cents, fingerprint, request, started_at, lease_until, state, asked)
    values (${BOOKS}, gen_random_uuid(), ${id}::bigint, 'SALE', 4200, '', '{}',
      ${app.clock.wall()}, ${app.clock.wall()}, 'unknown', 4)`;
  await addAttempt(323_000_900_001);
  app.clock.advance({ minutes: 59 });
  assert.deepEqual(await runForOperators(app, [days(15)]), [], "nothing is due yet");
  app.clock.advance({ minutes: 2 });
  const told = [`${OPS} expiring_certificates`, `${OPS} stuck_payments`];
  assert.deepEqual(await runForOperators(app, [soon, later]), told);
  await addAttempt(323_000_900_002);
  app.clock.advance({ hours: 23 });
  assert.deepEqual(await runForOperators(app, [soon]), [`${OPS} stuck_payments`], "a newer one");
  app.clock.advance({ hours: 24 });
  assert.deepEqual(await runForOperators(app, [soon, later]), [`${OPS} expiring_certificates`]);
  const yearAgo = app.clock.wall().subtract({ hours: 24 * 366 });
  await owner.rows`update master_keys set created_at = ${yearAgo} where is_current`;
  assert.deepEqual(await runForOperators(app, [later]), [`${OPS} old_keys`]);
  app.clock.advance({ hours: 24 });
  assert.deepEqual(await runForOperators(app, []), [], "problems that last are no news");
  const texts = (await emailsTo(app, OPS)).map(({ text }) => text ?? "");
  assert.ok(texts.some((text) => /^1 payment has had no known result for an hour\./.test(text)));
  assert.ok(
    texts.some((text) => text.includes("expire within 14 days: 1. The first date is 2026-")),
  );
  assert.ok(texts.some((text) => text.includes("because of their age: the master key.")));
});

test("operators are notified every ten minutes, and not in safe mode", async (t) => {
  const { database, custody, clock } = await openShared(t, openTestApp);
  const config = testConfig();
  const clocks = openClocks(database.owner, config);
  const findJob = (isHeld: boolean) => {
    const needs = { custody, clock, clocks, hosts: testHosts(config), isHeld: () => isHeld };
    const jobs = listTimedJobs({ owner: database.owner, config }, needs);
    return jobs.find(({ name }) => name === NOTIFY_OPERATORS);
  };
  assert.equal(findJob(false)?.cron, "*/10 * * * *");
  assert.equal(await findJob(false)?.run(), "no notifications to send");
  assert.equal(await findJob(true)?.run(), "nobody is notified in safe mode");
});

test("partners are told due inspections once a month, and replaced parser keys", async (t) => {
  const app = await openManagementApp(t);
  const { harbor, ids, database, clock, server } = app;
  clock.set(MONDAY);
  const client = await harbor.post("/clients", newBody.client({ id: ids["harbor"] }));
  const device = await harbor.post("/devices", newBody.device({ client: { id: client } }));
  await harbor.patch(`/devices/${device}`, { deviceState: { name: "stored" } });
  await database.owner.rows`
    update devices set activation_date = null, entered_at = ${clock.business().subtract({ hours: 9_000 })}
    where id = ${device}`;
  const console = await ConsoleClient.signedIn(server, PARTNER);
  const path = `/management/credentials/${ids["harbor"]}`;
  const { version } = (await console.get<CredentialsView>(path)).body;
  const replaced = await console.post(`${path}/key`, { version, overlapHours: 48 });
  assert.equal(replaced.status, 200);
  const { email = "" } = await listOwn(console);
  const told = await runDay(app);
  assert.ok(told.includes(`${email} due_inspections`));
  assert.equal(told.filter((line) => line.endsWith("replaced_parser_keys")).length, 1);
  clock.advance({ hours: 24 });
  assert.deepEqual(await runDay(app), [], "the same month, and the same key");
  clock.set("2026-12-01T13:00:00Z");
  assert.ok((await runDay(app)).includes(`${email} due_inspections`));
});

test("both jobs have a name that operators understand, and the daily one comes once a day", async (t) => {
  const app = await openShared(t, openTestApp);
  const { name, next } = notificationWork(notifyNeeds(app));
  assert.equal(workLabel(name), "Email notifications to merchants and partners");
  assert.equal(workLabel(NOTIFY_OPERATORS), "Email notifications to operators");
  const at = next(Temporal.Instant.from("2026-11-18T13:00:00Z"));
  assert.equal(at.toString(), "2026-11-19T13:00:00Z");
});
