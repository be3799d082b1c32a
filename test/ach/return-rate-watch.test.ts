/** The watch over return rates: alerts before the limits, once, and the stop of new debits. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { RateAlert } from "../../src/core/ach/rates/judge-rates.ts";
import { judgeRates } from "../../src/core/ach/rates/judge-rates.ts";
import { RateAlertStore } from "../../src/core/ach/rates/rate-alert-store.ts";
import { describeAlert, watchReturnRates } from "../../src/core/ach/rates/watch-rates.ts";
import { type ReturnRates, returnRates } from "../../src/core/ach/return-rates.ts";
import { addEntry, BOOKS, MONDAY, openAchOn } from "../kit/ach.ts";
import { openTestApp } from "../kit/app.ts";
import { pay } from "../kit/bank.ts";
import { NO_LIMITS } from "../kit/hooked-app.ts";
import { type Lifetime, openShared } from "../kit/shared.ts";
import { until } from "../kit/until.ts";

const SETTLED = "2026-11-20T15:00:00Z";

function ratesWith(accountId: string, debits: number, returned: readonly number[]): ReturnRates {
  const [unauthorized = 0, administrative = 0, overall = 0] = returned;
  const counts = { unauthorized, administrative, overall };
  const rates = { unauthorized: 0, administrative: 0, overall: 0 };
  return { accountId, accountName: null, debits, returned: counts, rates, over: [], near: [] };
}

const brief = (alerts: readonly RateAlert[]) =>
  alerts.map(({ scope, subjectId, kind, level }) => `${scope} ${subjectId} ${kind} ${level}`);

test("an alert comes at 80 % of a limit, and another one above it", () => {
  const judge = (debits: number, ...returned: number[]) =>
    brief(judgeRates([ratesWith(BOOKS, debits, returned)])).map((text) => text.split(" ").slice(2));
  assert.deepEqual(judge(1_000, 3, 0, 3), []);
  assert.deepEqual(judge(1_000, 4, 0, 4), [["unauthorized", "near"]]);
  assert.deepEqual(judge(1_000, 5, 0, 5), [["unauthorized", "near"]], "0.5 % is not above 0.5 %");
  assert.deepEqual(judge(1_000, 6, 0, 6), [["unauthorized", "over"]]);
  assert.deepEqual(judge(1_000, 0, 24, 24), [["administrative", "near"]]);
  assert.deepEqual(judge(1_000, 0, 31, 31), [["administrative", "over"]]);
  assert.deepEqual(judge(1_000, 0, 0, 120), [["overall", "near"]]);
  assert.deepEqual(judge(1_000, 0, 0, 151), [["overall", "over"]]);
});

test("the first return is an alert if it reaches the limit", () => {
  const judge = (debits: number) => brief(judgeRates([ratesWith(BOOKS, debits, [1, 0, 1])]));
  assert.deepEqual(judge(251), []);
  assert.deepEqual(judge(250), [`account ${BOOKS} unauthorized near`]);
  assert.deepEqual(judge(199), [`account ${BOOKS} unauthorized over`]);
});

test("accounts that send as one company are judged together, too", () => {
  const [one, other] = ["120000000001", "220000000001"];
  const alerts = judgeRates([
    ratesWith(one, 400, [1, 0, 1]),
    ratesWith(other, 100, [1, 0, 1]),
    ratesWith("120000000002", 100, [0, 0, 0]),
  ]);
  assert.deepEqual(brief(alerts), [
    `account ${other} unauthorized over`,
    "company 1000000001 unauthorized near",
  ]);
});

/** Eight debits, of which some are returned as closed accounts (R02), seen on Friday. */
async function openReturned(t: Lifetime, returned: number) {
  const app = await openTestApp(t, {}, NO_LIMITS);
  app.clock.set(MONDAY);
  const ach = await openAchOn(app);
  for (let n = 0; n < 8; n++) {
    await addEntry(ach, { accountNumber: n < returned ? "55512341002" : "55512345678" });
  }
  await ach.advance(SETTLED);
  return { app, ach };
}

const OPENERS = [0, 1, 2].map((returned) => (t: Lifetime) => openReturned(t, returned));

/** For tests that change settings or move the clock. */
const openWatched = async (t: Lifetime, returned: number) =>
  watchAnew(await openReturned(t, returned));
const shareWatched = async (t: Lifetime, returned: number) =>
  watchAnew(await openShared(t, OPENERS[returned] ?? assert.fail()));

/** Nobody has been told of a rate yet. */
async function watchAnew({ app, ach }: Awaited<ReturnType<typeof openReturned>>) {
  const told: RateAlert[] = [];
  const needs = {
    ...ach.needs,
    operatorEmail: "operators@sixdoors.test",
    onRateAlert: (alert: RateAlert) => told.push(alert),
  };
  await app.database.owner.rows`truncate ach_rate_alerts`;
  await app.database.owner.rows`delete from outbox where event = 'ach.return_rate'`;
  const watch = (at = SETTLED) => watchReturnRates(needs, Temporal.Instant.from(at));
  const mails = () => app.database.owner.rows<{ payload: { subject: string; text: string } }>`
    select payload::json as payload from outbox where event = 'ach.return_rate'`;
  return { app, told, watch, mails, ach };
}

test("a new alert is logged and mailed once", async (t) => {
  const { told, watch, mails } = await shareWatched(t, 2);
  assert.equal((await watch()).length, 2);
  assert.equal((await watch()).length, 0, "it is known");
  assert.deepEqual(brief(told), [
    `account ${BOOKS} administrative over`,
    `account ${BOOKS} overall over`,
  ]);
  const [mail, ...others] = await mails();
  assert.deepEqual(others, []);
  assert.equal(mail?.payload.subject, "ACH return rates above a limit");
  const [first] = told;
  assert.ok(first);
  const text = `The administrative return rate of account ${BOOKS} is 25.00 % (2 of 8 debits in 60 days), above the limit of 3.00 %.`;
  assert.equal(describeAlert(first), text);
  assert.ok(mail?.payload.text.includes(text));
});

test("an alert ends when the rate is low again", async (t) => {
  const { ach, watch } = await shareWatched(t, 2);
  const store = new RateAlertStore(ach.db);
  await watch();
  assert.deepEqual(await store.countAlerts(), { near: 0, over: 2 });
  await watch("2027-02-20T15:00:00Z");
  assert.deepEqual(await store.countAlerts(), { near: 0, over: 0 });
});

test("alerts are the rates that ach rates and the console show as near or over", async (t) => {
  for (const returned of [0, 1, 2]) {
    const { ach, watch } = await shareWatched(t, returned);
    const alerts = await watch();
    const shown = await returnRates(ach.db, Temporal.Instant.from(SETTLED), BOOKS);
    const kinds = (level: string) =>
      alerts.filter((alert) => alert.level === level).map(({ kind }) => kind);
    assert.deepEqual(
      shown.map(({ over, near }) => [over, near]),
      [[kinds("over"), kinds("near")]],
    );
  }
});

test("one return alerts and does not stop debits, the second one does", async (t) => {
  const { app, ach, told, watch } = await openWatched(t, 1);
  await app.database.owner.rows`update accounts set ach_return_stop = true where id = ${BOOKS}`;
  await watch();
  assert.deepEqual(brief(told), [
    `account ${BOOKS} administrative over`,
    `account ${BOOKS} overall near`,
  ]);
  app.clock.set("2026-11-20T15:10:00Z");
  const sale = { validate_ach_account: "0", bank_account_number: "55512351002" };
  assert.equal((await pay(app, sale)).authorization_message, "PENDING", "one return");
  await ach.advance("2026-11-28T15:00:00Z");
  assert.equal((await payUntilStopped(app)).error_code, 20024, "two returns");
});

test("the watch runs every morning after the returns were read", async (t) => {
  const { ach } = await openWatched(t, 2);
  await ach.advance("2026-11-21T15:00:00Z");
  assert.deepEqual(await new RateAlertStore(ach.db).countAlerts(), { near: 0, over: 2 });
});

test("by setting, new debits are refused while a rate is above its limit", async (t) => {
  const { app, watch } = await openWatched(t, 2);
  await watch();
  const sale = { validate_ach_account: "0" };
  assert.equal((await pay(app, sale)).authorization_message, "PENDING", "the setting is off");
  await app.database.owner.rows`
    update accounts set ach_return_stop = true where id in (120000000002, ${BOOKS})`;
  app.clock.set("2026-11-20T15:10:00Z");
  const refused = await payUntilStopped(app);
  assert.deepEqual([refused.error_code, refused.error_message], [20024, "ACH DEBITS STOPPED"]);
  const credit = await pay(app, { ...sale, transaction_type: "CREDIT" });
  assert.equal(credit.authorization_message, "PENDING", "credits go on");
  const CLINIC = { account_id: "120000000002", api_accesskey: "2".repeat(32) };
  const other = await pay(app, { ...sale, ...CLINIC });
  assert.equal(other.authorization_message, "PENDING", "another account is not stopped");
});

/** Settings of an account are in memory for a moment. */
async function payUntilStopped(app: Parameters<typeof pay>[0]) {
  let answer = await pay(app, { validate_ach_account: "0" });
  await until(async () => {
    if (answer.error_code === 0) answer = await pay(app, { validate_ach_account: "0" });
    return answer.error_code !== 0;
  });
  return answer;
}
