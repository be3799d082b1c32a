/** Exports of the console's lists: the same rows, permissions and tenants as the screens. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { formatStatus } from "../../console/parts/status-labels.ts";
import { heldCreditStatus } from "../../console/screens/merchant/texts.ts";
import { REVERSAL_REASONS } from "../../console/screens/operations/reversal-reasons.ts";
import { changeTexts } from "../../console/screens/operator/approval-texts.ts";
import { sqlIdentifier } from "../../src/db/sql.ts";
import { STATUS_LABELS, statusLabel } from "../../src/interfaces/console/lists/labels.ts";
import { HELD_CREDIT_LABELS } from "../../src/interfaces/console/lists/merchant-columns.ts";
import { changesText } from "../../src/interfaces/console/lists/operator-columns.ts";
import { parseCsv } from "../../src/values/csv.ts";
import { ACCOUNT, CARD, openTestApp, type TestApp } from "../kit/app.ts";
import { ConsoleClient, OPERATOR, PARTNER } from "../kit/console.ts";
import { sendPayment } from "../kit/guarded-app.ts";
import { insertEndpoint } from "../kit/insert-endpoint.ts";
import { recordExports } from "../kit/list-exports.ts";
import { CASHIER, CLINIC_OWNER, MerchantClient } from "../kit/merchant.ts";
import { type Lifetime, openShared } from "../kit/shared.ts";

const BOOKS = "120000000001";
const CLINIC = "120000000002";

/** Lists that are a part of a larger answer. */
const PARTS: Readonly<Record<string, string>> = {
  "/operations/attempts": "oldest",
  "/operations/outbox": "failed",
  "/operations/work": "work",
  "/operations/return-rates": "accounts",
};

/** Books has a row in the lists of a merchant. */
async function openFilled(t: Lifetime) {
  const app = await openTestApp(t);
  const { owner } = app.database;
  await insertEndpoint(owner, BOOKS);
  await owner.rows`
    update accounts set allows_credit = true, credit_approval_cents = 10000 where id = ${BOOKS}`;
  const send = (form: Record<string, string>) => sendPayment(app.server, { ...ACCOUNT, ...form });
  await send({ ...CARD, transaction_type: "STORE" });
  await send({ ...CARD, transaction_type: "SALE", transaction_amount: "12.34" });
  await send({ ...CARD, transaction_type: "CREDIT", transaction_amount: "101.00" });
  await send({ transaction_type: "SETTLE-BATCH" });
  await owner.rows`
    insert into bank_blocks values (${BOOKS}, 'x', 323000000001, 'R10', '5678', now())`;
  await app.flush();
  return { ...app, app };
}

interface AnyPage {
  readonly items: readonly object[];
  readonly next?: string;
}

/** All rows, as the screen reads them. */
async function countRows(client: ConsoleClient, path: string): Promise<number> {
  let count = 0;
  for (let [page, after] = [1, ""]; ; page++) {
    const query = `take=100&page=${page}&after=${after}&before=${after}`;
    const { status, body } = await client.get<Record<string, unknown>>(`${path}?${query}`);
    assert.equal(status, 200, path);
    const { items, next } = { items: body[PARTS[path] ?? "items"], next: body["next"] } as AnyPage;
    count += items.length;
    const isLast = next === undefined && (items.length < 100 || body["total"] === undefined);
    if (isLast) return count;
    after = next ?? "";
  }
}

async function readExport(client: ConsoleClient, path: string) {
  const { text, headers } = await client.download(path);
  assert.match(String(headers["content-type"]), /^text\/csv/, `${path}: ${text}`);
  return parseCsv(text).map(({ cells }) => cells);
}

test("an export needs what its list needs, and lists of customers need reports", () => {
  const stricter = ["/merchant/transactions", "/customers", "/merchant/held-credits"];
  const exports = recordExports();
  assert.ok(exports.length > 30, `${exports.length} exports`);
  for (const { path, listNeeds, exportNeeds } of exports) {
    const wanted = stricter.includes(path) ? ["payments", "reports"] : [listNeeds, listNeeds];
    assert.deepEqual([listNeeds, exportNeeds], wanted, path);
  }
});

test("an export has the rows of its list", async (t) => {
  const { app, server } = await openShared(t, openFilled);
  const clients = {
    "/operator": await ConsoleClient.signedIn(server, OPERATOR),
    "/management": await ConsoleClient.signedIn(server, PARTNER),
    "/": await MerchantClient.of(app),
  };
  const own = { ...clients, "/operations": clients["/operator"] };
  const areas = { ...own, "/certification": clients["/operator"] };
  const filled: string[] = [];
  for (const { path } of recordExports()) {
    if (path.includes(":") || path === "/merchant/transactions") continue;
    const start = `/${path.split("/")[1]}` as keyof typeof areas;
    const client = areas[start] ?? clients["/"];
    const count = await countRows(client, path);
    const [header, ...rows] = await readExport(client, `${path}.csv`);
    // Signing in and reading write to the logs meanwhile.
    if (path.startsWith("/operations/audit")) assert.ok(rows.length >= count, path);
    else assert.equal(rows.length, count, path);
    assert.ok(
      rows.every((row) => row.length === header?.length),
      path,
    );
    if (count > 0) filled.push(path);
  }
  for (const path of ["/customers", "/users", "/requests", "/operator/accounts"]) {
    assert.ok(filled.includes(path), path);
  }
});

test("an export that is longer than a page has every row once", async (t) => {
  const { app, server, database } = await openShared(t, openFilled);
  await database.owner.rows`
    insert into pos_users (account_id, email, first_name, role)
    select ${CLINIC}, 'user' || n || '@clinic.test', '=SUM(' || n || ')', 'cashier'
    from generate_series(1, 250) n`;
  const users = await readExport(await MerchantClient.of(app, CLINIC_OWNER), "/users.csv");
  const emails = users.slice(1).map(([, email = ""]) => email);
  assert.equal(new Set(emails).size, emails.length);
  assert.equal(emails.filter((email) => email.startsWith("user")).length, 250);
  assert.ok(
    users.some(([name]) => name === "'=SUM(7)"),
    "a formula is guarded",
  );
  await database.owner.rows`
    insert into business_runs (name, due_at, started_at, took_ms, outcome, summary)
    select 'purge', '2026-07-01', '2026-07-01T12:00Z', n, 'failed', 'run ' || n
    from generate_series(1, 250) n`;
  const operator = await ConsoleClient.signedIn(server, OPERATOR);
  const path = "/operations/runs.csv?outcome=failed&page=9&after=1&zone=Asia/Tokyo";
  const [header = [], ...runs] = await readExport(operator, path);
  assert.deepEqual(header.slice(1, 3), ["Result", "Started (Asia/Tokyo)"]);
  assert.deepEqual(runs[0]?.slice(1, 3), ["Failed", "2026-07-01 21:00:00+09:00"]);
  assert.equal(new Set(runs.map(([, , , , took]) => took)).size, 250);
  assert.equal(runs.length, 250);
});

test("a file is named after its list, its owner and its days", async (t) => {
  const { app, server } = await openShared(t, openFilled);
  const merchant = await MerchantClient.of(app);
  const name = async (client: ConsoleClient, path: string) =>
    (await client.download(path)).fileName;
  const days = "from=2026-11-01&to=2026-11-10";
  assert.equal(
    await name(merchant, `/requests.csv?${days}`),
    `request-log-${BOOKS}-2026-11-01-until-2026-11-10.csv`,
  );
  const times = "since=2026-11-01T00:00:00Z&until=2026-11-11T00:00:00Z";
  const operator = await ConsoleClient.signedIn(server, OPERATOR);
  assert.equal(
    await name(operator, `/operations/audit.csv?${times}`),
    "audit-log-2026-11-01-until-2026-11-10.csv",
  );
  assert.match(
    (await name(operator, `/operator/accounts/${BOOKS}/users.csv`)) ?? "",
    new RegExp(`^account-users-${BOOKS}-until-`),
  );
  const partner = await ConsoleClient.signedIn(server, PARTNER);
  assert.match(
    (await name(partner, "/management/devices.csv?zone=nowhere")) ?? "",
    /^devices-partner-\d+-until-\d{4}-\d\d-\d\d\.csv$/,
  );
});

test("hidden columns are not exported", async (t) => {
  const { server } = await openShared(t, openFilled);
  const partner = await ConsoleClient.signedIn(server, PARTNER);
  const [header] = await readExport(partner, "/management/devices.csv?columns=type,location");
  assert.deepEqual(header, ["Serial number", "Type", "Location"]);
});

test("users without the permission, or without a session, get no export", async (t) => {
  const { app, server } = await openShared(t, openFilled);
  const cashier = await MerchantClient.of(app, CASHIER);
  for (const path of ["/customers", "/merchant/held-credits"]) {
    assert.equal((await cashier.get(path)).status, 200, path);
    assert.equal((await cashier.get(`${path}.csv`)).status, 403, path);
  }
  const operator = await ConsoleClient.signedIn(server, OPERATOR);
  const nobody = new ConsoleClient(server);
  for (const { path } of recordExports()) {
    const url = `${path}.csv`.replaceAll(/:\w+/g, "1");
    assert.equal((await nobody.get(url)).status, 401, path);
    const isOperators = /^\/(operator|operations|certification)/.test(path);
    const other = isOperators ? cashier : operator;
    assert.equal((await other.get(url)).status, 403, path);
  }
  const unknown = await operator.get("/operator/accounts/999/users.csv");
  assert.equal(unknown.status, 404);
});

test("no merchant exports another's rows, with either wall alone", async (t) => {
  const { app, database } = await openFilled(t);
  const lists = [
    ["/merchant/batches", "card_batches"],
    ["/customers", "own_tokens"],
    ["/merchant/held-credits", "approvals"],
    ["/settings/bank-blocks", "bank_blocks"],
    ["/settings/webhook/deliveries", "outbox"],
    ["/users", "pos_users"],
    ["/requests", "request_log"],
  ] as const;
  const [books, clinic] = [
    await MerchantClient.of(app),
    await MerchantClient.of(app, CLINIC_OWNER),
  ];
  const ids = await database.owner.rows<{ id: string }>`
    select lpad(id::text, 12, '0') as id from transactions where account_id = ${BOOKS}`;
  const traces = ["books", "12\\.34", "101\\.00", "5678", ...ids.map(({ id }) => id)];
  const ofBooks = new RegExp(traces.join("|"), "i");
  const read = async (client: MerchantClient, path: string) =>
    (await readExport(client, `${path}.csv`)).flat().join(" ");
  for (const [path, table] of lists) {
    assert.match(await read(books, path), ofBooks, path);
    // Only the policy: the session belongs to Clinic, and the statement asks for Books.
    const hidden = await database.app.within(
      { accountId: CLINIC },
      (db) => db.rows`select from ${sqlIdentifier(table)} where account_id = ${BOOKS}`,
    );
    assert.deepEqual(hidden, [], table);
  }
  await turnPoliciesOff(app);
  for (const [path] of lists) assert.doesNotMatch(await read(clinic, path), ofBooks, path);
});

/** Only the statements' own conditions are left. */
async function turnPoliciesOff({ database }: TestApp): Promise<void> {
  const tables = await database.owner.rows<{ name: string }>`
    select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relrowsecurity and relkind in ('r', 'p')`;
  assert.ok(tables.length > 20);
  for (const { name } of tables) {
    await database.owner.rows`alter table ${sqlIdentifier(name)} disable row level security`;
  }
}

test("an export has the words of the page", () => {
  for (const status of Object.keys(STATUS_LABELS)) {
    assert.equal(statusLabel(status), formatStatus(status));
  }
  for (const status of ["in_transit", "delivered", "wrong_amount", "command_line"]) {
    assert.equal(statusLabel(status), formatStatus(status));
  }
  for (const [reason, label] of Object.entries(REVERSAL_REASONS)) {
    assert.equal(statusLabel(reason), label);
  }
  for (const [state, label] of Object.entries(HELD_CREDIT_LABELS)) {
    assert.equal(label, heldCreditStatus(state as keyof typeof HELD_CREDIT_LABELS));
  }
  const flags = { allowsCredit: true, allowsFreeCredit: true, dualControl: true };
  const before = {
    achProcessor: "bank",
    creditApprovalCents: 1234,
    cardTerminalId: "T1",
    ...flags,
  };
  const off = { allowsCredit: false, allowsFreeCredit: false, dualControl: false };
  const after = { achProcessor: null, creditApprovalCents: 100, cardTerminalId: null, ...off };
  assert.equal(changesText({ before, after }), changeTexts({ before, after }).join(". "));
});
