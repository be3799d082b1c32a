/** Reports sent by email: who gets a link, when, and what the link shows. */
import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import {
  type SendNeeds,
  scheduledReportWork,
  sendScheduledReports,
} from "../../src/core/reports/schedules/send-scheduled.ts";
import type {
  ReportScheduleLine,
  SentReportView,
} from "../../src/interfaces/console/business/contract.ts";
import { MONDAY } from "../kit/ach.ts";
import { openTestApp, type TestApp } from "../kit/app.ts";
import { emailsTo } from "../kit/emails.ts";
import { CASHIER, CLINIC_OWNER, MANAGER, MerchantClient } from "../kit/merchant.ts";
import { linksTo } from "../kit/test-config.ts";

const PATH = "/reports/schedules";
const BOOKS = "120000000001";
const CLINIC = "120000000002";
const DAILY = {
  name: "Declines",
  every: "day",
  hour: 8,
  question: { status: "DECLINED", preset: "this_year", columns: "transaction_id" },
};
const PUBLIC = "https://pay.example";

async function open(t: TestContext) {
  const app = await openTestApp(t);
  app.clock.set(MONDAY);
  const { custody, clock, database } = app;
  const needs: SendNeeds = {
    custody,
    clock,
    owner: database.owner,
    listDb: database.owner,
    links: linksTo(PUBLIC),
  };
  return { app, needs, client: await MerchantClient.of(app) };
}

async function listSchedules(client: MerchantClient) {
  return (await client.get<readonly ReportScheduleLine[]>(PATH)).body;
}

async function listMails({ database }: TestApp): Promise<readonly string[]> {
  const rows = await database.owner.rows<{ payload: { to: string; subject: string } }>`
    select payload from outbox where event = 'report.scheduled' order by id`;
  return rows.map(({ payload: { to, subject } }) => `${to}: ${subject}`);
}

/** The addresses behind the links, which emails hide until they are sent. */
async function listSentIds({ database }: TestApp): Promise<readonly string[]> {
  const rows = await database.owner.rows<{ id: string }>`
    select id from sent_reports order by sent_at, question ->> 'startDate'`;
  return rows.map(({ id }) => id);
}

const AT = (text: string) => Temporal.Instant.from(text);

test("a scheduled report is a link to the days before it, sent once", async (t) => {
  const { app, needs, client } = await open(t);
  assert.deepEqual(await scheduledReportWork(needs), [], "there is no work without a schedule");
  assert.equal((await client.post(PATH, DAILY)).status, 200);
  const [line] = await listSchedules(client);
  assert.deepEqual(
    [line?.name, line?.every, line?.hour, line?.lastSentAt],
    ["Declines", "day", 8, null],
  );
  assert.deepEqual(line?.question, { status: "DECLINED", columns: "transaction_id" });
  assert.equal(line?.recipient, "owner@books.test");
  const due = AT(line?.nextAt ?? "");
  assert.equal(due.toZonedDateTimeISO("America/New_York").hour, 8);
  assert.equal((await scheduledReportWork(needs)).length, 1);
  const none = await sendScheduledReports(needs, due.subtract({ hours: 1 }));
  assert.equal(none, "no reports to send");
  const runs = await Promise.all([1, 2, 3].map(() => sendScheduledReports(needs, due)));
  assert.equal(runs.filter((summary) => summary === "report links sent: 1").length, 1);
  const day = due.toZonedDateTimeISO("America/New_York").toPlainDate().subtract({ days: 1 });
  assert.deepEqual(await listMails(app), [`owner@books.test: Declines, ${day}, Main Street Books`]);
  const [id = ""] = await listSentIds(app);
  const { body } = await client.get<SentReportView>(`/reports/sent/${id}`);
  const { question } = body;
  assert.deepEqual([question.startDate, question.endDate], [`${day}`, `${day}`]);
  assert.equal(question.status, "DECLINED");
});

test("the days of a report by batch date are named in US Central time, others in the account's", async (t) => {
  const { app, needs, client } = await open(t);
  const zones = new Map([
    ["batch", "America/Chicago"],
    ["action", "America/New_York"],
  ]);
  for (const dateKind of zones.keys()) {
    await client.post(PATH, {
      ...DAILY,
      name: dateKind,
      question: { ...DAILY.question, dateKind },
    });
  }
  const at = app.clock.business().add({ hours: 24 });
  assert.equal(await sendScheduledReports(needs, at), "report links sent: 2");
  for (const id of await listSentIds(app)) {
    const { name, timeZone } = (await client.get<SentReportView>(`/reports/sent/${id}`)).body;
    assert.equal(timeZone, zones.get(name));
  }
  const emails = await emailsTo(app, "owner@books.test");
  assert.equal(emails.length, 2);
  for (const { subject, text } of emails) {
    const [name = ""] = subject.split(",");
    assert.ok(text?.includes(`(${zones.get(name)})`), text);
  }
});

test("after a downtime each period gets its link, so that no day is missing", async (t) => {
  const { app, needs, client } = await open(t);
  await client.post(PATH, DAILY);
  const [line] = await listSchedules(client);
  const late = AT(line?.nextAt ?? "").add({ hours: 49 });
  assert.equal(await sendScheduledReports(needs, late), "report links sent: 3");
  const days = await Promise.all(
    (await listSentIds(app)).map(async (id) => {
      const { body } = await client.get<SentReportView>(`/reports/sent/${id}`);
      return Temporal.PlainDate.from(body.question.startDate ?? "");
    }),
  );
  const [first] = days;
  assert.deepEqual(
    days.map((day) => first?.until(day).days),
    [0, 1, 2],
  );
});

test("a link needs a user of the account who may see reports, and expires after 14 days", async (t) => {
  const { app, needs, client } = await open(t);
  await client.post(PATH, DAILY);
  await sendScheduledReports(needs, app.clock.business().add({ hours: 24 }));
  const [id] = await listSentIds(app);
  const path = `/reports/sent/${id}`;
  const status = async (who: typeof CASHIER) =>
    (await (await MerchantClient.of(app, who)).get(path)).status;
  assert.deepEqual(
    [await status(MANAGER), await status(CASHIER), await status(CLINIC_OWNER)],
    [200, 403, 404],
  );
  const unsigned = await app.server.inject({ url: `/console/api${path}` });
  assert.equal(unsigned.statusCode, 401);
  assert.equal((await client.get("/reports/sent/x")).status, 404);
  await app.database.owner.rows`update sent_reports set expires_at = ${app.clock.wall()}`;
  assert.equal((await client.get(path)).status, 404);
  await sendScheduledReports(needs, AT(MONDAY));
  assert.deepEqual(await listSentIds(app), [], "expired links are removed");
});

test("a user who may no longer see reports gets no link, and a deleted user ends the schedule", async (t) => {
  const { app, needs } = await open(t);
  const manager = await MerchantClient.of(app, MANAGER);
  await manager.post(PATH, DAILY);
  const { owner } = app.database;
  await owner.rows`update pos_users set role = 'cashier' where email = ${MANAGER.name}`;
  const at = app.clock.business().add({ hours: 24 });
  assert.equal(await sendScheduledReports(needs, at), "no reports to send");
  assert.deepEqual(await listMails(app), []);
  const client = await MerchantClient.of(app);
  assert.equal((await listSchedules(client)).length, 1);
  await owner.rows`
    delete from console_sessions where person_id in
      (select id from pos_users where email = ${MANAGER.name})`;
  await owner.rows`delete from pos_users where email = ${MANAGER.name}`;
  assert.deepEqual(await listSchedules(client), []);
});

test("schedules belong to one account, are audited, and wrong values are named", async (t) => {
  const { app, client } = await open(t);
  const wrong = await client.post(PATH, { ...DAILY, every: "hour", hour: 24 });
  assert.deepEqual(Object.keys(wrong.body.error.fields ?? {}), ["every", "hour"]);
  await client.post(PATH, DAILY);
  const [line] = await listSchedules(client);
  const clinic = await MerchantClient.of(app, CLINIC_OWNER);
  assert.deepEqual(await listSchedules(clinic), []);
  assert.equal((await clinic.delete(`${PATH}/${line?.id}`)).status, 404);
  // Without the statements' own conditions, the database still hides the rows.
  const foreign = await app.database.app.within({ accountId: CLINIC }, async (db) => [
    ...(await db.rows`select from report_schedules where account_id = ${BOOKS}`),
    ...(await db.rows`select from sent_reports where account_id = ${BOOKS}`),
  ]);
  assert.deepEqual(foreign, []);
  const cashier = await MerchantClient.of(app, CASHIER);
  assert.equal((await cashier.get(PATH)).status, 403);
  assert.equal((await client.delete(`${PATH}/${line?.id}`)).status, 204);
  const acts = await app.database.owner.rows<{ action: string }>`
    select action from audit_entries where subject_kind = 'report_schedule' order by id`;
  assert.deepEqual(
    acts.map(({ action }) => action),
    ["report_schedule.create", "report_schedule.remove"],
  );
});
