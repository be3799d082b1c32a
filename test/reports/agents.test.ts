/** Reports of agents and their sub-accounts, reportable form fields, and row-level security. */
import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { Sql } from "../../src/db/sql.ts";
import { ACCOUNT, OTHER_ACCOUNT } from "../kit/app.ts";
import { addOwnAccount } from "../kit/own-account.ts";
import { parseCsv, parseXml } from "../kit/read-back.ts";
import { openOwnReports, openReportEnvironment, type Row } from "../kit/reports.ts";

const INVALID = "621 Invalid Parameter";

/** An agent in Chicago with sub-accounts in New York and Chicago, and an account of nobody's. */
async function openAgent(t: TestContext) {
  const stranger = await openOwnReports(t);
  const chicago = { time_zone: "America/Chicago" };
  const agent = await addOwnAccount(stranger, { ...chicago, agent: true, ach: null });
  const env = await openOwnReports(t, { parent: agent.account_id });
  const other = await addOwnAccount(env, { ...chicago, parent: agent.account_id });
  const ids = { one: env.login.account_id, another: other.account_id };
  return { env, agent, ...ids, lonely: stranger.login.account_id };
}

async function agentEnvironment(t: TestContext) {
  const { env, agent, one, another, lonely } = await openAgent(t);
  const [books, clinic, , own] = await env.add(
    { authorized_at: "2026-11-14T18:00:00Z" },
    { account_id: another },
    { account_id: lonely },
    { account_id: agent.account_id },
  );
  return { env, agent, one, another, lonely, books, clinic, own };
}

test("sub_account_ids=all covers every sub-account, and each record has its own account_id", async (t) => {
  const { env, agent, one, another, books, clinic } = await agentEnvironment(t);
  const records = await env.recordsOf({ ...agent, sub_account_ids: "all" });
  assert.deepEqual(
    records.map(({ account_id, transaction_id }) => [account_id, transaction_id]),
    [
      [one, books],
      [another, clinic],
    ],
  );
});

test("sub_account_ids accepts a comma list, and repeats count once", async (t) => {
  const { env, agent, one, another, books, clinic } = await agentEnvironment(t);
  const of = (sub_account_ids: string) => env.idsOf({ ...agent, sub_account_ids });
  assert.deepEqual(await of(another), [clinic]);
  assert.deepEqual(await of(`${another}, ${one},${one}`), [books, clinic]);
});

test("without sub_account_ids an agent's report has the agent's own account", async (t) => {
  const { env, agent, own } = await agentEnvironment(t);
  assert.deepEqual(await env.idsOf(agent), [own]);
});

test("an id that is not a sub-account, or the parameter from another account, is 621", async (t) => {
  const { env, agent, one, lonely } = await agentEnvironment(t);
  const wrong = [
    lonely,
    `${one},${lonely}`,
    agent.account_id,
    "999999999999",
    "abc",
    "1,,2",
    ",",
    "ALL of them",
    "1".repeat(13),
  ];
  for (const sub_account_ids of wrong) {
    assert.equal((await env.ask({ ...agent, sub_account_ids })).said, INVALID, sub_account_ids);
  }
  for (const sub_account_ids of ["all", one]) {
    assert.equal((await env.ask({ sub_account_ids })).said, INVALID);
  }
});

test("an agent without sub-accounts has no data", async (t) => {
  const { env, agent } = await agentEnvironment(t);
  await env.database.owner.rows`
    update accounts set parent_id = null where parent_id = ${agent.account_id}`;
  assert.equal((await env.ask({ ...agent, sub_account_ids: "all" })).said, "608 No Data");
});

test("a disabled sub-account stays in the agent's reports", async (t) => {
  const { env, agent, one } = await agentEnvironment(t);
  const { owner } = env.database;
  await owner.rows`update accounts set is_active = false where id = ${one}`;
  assert.equal((await env.idsOf({ ...agent, sub_account_ids: "all" })).length, 2);
});

test("the agent's time zone applies to all its accounts", async (t) => {
  const { env, agent } = await openAgent(t);
  // The 13th in Chicago, but the 14th in New York, where the shop is.
  const [id] = await env.add({ authorized_at: "2026-11-14T05:30:00Z" });
  const form = { ...agent, sub_account_ids: "all", transaction_date: "2026-11-13" };
  const [record] = await env.recordsOf(form);
  assert.deepEqual(
    [record?.["transaction_id"], record?.["authorization_date"], record?.["time_zone"]],
    [id, "2026-11-13 23:30:00", "CST"],
  );
  assert.deepEqual(await env.idsOf({ transaction_date: "2026-11-13" }), []);
});

async function formEnvironment(t: TestContext) {
  const { env, agent, one, another } = await openAgent(t);
  const add = (name: string, account_id: string, fields: readonly string[]) =>
    env.database.owner.rows`
      insert into payment_forms (account_id, name, title, methods, reportable_fields)
      values (${account_id}, ${`${name}-${account_id}`}, ${name}, '{card}', ${fields})`;
  await add("b-donate", one, ["Gift aid", "email", "Member no."]);
  await add("a-join", one, ["Member no.", "Größe"]);
  await add("c-clinic", another, ["Doctor"]);
  return { ...env, agent, another };
}

const FIELDS = { "Member no.": "7", "Gift aid": 'yes, "of course"', email: "x@y.z", hidden: "no" };
const NAMES = ["Member no.", "Größe", "Gift aid", "form_email"];

test("reportable_fields=1 adds the fields of the account's forms at the end, by form and position", async (t) => {
  const env = await formEnvironment(t);
  await env.add({ form_name: "b-donate", form_fields: FIELDS, email: "ada@example.com" }, {});
  const [record = {}, plain = {}] = await env.recordsOf({ reportable_fields: "1" });
  assert.deepEqual(Object.keys(record).slice(-4), NAMES);
  const values = (row: Row) => NAMES.map((name) => row[name]);
  assert.deepEqual(values(record), ["7", "", 'yes, "of course"', "x@y.z"]);
  assert.equal(record["email"], "ada@example.com");
  assert.deepEqual(values(plain), ["", "", "", ""]);
  assert.doesNotMatch(JSON.stringify(record), /hidden/);
  const [without = {}] = await env.recordsOf();
  assert.equal(Object.keys(without).at(-1), "zip");
});

test("form fields have the same names in CSV, and escaped names in XML", async (t) => {
  const env = await formEnvironment(t);
  await env.add({ form_fields: FIELDS });
  const csv = await env.ask({ reportable_fields: "1" });
  assert.deepEqual(parseCsv(csv.body)[0]?.slice(-4), NAMES);
  const xml = await env.ask({ reportable_fields: "1", response_format: "XML" });
  const names = parseXml(xml.body).children[0]?.children.map(({ name }) => name);
  assert.deepEqual(names?.slice(-4), ["Member_x0020_no.", "Größe", "Gift_x0020_aid", "form_email"]);
});

test("an agent's report has the form fields of all sub-accounts", async (t) => {
  const { agent, another, ...env } = await formEnvironment(t);
  await env.add({ account_id: another, form_fields: { Doctor: "Who" } });
  const form = { ...agent, sub_account_ids: "all", reportable_fields: "true" };
  const [record = {}] = await env.recordsOf(form);
  assert.deepEqual(Object.keys(record).slice(-5), [...NAMES, "Doctor"]);
  assert.equal(record["Doctor"], "Who");
});

test("row-level security: without a named account the application's role sees no transaction", async (t) => {
  const env = await openReportEnvironment(t);
  const [id] = await env.add({}, { account_id: OTHER_ACCOUNT.account_id });
  await env.addUpdates({
    account_id: ACCOUNT.account_id,
    transaction_id: id,
    update_number: 1,
    status: "SETTLED\\FUNDED",
    action_at: "2026-11-14T12:00:00Z",
    is_late: false,
  });
  const { app } = env.database;
  for (const setting of ["sixdoors.account_id", "sixdoors.account_ids"]) {
    const counts = await app.atomically(async (db) => {
      const seen: number[] = [];
      for (const ids of ["", ACCOUNT.account_id, "1", "120000000001,120000000002"]) {
        if (setting.endsWith("_id") && ids.includes(",")) continue;
        // Unlike set_config(), SET LOCAL reaches the workers of a cluster.
        await db.rows`${new Sql([`set local ${setting} = '${ids}'`], [])}`;
        const [row] = await db.rows<{ count: number }>`
          select ((select count(*) from transactions) + (select count(*) from report_records)
            + 10 * (select count(*) from ach_updates))::int as count`;
        seen.push(row?.count ?? -1);
      }
      return seen;
    });
    assert.deepEqual(counts, setting.endsWith("_id") ? [0, 12, 0] : [0, 12, 0, 14]);
  }
  await assert.rejects(app.rows`select from transactions_323`, /permission denied/);
});
