/**
 * What the dashboard, its lists and scheduled reports read, behind two walls: the statement names the
 * account, and row-level security hides other accounts' rows. Each is tested with the other one off.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import { AccountRecordStore } from "../../src/core/accounts/account-record-store.ts";
import { forceCutOffs } from "../../src/core/ach/forced/force-cut-off.ts";
import { forceReturn } from "../../src/core/ach/forced/force-return.ts";
import { AttentionStore } from "../../src/core/attention/attention-store.ts";
import { BankBlockStore } from "../../src/core/bank-accounts/bank-block-store.ts";
import { DaySumsStore } from "../../src/core/dashboard/day-sums-store.ts";
import { SumsStore } from "../../src/core/dashboard/sums-store.ts";
import { ReportableStore } from "../../src/core/reports/reportable-store.ts";
import { ScheduleStore } from "../../src/core/reports/schedules/schedule-store.ts";
import { sendScheduledReports } from "../../src/core/reports/schedules/send-scheduled.ts";
import { BatchListStore } from "../../src/core/transactions/batch-list-store.ts";
import { NEWEST_FIRST } from "../../src/core/transactions/list/transaction-filter.ts";
import { TransactionListStore } from "../../src/core/transactions/list/transaction-list-store.ts";
import { MerchantTransactionStore } from "../../src/core/transactions/merchant-transaction-store.ts";
import type { Database } from "../../src/db/database.ts";
import type { DatabasePool } from "../../src/db/database-pool.ts";
import { MONDAY, openAchOn } from "../kit/ach.ts";
import { ACCOUNT, openTestApp, type TestApp } from "../kit/app.ts";
import { pay as payByBank } from "../kit/bank.ts";
import { openForeignSession } from "../kit/foreign-session.ts";
import { sendPayment } from "../kit/guarded-app.ts";
import { AGENT, MerchantClient } from "../kit/merchant.ts";
import { type Lifetime, openShared } from "../kit/shared.ts";
import { linksTo } from "../kit/test-config.ts";

const BOOKS = "120000000001";
const CLINIC = "120000000002";
const BY = { actor: { kind: "command_line", name: "test" } } as const;
const ZONE = "America/New_York";
const LONG_AGO = Temporal.Instant.from("2026-01-01T00:00:00Z");
const PERIOD = { from: LONG_AGO, until: LONG_AGO.add({ hours: 8_784 }) };
const PAGE = { before: undefined, take: 10 };
const SCHEDULE = { name: "Daily", every: "day", hour: 8, question: { preset: "today" } };

/** Books has something of every kind. No other account has anything. */
async function open(t: Lifetime) {
  const app = await openTestApp(t);
  const { clock, custody, database } = app;
  clock.set(MONDAY);
  const ach = await openAchOn(app);
  const client = await MerchantClient.of(app);
  await client.sell();
  await sendPayment(app.server, { ...ACCOUNT, transaction_type: "SETTLE-BATCH" });
  const sale = await client.sell();
  const { transaction_id: id } = await payByBank(app);
  await forceCutOffs(ach.needs, undefined, BY);
  await forceReturn(ach.needs, { transactionId: String(id), code: "R10" }, BY);
  await payByBank(app, { bank_account_number: "998877665" });
  await addWebhooks(app);
  await client.get("/merchant/days");
  await client.post("/reports/schedules", SCHEDULE);
  const sending = { custody, clock, owner: database.owner, links: linksTo("https://pay.example") };
  await sendScheduledReports(sending, clock.business().add({ hours: 24 }));
  const [report] = await database.owner.rows<{ id: string }>`select id from sent_reports`;
  const [schedule] = await database.owner.rows<{ id: string }>`select id from report_schedules`;
  const foreign = openForeignSession(database);
  const ids = { sale: sale.id, report: report?.id ?? "", schedule: schedule?.id ?? "" };
  return { ...app, foreign, ids };
}

/** One that was given up, and one that failed several times. */
async function addWebhooks({ database, clock }: TestApp): Promise<void> {
  const now = clock.wall();
  await database.owner.rows`
    insert into outbox (account_id, kind, event, payload, created_at, due_at, tries, set_aside_at,
      set_aside_why)
    values (${BOOKS}, 'delivery', 'transaction.approved', '{}', ${now}, ${now}, 9, ${now}, 'expired'),
      (${BOOKS}, 'delivery', 'transaction.approved', '{}', ${now}, ${now}, 9, null, null)`;
}

type Ids = Awaited<ReturnType<typeof open>>["ids"];
type Reads = Readonly<Record<string, () => Promise<number>>>;

/** How much of an account each read finds. */
function readsOf(db: DatabasePool, accountId: string, ids: Ids): Reads {
  return {
    ...attentionReads(db, accountId),
    ...dashboardReads(db, accountId),
    ...depositReads(db, accountId),
    ...scheduleReads(db, accountId, ids),
    ...listReads(db, accountId, ids),
  };
}

function attentionReads(db: DatabasePool, accountId: string): Reads {
  const store = new AttentionStore(db);
  return {
    "returned payments": async () => (await store.sumReturns(accountId, LONG_AGO)).count,
    "retried webhooks": () => store.countRetriedWebhooks(accountId),
    "failed webhooks": () => store.countFailedWebhooks(accountId, LONG_AGO),
    "blocked bank accounts": () =>
      countWithin(db, accountId, (scope) => new BankBlockStore(scope).listBlocks(accountId, 10)),
  };
}

function dashboardReads(db: DatabasePool, accountId: string): Reads {
  const [sums, kept] = [new SumsStore(db), new DaySumsStore(db)];
  return {
    "sums of a period": async () => (await sums.sumPeriod(accountId, PERIOD)).approvedCount,
    "sums of days": async () => (await sums.sumDays(accountId, PERIOD, ZONE)).length,
    "entries in flight": async () => (await sums.sumUnsettledEntries(accountId)).waitingCount,
    "stored sums of days": async () =>
      (await kept.findDaySums(accountId, "2026-01-01", ZONE)).length,
  };
}

function depositReads(db: DatabasePool, accountId: string): Reads {
  const store = new BatchListStore(db);
  const batch = { number: 1, closedAt: Temporal.Instant.from(MONDAY) };
  const totals = { transactionCount: 1, netCents: 0 };
  return {
    "the open batch": async () => (await store.sumOpenBatch(accountId)).transactionCount,
    "card batches": async () => (await store.listCardBatches(accountId, PAGE)).length,
    "one card batch": async () => ((await store.findCardBatch(accountId, "1")) ? 1 : 0),
    "brands of a batch": async () =>
      (await store.sumBrands(accountId, { ...batch, ...totals })).length,
    "ACH batches": async () => (await store.listAchBatches(accountId, PAGE)).length,
  };
}

function scheduleReads(db: DatabasePool, accountId: string, { report }: Ids): Reads {
  const read = <Found>(work: (store: ScheduleStore) => Promise<readonly Found[]>) =>
    countWithin(db, accountId, (scope) => work(new ScheduleStore(scope, accountId)));
  return {
    "report schedules": () => read((store) => store.listSchedules()),
    "a sent report": () =>
      read(async (store) => [(await store.findSentReport(report, LONG_AGO)) ?? []].flat()),
  };
}

function listReads(db: DatabasePool, accountId: string, { sale }: Ids): Reads {
  const one = new MerchantTransactionStore(db);
  const question = { accountId, filter: {}, order: NEWEST_FIRST, after: undefined };
  return {
    "the list of transactions": async () =>
      (await new TransactionListStore(db).findPage(question, 10)).items.length,
    "one transaction": async () => ((await one.findTransaction(accountId, sale)) ? 1 : 0),
    "its timeline": async () => ((await one.findHistory(accountId, sale)) ? 1 : 0),
  };
}

function countWithin(
  db: DatabasePool,
  accountId: string,
  list: (scope: Database) => Promise<readonly unknown[]>,
): Promise<number> {
  return db.within({ accountId }, async (scope) => (await list(scope)).length);
}

async function listFinds(reads: Reads): Promise<readonly string[]> {
  const finds: string[] = [];
  for (const [name, read] of Object.entries(reads)) if ((await read()) > 0) finds.push(name);
  return finds;
}

test("the statements of the dashboard and of scheduled reports name the account, without row-level security", async (t) => {
  const { database, foreign, ids } = await openShared(t, open);
  assert.deepEqual(await listFinds(readsOf(database.owner, CLINIC, ids)), []);
  // The policies let the session see the rows, so only the statements keep the accounts apart.
  foreign.tenant = { accountId: BOOKS };
  assert.deepEqual(await listFinds(readsOf(foreign, CLINIC, ids)), []);
});

test("row-level security hides the dashboard and scheduled reports, whatever the statements say", async (t) => {
  const { foreign, ids } = await openShared(t, open);
  for (const accountId of [CLINIC, AGENT.accountId ?? ""]) {
    foreign.tenant = { accountId };
    assert.deepEqual(await listFinds(readsOf(foreign, BOOKS, ids)), [], accountId);
  }
});

test("with both walls an account finds its own records, so that the tests above can fail", async (t) => {
  const { database, ids } = await openShared(t, open);
  const reads = readsOf(database.app, BOOKS, ids);
  assert.deepEqual(await listFinds(reads), Object.keys(reads));
});

test("neither wall alone lets an account change another's day sums and report schedules", async (t) => {
  const { database, foreign, ids } = await openShared(t, open);
  const count = async () => {
    const [row] = await database.owner.rows<{ days: number; schedules: number }>`
      select (select count(*)::int from day_sums) as days,
        (select count(*)::int from report_schedules) as schedules`;
    return row;
  };
  const before = await count();
  const keeping = { timeZone: ZONE, from: "2100-01-01", now: LONG_AGO };
  const [own, other] = [{ accountId: BOOKS }, { accountId: CLINIC }];
  for (const [session, named] of [[own, other] as const, [other, own] as const]) {
    foreign.tenant = session;
    await new DaySumsStore(foreign).saveDaySums(named.accountId, [], keeping);
    const removed = await foreign.within(named, (db) =>
      new ScheduleStore(db, named.accountId).removeSchedule(ids.schedule),
    );
    assert.equal(removed, undefined);
    assert.deepEqual(await count(), before, session.accountId);
    const day = { day: "2026-11-01", saleCount: 1, saleCents: 1, refundCount: 0, refundCents: 0 };
    const sums = [{ ...day, approvedCount: 1, declinedCount: 0 }];
    const late = { ...keeping, from: "2000-01-01" };
    await assert.rejects(
      new DaySumsStore(foreign).saveDaySums(named.accountId, sums, late),
      /row-level security/,
    );
  }
});

test("an agent's sub-accounts are those that name it, and an account without any has none", async (t) => {
  const { database } = await openShared(t, open);
  // Accounts have no row-level security: the interfaces look them up before a tenant is known.
  const list = async (parentId: string) => {
    const accounts = await new AccountRecordStore(database.app).listAccounts({
      parentId,
      take: 500,
    });
    const ids = accounts.map(({ id }) => id);
    assert.deepEqual(await new ReportableStore(database.app).listSubAccounts(parentId), ids);
    return ids;
  };
  assert.deepEqual(await list(AGENT.accountId ?? ""), [BOOKS, CLINIC]);
  assert.deepEqual(await list(BOOKS), []);
});
