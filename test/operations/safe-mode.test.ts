/**
 * A restored copy in safe mode: the database refuses payments and every claim of work, whatever a process
 * believes, until an operator releases it.
 */
import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import type { AchNeeds } from "../../src/core/ach/ach-needs.ts";
import type { BankConnection } from "../../src/core/ach/connections/bank-connection.ts";
import { exchangeWithBank } from "../../src/core/ach/exchange.ts";
import { CalendarStore } from "../../src/core/calendar/calendar-store.ts";
import { runDueWork } from "../../src/core/calendar/run-due-work.ts";
import { WorkClaimStore } from "../../src/core/calendar/work-claim-store.ts";
import { CardHostStore } from "../../src/core/card-hosts/card-host-store.ts";
import { DeliveryStore } from "../../src/core/outbox/claims/delivery-store.ts";
import { MailRoute } from "../../src/core/outbox/mail-route.ts";
import { OpenAttemptStore } from "../../src/core/payments/attempts/open-attempt-store.ts";
import { scheduledReportWork } from "../../src/core/reports/schedules/send-scheduled.ts";
import { releaseSafeMode, turnSafeModeOn } from "../../src/core/safe-mode/change-safe-mode.ts";
import { SafeModeStore } from "../../src/core/safe-mode/safe-mode-store.ts";
import { watchSafeMode } from "../../src/jobs/watch-safe-mode.ts";
import type { Mail } from "../../src/ports/mailer.ts";
import { ACCOUNT, CARD, openTestApp, post, type TestApp } from "../kit/app.ts";
import { TEST_CLUSTER } from "../kit/cluster.ts";
import { runHere } from "../kit/command-process.ts";
import { ConsoleClient, OWNER } from "../kit/console.ts";
import { DELIVERED, ScriptedSender, TestOutbox } from "../kit/outbox.ts";
import { openShared } from "../kit/shared.ts";
import { linksTo } from "../kit/test-config.ts";
import { until } from "../kit/until.ts";

const ACTOR = { kind: "command_line", name: "ann" } as const;
const WORKER = "00000000-0000-4000-8000-000000000001";
const SALE = { ...ACCOUNT, ...CARD, transaction_type: "SALE", transaction_amount: "25.00" };
const NOT_ALLOWED = "42501";

function send({ server }: TestApp, form: Record<string, string>) {
  return post(server, "/api/qsapi/3.8", { ...form, response_format: "JSON" });
}

async function openSafeApp(t: TestContext): Promise<TestApp> {
  const app = await openShared(t, openTestApp);
  await turnSafeModeOn(app.database.owner, ACTOR, "restored to a moment");
  return app;
}

async function release({ database }: TestApp): Promise<void> {
  await releaseSafeMode(database.owner, ACTOR);
}

test("in safe mode payments and changes of payments are refused, and later they are taken", async (t) => {
  const app = await openShared(t, openTestApp);
  const paid = (await send(app, SALE)).json();
  assert.equal(paid.transaction_approved, true);
  await openSafeApp(t);
  const token = { ...ACCOUNT, token_id: paid.token_id ?? paid.transaction_id };
  for (const form of [SALE, { ...token, transaction_type: "REVERSAL" }]) {
    const refused = await send(app, form);
    assert.match(refused.body, /50000/);
    assert.match(String(refused.headers["x-error-detail"]), /restored copy in safe mode/);
  }
  const [{ orders } = { orders: -1 }] = await app.database.owner.rows<{ orders: number }>`
    select count(*)::int as orders from simulator.card_orders`;
  assert.equal(orders, 1);
  await release(app);
  assert.equal((await send(app, SALE)).json().transaction_approved, true);
});

test("in safe mode nothing is claimed: no events, open payments, files or questions", async (t) => {
  const app = await openSafeApp(t);
  const { payments } = app.database;
  const now = app.clock.wall();
  const lease = now.add({ seconds: 20 });
  const shares = [{ accountId: ACCOUNT.account_id, number: 1, most: 5 }];
  const claims = { worker: WORKER, now, until: lease, shares };
  const deliveries = new DeliveryStore(payments);
  const attempts = new OpenAttemptStore(payments);
  for (const claim of [
    async () => (await deliveries.claimEvents({ ...claims, kind: "delivery" })).events,
    async () => (await deliveries.claimEvents({ ...claims, kind: "mail" })).events,
    () => attempts.claimAbandoned(now, lease, 5),
    () => payments.rows`update ach_files set created_at = created_at`,
    () => payments.rows`update verification_leases set holder = holder`,
  ]) {
    // A cluster does not even send the update if nothing is waiting.
    const result = await claim().catch(({ code }) => code as string);
    const isIdle = TEST_CLUSTER !== undefined && result.length === 0;
    assert.ok(result === NOT_ALLOWED || isIdle, String(claim));
  }
  await release(app);
  assert.deepEqual(await attempts.claimAbandoned(now, lease, 5), []);
});

test("in safe mode no due work runs and no card host is opened", async (t) => {
  const app = await openSafeApp(t);
  const { owner } = app.database;
  const due = { name: "test work", dueAt: app.clock.business() };
  await new CalendarStore(owner).addNewWork([due]);
  const connection = { kind: "json", url: "https://host.example" } as never;
  await new CardHostStore(owner).insertHost({ name: "acquirer", connection });
  assert.equal(await new WorkClaimStore(owner).claimWork(due, [due.name]), undefined);
  assert.deepEqual(await new CardHostStore(owner).listHostsToOpen(), []);
  await release(app);
  assert.ok(await new WorkClaimStore(owner).claimWork(due, [due.name]));
  assert.equal((await new CardHostStore(owner).listHostsToOpen()).length, 1);
});

/** Processes that know nothing of safe mode and try to send everything that is due in the next day. */
function openSenders({ database, custody, clock }: TestApp) {
  const outbox = new TestOutbox(database, custody, clock);
  const webhooks = new ScriptedSender(() => DELIVERED);
  const mails: Mail[] = [];
  const send = async (mail: Mail) => {
    mails.push(mail);
    return { kind: "sent", answer: "250 ok" } as const;
  };
  const route = new MailRoute({ mailer: { send }, custody, isActiveLogin: async () => true });
  const dispatchers = [outbox.dispatcher(webhooks), outbox.dispatcher(webhooks, { route })];
  const reports = { owner: database.owner, listDb: database.owner, custody, clock };
  const sendAll = async () => {
    const work = await scheduledReportWork({ ...reports, links: linksTo("https://pay.example") });
    const onFailure = ({ error }: { readonly error: unknown }) => assert.fail(String(error));
    const due = { db: database.owner, clock, work, onFailure };
    await runDueWork(due, clock.business().add({ hours: 24 }));
    for (const one of dispatchers) await outbox.drain(one).catch(() => {});
  };
  return { sendAll, mails, webhooks };
}

test("in safe mode no scheduled report, no email and no test event is sent, and later all are", async (t) => {
  const app = await openShared(t, openTestApp);
  const owner = await ConsoleClient.signedIn(app.server, OWNER);
  const schedule = { name: "Declines", every: "day", hour: 8, question: { status: "DECLINED" } };
  assert.equal((await owner.post("/reports/schedules", schedule)).status, 200);
  const endpoint = { url: "https://shop.example/hook" };
  assert.equal((await owner.post("/settings/webhook/endpoints", endpoint)).status, 200);
  const forgotten = { email: OWNER.name };
  assert.equal((await owner.post("/password/forgotten", forgotten)).status, 204);
  await openSafeApp(t);
  assert.equal((await owner.post("/settings/webhook/endpoints/1/test")).status, 200);
  const { sendAll, mails, webhooks } = openSenders(app);
  await sendAll();
  assert.deepEqual([mails, webhooks.events], [[], []]);
  await release(app);
  await sendAll();
  const subjects = mails.map(({ subject }) => subject.split(",")[0]);
  assert.deepEqual(subjects.toSorted(), ["Choose a new password", "Declines"]);
  assert.ok(webhooks.events.includes("webhook.test"));
});

test("in safe mode a forgotten password is refused with the reason, for any address", async (t) => {
  const app = await openSafeApp(t);
  const visitor = new ConsoleClient(app.server);
  const { owner } = app.database;
  const countEmails = () => owner.rows`select from outbox where kind = 'mail'`;
  const before = (await countEmails()).length;
  for (const email of [OWNER.name, "nobody@shop.test"]) {
    const { status, body } = await visitor.post("/password/forgotten", { email });
    assert.equal(status, 503);
    assert.match(body.error.message, /restored copy in safe mode\. .* sends no email/);
    const form = { account_id: ACCOUNT.account_id, email };
    const answer = await post(app.server, "/api/json/account/password/reset/", form);
    assert.equal(answer.statusCode, 503);
    assert.match(answer.json().detail, /restored copy in safe mode/);
  }
  assert.equal((await countEmails()).length, before);
  await release(app);
});

test("in safe mode no bank is called", async (t) => {
  const app = await openSafeApp(t);
  const networks = { somewhere: new Proxy({}, { get: () => assert.fail("the bank was called") }) };
  const needs = { db: app.database.payments, networks } as unknown as AchNeeds;
  const bank = { name: "bank", network: "somewhere" } as unknown as BankConnection;
  const { failures, ...done } = await exchangeWithBank(needs, bank, app.clock.business());
  assert.deepEqual([failures, done], [[], { sent: 0, files: 0, items: 0 }]);
  await release(app);
});

test("both changes of safe mode are audited with the person, and repeating them does nothing", async (t) => {
  const app = await openSafeApp(t);
  const { owner } = app.database;
  assert.equal(await turnSafeModeOn(owner, ACTOR, "again"), false);
  const state = await new SafeModeStore(owner).readSafeMode();
  assert.deepEqual([state?.reason, state?.startedBy], ["restored to a moment", "ann"]);
  await releaseSafeMode(owner, ACTOR);
  assert.equal(await releaseSafeMode(owner, ACTOR), undefined);
  const entries = await owner.rows<{ action: string; actor_name: string }>`
    select action, actor_name from audit_entries where subject_id = 'safe_mode' order by id desc limit 2`;
  assert.deepEqual(entries, [
    { action: "safe_mode.release", actor_name: "ann" },
    { action: "safe_mode.start", actor_name: "ann" },
  ]);
});

test("jobs notice the release within their next round, and readiness shows safe mode", async (t) => {
  const app = await openTestApp(t);
  const { owner } = app.database;
  const changes: boolean[] = [];
  await turnSafeModeOn(owner, ACTOR, "restored");
  const watch = await watchSafeMode({ db: owner, onChange: (on) => changes.push(on), everyMs: 10 });
  assert.equal(watch.isOn(), true);
  await until(async () => (await app.server.inject("/health/ready")).json().status === "safe mode");
  const { checks } = (await app.server.inject("/health/ready")).json();
  assert.match(JSON.stringify(checks), /In safe mode since .*restored.*sixdoors restore release/);
  await releaseSafeMode(owner, ACTOR);
  await until(() => !watch.isOn());
  await watch.stop();
  assert.deepEqual(changes, [true, false]);
});

test("in safe mode the clock is not moved and no charge is reversed, and the commands say why", async (t) => {
  const app = await openSafeApp(t);
  const settings = { DATABASE_URL: app.database.url, MASTER_KEY: "7e57".repeat(16) };
  const range = "2026-11-17T10:00:00Z..2026-11-17T11:00:00Z";
  const commands = [
    ["clock", "advance", "1h"],
    ["reconcile", "--against-host", range, "--reverse"],
  ];
  for (const words of commands) {
    const { code, stderr } = await runHere(words, { ...settings, LOG_LEVEL: "silent" });
    assert.equal(code, 1, stderr);
    assert.match(stderr, /in safe mode: restored to a moment\. .*`sixdoors restore release`/);
  }
  await release(app);
});
