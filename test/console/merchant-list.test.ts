/** The transaction list: search, order, export, saved views, and whose transactions a user sees. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { transactionStatus } from "../../console/screens/merchant/texts.ts";
import { statesInGroups, TRANSACTION_STATES } from "../../src/core/payments/moves.ts";
import { COLUMN_SQL } from "../../src/core/transactions/list/list-columns-sql.ts";
import { exportQuery } from "../../src/core/transactions/list/list-export-store.ts";
import { SavedViewStore } from "../../src/core/transactions/list/saved-view-store.ts";
import { LIST_COLUMNS, NEWEST_FIRST } from "../../src/core/transactions/list/transaction-filter.ts";
import { TransactionListStore } from "../../src/core/transactions/list/transaction-list-store.ts";
import { sql } from "../../src/db/sql.ts";
import type { SavedView, TransactionList } from "../../src/interfaces/console/merchant/contract.ts";
import {
  AGENT,
  addAgentUser,
  CASHIER,
  CLINIC_OWNER,
  MANAGER,
  MerchantClient,
} from "../kit/merchant.ts";
import { openReportEnvironment } from "../kit/reports.ts";
import { type Lifetime, openShared } from "../kit/shared.ts";

const BOOKS = "120000000001";
const CLINIC = "120000000002";
/** An account without an agent. */
const ALONE = "120000000003";

async function open(t: Lifetime) {
  const env = await openReportEnvironment(t);
  const [ada, grace, edsger, clinic, alone] = await env.add(
    {
      first_name: "Ada",
      last_name: "Byron",
      email: "Ada@example.com",
      custom_id: "A-77",
      last4: "4242",
      card_brand: "VISA",
      amount_cents: 5_000,
      refunded_cents: 1_000,
      authorized_at: "2026-11-14T17:00:00.123456Z",
    },
    {
      first_name: "Grace",
      last_name: "Hopper",
      description: '=HYPERLINK("http://evil.example")',
      last4: "1881",
      amount_cents: 4_242,
      authorized_at: "2026-11-13T17:00:00Z",
    },
    { last_name: "dijkstra", transaction_type: "REFUND", state: "refunded", amount_cents: 700 },
    { account_id: CLINIC, last_name: "Byron" },
    { account_id: ALONE, last_name: "Byron" },
  );
  return { ...env, owner: await MerchantClient.of(env), ada, grace, edsger, clinic, alone };
}

async function idsOf(client: MerchantClient, query: Record<string, string>) {
  return (await client.list(query)).items.map(({ id }) => id);
}

test("a search finds last four, amount, name, email, order number and ID", async (t) => {
  const { owner, ada, grace } = await openShared(t, open);
  for (const [text, ids] of [
    ["1881", [grace]],
    ["4242", [ada]],
    ["42.42", [grace]],
    ["$50.00", [ada]],
    ["50", [ada]],
    ["byron", [ada]],
    ["ADA@EXAMPLE", [ada]],
    ["a-77", [ada]],
    [ada ?? "", [ada]],
    ["nobody", []],
  ] as const) {
    assert.deepEqual(await idsOf(owner, { q: text }), ids, text);
  }
});

test("a list is ordered by every column, and its pages fit together", async (t) => {
  const { owner, ada, grace, edsger } = await openShared(t, open);
  assert.deepEqual(await idsOf(owner, { sort: "at" }), [grace, edsger, ada]);
  assert.deepEqual(await idsOf(owner, { sort: "-amount" }), [ada, grace, edsger]);
  assert.deepEqual(await idsOf(owner, { sort: "amount" }), [edsger, grace, ada]);
  assert.deepEqual(await idsOf(owner, { sort: "name" }), [ada, edsger, grace]);
  for (const column of LIST_COLUMNS) {
    for (const sort of [column, `-${column}`]) {
      const whole = await idsOf(owner, { sort });
      assert.deepEqual(await readByPages(owner, sort), whole, sort);
    }
  }
  // The position of another order, and a damaged one, start at the beginning.
  const { next = "" } = await owner.list({ sort: "name", take: "1" });
  const damaged = Buffer.from('["x\\u0000","1"]').toString("base64url");
  for (const after of [next, damaged, "nonsense"]) {
    assert.equal((await idsOf(owner, { sort: "amount", after })).length, 3, after);
  }
});

test("a position that the database cannot read starts at the beginning", async (t) => {
  const { owner } = await openShared(t, open);
  for (const [sort, key] of [
    ["at", "+275760-09-13T00:00:00Z"],
    ["-at", "0000-01-01T00:00:00Z"],
    ["amount", "2147483648"],
    ["-refunded", "-999999999999"],
  ] as const) {
    const after = Buffer.from(JSON.stringify([key, "1"])).toString("base64url");
    assert.equal((await idsOf(owner, { sort, after })).length, 3, key);
  }
});

async function readByPages(client: MerchantClient, sort: string): Promise<string[]> {
  const ids: string[] = [];
  for (let after = ""; ; ) {
    const page: TransactionList = await client.list({ sort, take: "1", after });
    ids.push(...page.items.map(({ id }) => id));
    if (page.next === undefined) return ids;
    after = page.next;
  }
}

test("an export has the rows, order and columns of the list, with the zone of its times", async (t) => {
  const { owner, ada, grace } = await openShared(t, open);
  const query = "sort=-amount&min=40&columns=at,id,state,amount,description";
  const { headers, text } = await owner.download(`/merchant/transactions.csv?${query}`);
  assert.match(String(headers["content-type"]), /^text\/csv/);
  assert.equal(
    headers["content-disposition"],
    `attachment; filename="transactions-${BOOKS}-until-2026-11-15.csv"`,
  );
  assert.deepEqual(text.split("\r\n"), [
    "Date (America/New_York),Transaction ID,Status,Description,Amount",
    `2026-11-14 12:00:00-05:00,${ada},Partially refunded,,50.00`,
    `2026-11-13 12:00:00-05:00,${grace},Paid,"'=HYPERLINK(""http://evil.example"")",42.42`,
    "",
  ]);
  const refunds = await owner.download(
    "/merchant/transactions.csv?type=REFUND&columns=type,amount",
  );
  assert.equal(refunds.text, "Type,Amount\r\nRefund,-7.00\r\n");
  const all = await owner.download("/merchant/transactions.csv?from=2026-11-13&to=2026-11-14");
  assert.match(String(all.headers["content-disposition"]), /-2026-11-13-until-2026-11-14\.csv/);
  assert.equal(all.text.split("\r\n")[0]?.split(",").length, LIST_COLUMNS.length);
  assert.equal((await owner.get("/merchant/transactions.csv?q=nobody")).status, 409);
});

test("an export labels every state as the page does", async (t) => {
  const { database } = await openShared(t, open);
  const open_ = statesInGroups("open");
  const cases = TRANSACTION_STATES.filter((state) => !open_.includes(state)).flatMap((state) =>
    [0, 40, 100].flatMap((refundedCents) =>
      [true, false].map((isBatched) => ({ state, refundedCents, isBatched, amountCents: 100 })),
    ),
  );
  const rows = await database.owner.rows<{ label: string }>`
    select ${COLUMN_SQL.state.shown} as label from (
      select state, "refundedCents" as refunded_cents, "amountCents" as amount_cents,
        case when "isBatched" then now() end as batched_at
      from json_to_recordset(${JSON.stringify(cases)}::json) as
        one (state text, "refundedCents" int, "isBatched" bool, "amountCents" int)) one`;
  assert.deepEqual(
    rows.map(({ label }) => label),
    cases.map((line) => transactionStatus(line).label),
  );
});

test("a view belongs to one user, and keeps filters, order and columns only", async (t) => {
  const { owner, ...app } = await openShared(t, open);
  const settings = { status: "declined", sort: "-amount", hide: "email", after: "x", token: "y" };
  const kept = { status: "declined", sort: "-amount", hide: "email" };
  const saved = await owner.post<{ id: string }>("/merchant/views", { name: "Declines", settings });
  assert.equal(saved.status, 200);
  const views = async (client: MerchantClient) =>
    (await client.get<readonly SavedView[]>("/merchant/views")).body;
  assert.deepEqual(await views(owner), [{ id: saved.body.id, name: "Declines", settings: kept }]);
  await owner.post("/merchant/views", { name: "Declines", settings: { q: "ada" } });
  assert.deepEqual(
    (await views(owner)).map((view) => view.settings),
    [{ q: "ada" }],
  );
  const [manager, clinic] = [
    await MerchantClient.of(app, MANAGER),
    await MerchantClient.of(app, CLINIC_OWNER),
  ];
  for (const other of [manager, clinic]) {
    assert.deepEqual(await views(other), []);
    assert.equal((await other.delete(`/merchant/views/${saved.body.id}`)).status, 404);
  }
  const long = { name: "Long", settings: { q: "x".repeat(201) } };
  assert.equal((await owner.post("/merchant/views", long)).status, 422);
  assert.equal((await owner.post("/merchant/views", { name: " ", settings: {} })).status, 422);
  // Each wall alone: the statement's own condition, and the policy of the table.
  const views_ = (scope: string, accountId: string) =>
    app.database.app.within({ accountId: scope }, (db) =>
      new SavedViewStore(db, { accountId, userId: "1" }).listViews(),
    );
  assert.deepEqual(await views_(CLINIC, BOOKS), []);
  const [row] = await app.database.owner.rows<{ user_id: string }>`
    select user_id from saved_views where account_id = ${BOOKS}`;
  const byOwner = new SavedViewStore(app.database.owner, {
    accountId: CLINIC,
    userId: row?.user_id ?? "",
  });
  assert.deepEqual(await byOwner.listViews(), []);
  assert.equal((await owner.delete(`/merchant/views/${saved.body.id}`)).status, 204);
  assert.deepEqual(await views(owner), []);
});

test("a user has at most 50 views", async (t) => {
  const { owner } = await openShared(t, open);
  const save = (place: number) =>
    owner.post("/merchant/views", { name: `View ${place}`, settings: {} });
  const answers = await Promise.all(Array.from({ length: 55 }, (_, place) => save(place)));
  assert.equal(answers.filter(({ status }) => status === 200).length, 50);
  assert.equal(answers.filter(({ status }) => status === 409).length, 5);
});

test("an agent's users view their sub-accounts' transactions, and no others", async (t) => {
  const { clinic, alone, ...app } = await openShared(t, open);
  await addAgentUser(app);
  const agent = await MerchantClient.of(app, AGENT);
  const below = await agent.get<readonly { id: string }[]>("/merchant/sub-accounts");
  assert.deepEqual(
    below.body.map(({ id }) => id),
    [BOOKS, CLINIC],
  );
  assert.deepEqual(await idsOf(agent, { account: CLINIC }), [clinic]);
  assert.deepEqual(await idsOf(agent, {}), []);
  const file = await agent.download(`/merchant/transactions.csv?account=${CLINIC}&columns=id`);
  assert.equal(file.text, `Transaction ID\r\n${clinic}\r\n`);
  const shown = await agent.get<{ actions: object }>(
    `/merchant/transactions/${clinic}?account=${CLINIC}`,
  );
  assert.deepEqual([shown.status, shown.body.actions], [200, {}]);
  const cashier = await MerchantClient.of(app, CASHIER);
  for (const [client, account, status] of [
    [agent, ALONE, 404],
    [app.owner, CLINIC, 404],
    [app.owner, AGENT.accountId, 404],
    [cashier, CLINIC, 403],
  ] as const) {
    const id = account === ALONE ? alone : clinic;
    for (const path of ["", `/${id}`, ".csv"]) {
      const answer = await client.get(`/merchant/transactions${path}?account=${account}`);
      const isExportOfCashier = client === cashier && path === ".csv";
      assert.equal(answer.status, isExportOfCashier ? 403 : status, `${account} ${path}`);
    }
  }
  assert.deepEqual((await app.owner.get("/merchant/sub-accounts")).body, []);
  assert.equal((await cashier.get("/merchant/sub-accounts")).status, 403);
});

test("an agent with more than 500 sub-accounts views each of them", async (t) => {
  const app = await open(t);
  await addAgentUser(app);
  const ids = await app.database.owner.rows<{ id: string }>`
    insert into accounts (id, name, time_zone, currency, parent_id)
    select 130000000000 + place, 'Shop ' || place, 'America/New_York', 'USD', ${AGENT.accountId}
    from generate_series(1, 600) place returning id`;
  const last = ids.at(-1)?.id ?? "";
  const [sale] = await app.add({ account_id: last });
  const agent = await MerchantClient.of(app, AGENT);
  assert.deepEqual(await idsOf(agent, { account: last }), [sale]);
  const shown = await agent.get(`/merchant/transactions/${sale}?account=${last}`);
  assert.equal(shown.status, 200);
  for (const path of ["/merchant/sub-accounts", "/reports/choices"]) {
    const { body } = await agent.get<object>(path);
    assert.match(JSON.stringify(body), new RegExp(last), path);
  }
});

test("the list and its export keep accounts apart with either wall alone", async (t) => {
  const { database, clinic } = await openShared(t, open);
  const list = { filter: {}, order: NEWEST_FIRST, after: undefined };
  // Only the statement's condition: the owner of the tables sees every row.
  const ownerOnly = new TransactionListStore(database.owner);
  const { items } = await ownerOnly.findPage({ ...list, accountId: CLINIC }, 10);
  assert.deepEqual(
    items.map(({ id }) => id),
    [clinic],
  );
  const query = { ...list, accountId: CLINIC, timeZone: "UTC", columns: ["id"] as const };
  assert.equal((await database.owner.rows`${exportQuery(query)}`).length, 1);
  // Only the policy: the statement asks for another account than the session's.
  const hidden = await database.app.within(
    { accountId: BOOKS },
    (db) => db.rows`select from transactions one where ${sql`one.account_id = ${CLINIC}`}`,
  );
  const copied = await database.app.within(
    { accountId: BOOKS },
    (db) => db.rows`${exportQuery(query)}`,
  );
  assert.deepEqual([hidden, copied], [[], []]);
});
