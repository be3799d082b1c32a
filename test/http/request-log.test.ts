/** The request log of certification: every call of every interface, masked, with its caller. */
import assert from "node:assert/strict";
import { request } from "node:http";
import { Readable } from "node:stream";
import { test } from "node:test";
import { RequestLog } from "../../src/core/request-log/request-log.ts";
import type { LoggedRequest } from "../../src/core/request-log/request-log-store.ts";
import { ACCOUNT, CARD, openTestApp, post } from "../kit/app.ts";
import { CARD_FIELDS, Customer } from "../kit/form-interface.ts";
import { type Lifetime, openShared } from "../kit/shared.ts";
import { until } from "../kit/until.ts";

interface Row {
  readonly request_id: string;
  readonly interface_name: string;
  readonly operation: string;
  readonly method: string;
  readonly status: number;
  readonly outcome: string;
  readonly error_code: string | null;
  readonly actor: string | null;
  readonly account_id: string | null;
  readonly partner_id: string | null;
  readonly transaction_id: string | null;
  readonly original_id: string | null;
  readonly amount_cents: string | null;
  readonly path: string;
  readonly request: string;
  readonly answer: string;
}

/** An app that the tests share, and the calls that come after this one. */
async function openLogged(t: Lifetime) {
  const app = await openShared(t, openTestApp);
  const { database, flush } = app;
  await flush();
  const [last] = await database.owner.rows<{ id: string }>`
    select coalesce(max(id), 0)::text as id from request_log`;
  const listRows = async (): Promise<readonly Row[]> => {
    await flush();
    return database.owner.rows<Row>`
      select * from request_log where id > ${last?.id ?? "0"} order by id`;
  };
  return { app, listRows };
}

const basic = `Basic ${Buffer.from("harbor:certification-partner").toString("base64")}`;
const SALE = { ...ACCOUNT, ...CARD, transaction_type: "SALE", response_format: "JSON" };

test("every call of every interface is logged with operation, caller, outcome and id", async (t) => {
  const { app, listRows } = await openLogged(t);
  const { server } = app;
  const paid = await post(server, "/api/qsapi/3.8", { ...SALE, transaction_amount: "5.00" });
  await post(server, "/api/tsapi/3.8", { ...ACCOUNT, action: "GET_TRANSACTION_ID" });
  await post(server, "/api/rsapi/3.8", { ...ACCOUNT, api_accesskey: "wrong" });
  await server.inject({ url: "/api/v1/partners", headers: { authorization: basic } });
  await server.inject({ method: "POST", url: "/api/decrypt/parser", payload: {} });
  await server.inject("/api/json/account?token=5b9af092-36d6-41a5-977c-fb202d55d491");
  const rows = await listRows();
  assert.deepEqual(
    rows.map(({ interface_name, operation, status, outcome, error_code, actor }) =>
      [interface_name, operation, status, outcome, error_code, actor].join(" | "),
    ),
    [
      "/api/qsapi/3.8 | Sale | 200 | approved |  | account 120000000001",
      "/api/tsapi/3.8 | Get transaction ID | 200 | success |  | account 120000000001",
      "/api/rsapi/3.8 | Report | 200 | error | 601 | ",
      "/api/v1 | List partners | 200 | success |  | contact 1 of partner 1",
      "/api/decrypt/parser | Parse payload | 401 | error | 3000 | ",
      "/api/json | Get the account | 401 | error |  | ",
    ],
  );
  assert.deepEqual(
    rows.map(({ account_id, partner_id }) => account_id ?? partner_id),
    [ACCOUNT.account_id, ACCOUNT.account_id, ACCOUNT.account_id, "1", null, null],
    "a failed login counts for the account that it named",
  );
  const [first, , , , , pos] = rows;
  assert.equal(first?.request_id, paid.headers["x-request-id"]);
  assert.match(first?.request ?? "", /transaction_amount=5\.00/);
  assert.match(first?.answer ?? "", /"authorization_message":"APPROVED"/);
  assert.doesNotMatch(first?.request ?? "", /4111111111111111|1{32}/);
  assert.doesNotMatch(pos?.path ?? "", /5b9af092/);
});

test("a payment is logged with amount, transaction and outcome, though its status is always 200", async (t) => {
  const { app, listRows } = await openLogged(t);
  const pay = async (fields: Record<string, string>) =>
    (await post(app.server, "/api/qsapi/3.8", { ...SALE, ...fields })).json();
  const sold = await pay({ transaction_amount: "5.00" });
  const original = { transaction_type: "REFUND", token_id: sold.transaction_id };
  const { response_format } = SALE;
  const refund = { ...ACCOUNT, ...original, response_format, transaction_amount: "2.00" };
  const refunded = (await post(app.server, "/api/qsapi/3.8", refund)).json();
  await pay({ transaction_amount: "1.02" });
  await pay({ transaction_amount: "five" });
  await pay({ transaction_type: "GIFT" });
  const rows = await listRows();
  assert.deepEqual(
    rows.map(({ operation, amount_cents, outcome, error_code }) => [
      operation,
      amount_cents,
      outcome,
      error_code,
    ]),
    [
      ["Sale", "500", "approved", null],
      ["Refund", "200", "approved", null],
      ["Sale", "102", "declined", "30002"],
      ["Sale", null, "error", "20003"],
      ["Payment", null, "error", "20002"],
    ],
  );
  const [sale, change] = rows;
  assert.equal(sale?.transaction_id, sold.transaction_id);
  assert.equal(change?.transaction_id, refunded.transaction_id);
  assert.equal(change?.original_id, sold.transaction_id);
});

test("the body of a refused request is logged and masked: damaged, too large, not logged in", async (t) => {
  const { app, listRows } = await openLogged(t);
  const { server } = app;
  const send = (url: string, type: string, payload: string) =>
    server.inject({ method: "POST", url, payload, headers: { "content-type": type } });
  const form = "application/x-www-form-urlencoded";
  const card = CARD.card_number;
  const secrets = `api_accesskey=${ACCOUNT.api_accesskey}&card_number=${card}&cvv=999`;
  await send("/api/qsapi/3.8", form, `${secrets}&name=%ZZ&note=damaged`);
  // Without a declared length, it is read until it is too large.
  const large = Readable.from([`note=large&${secrets}`, `&fill=${"x".repeat(1_100_000)}`]);
  await server.inject({
    method: "POST",
    url: "/api/qsapi/3.8",
    payload: large,
    headers: { "content-type": form, "transfer-encoding": "chunked" },
  });
  await send("/api/qsapi/3.8", "text/plain", `note=wrong-type&${secrets}`);
  const json = `{'note': 'not-json', 'partnerKey': 'hush-hush', "password": "hush-hush", x: ${card}`;
  await send("/api/decrypt/parser", "application/json", json);
  await send("/api/v1/clients", "application/json", `{"note":"no login","password":"hush-hush"}`);
  await send("/api/json/items/?token=none", form, `note=no+token&passsword=hush-hush`);
  const xml = `<sale><note>xml</note><cvv>999</cvv><passsword>hush-hush</passsword></sale>`;
  await send("/api/qsapi/3.8", "text/xml", xml);
  await send("/api/v1/clients", "text/xml", xml);
  // An unread body arrives after the answer.
  let rows: readonly Row[] = [];
  await until(async () => {
    rows = await listRows();
    return rows.length === 8;
  });
  const shown = rows.map(({ request }) => request);
  const notes = ["damaged", "large", "wrong-type", "not-json", "no login", "no\\+token"];
  for (const [place, note] of notes.entries()) assert.match(shown[place] ?? "", new RegExp(note));
  for (const hidden of shown.slice(notes.length)) {
    assert.equal(hidden, `(${xml.length} bytes, not shown: only forms and JSON are)`);
  }
  for (const text of shown) {
    assert.doesNotMatch(text, /4111111111111111|1{32}|999|hush-hush/);
    assert.ok(text.length < 17_000);
  }
  assert.ok(rows.every(({ outcome }) => outcome === "error"));
});

test("an incomplete body is cut before its end, which may be half of a card number", async (t) => {
  const { app, listRows } = await openLogged(t);
  const base = await app.server.listen({ host: "127.0.0.1", port: 0 });
  const body = `start=here&fill=${"x".repeat(400)}&note=4111 1111 1111`;
  const headers = { "content-type": "application/x-www-form-urlencoded", "content-length": 9_000 };
  const sent = request(`${base}/api/qsapi/3.8`, { method: "POST", headers });
  sent.on("error", () => {});
  sent.write(body, () => setImmediate(() => sent.destroy()));
  let rows: readonly Row[] = [];
  await until(async () => {
    rows = await listRows();
    return rows.length === 1;
  });
  const [row] = rows;
  assert.match(row?.request ?? "", /^start=here&fill=x+…$/);
});

test("scripts, pages and the console are not logged, but a change at an unknown address is", async (t) => {
  const { app, listRows } = await openLogged(t);
  const { server } = app;
  const page = await server.inject("/pay/books");
  const asset = /\/pay\/assets\/[\w.]+/.exec(page.body)?.[0] ?? assert.fail("no asset");
  for (const url of [
    asset,
    "/",
    "/favicon.ico",
    "/docs",
    "/health/ready",
    "/console/api/session",
  ]) {
    await server.inject(url);
  }
  await server.inject({ method: "POST", url: "/console/api/session", payload: {} });
  await server.inject({ method: "POST", url: "/qsapi/3.8", payload: { amount: 5 } });
  await server.inject("/api/qsapi/3.8");
  assert.deepEqual(
    (await listRows()).map(({ path, operation }) => [path, operation]),
    [
      ["/pay/books", "Open payment form"],
      ["/qsapi/3.8", "Unknown address"],
      ["/api/qsapi/3.8", "Method not allowed"],
    ],
  );
});

test("the log contains no token of a hosted form or receipt", async (t) => {
  const { app, listRows } = await openLogged(t);
  const customer = new Customer(app);
  const page = await customer.ticket();
  const sent = await customer.send({ token: page, ...CARD_FIELDS }, { accept: "application/json" });
  const { to } = JSON.parse(sent.body) as { readonly to: string };
  await customer.get(to);
  const rows = await listRows();
  assert.deepEqual(
    rows.map(({ operation, outcome, account_id, amount_cents }) => [
      operation,
      outcome,
      account_id,
      amount_cents,
    ]),
    [
      ["Open payment form", "success", ACCOUNT.account_id, null],
      ["Pay by payment form", "approved", ACCOUNT.account_id, "1234"],
      ["Open receipt", "success", ACCOUNT.account_id, null],
    ],
  );
  const kept = JSON.stringify(rows);
  for (const token of [page, to.split("/").at(-1) ?? ""]) {
    assert.ok(token.length > 60 && !kept.includes(token), "a token was logged");
  }
  assert.match(rows[1]?.answer ?? "", /"to":"\/pay\/books\/receipt\/\[token\]"/);
});

test("production logs no requests, and neither does a setting of 0 days", async (t) => {
  const { server, database, flush } = await openTestApp(t, {
    retention: { ...NOTHING, requestLogDays: 0 },
  });
  await post(server, "/api/tsapi/3.8", { ...ACCOUNT, action: "GET_TRANSACTION_ID" });
  await flush();
  assert.equal((await database.owner.rows`select from request_log`).length, 0);
});

const NOTHING = {
  parserJournalMonths: 13,
  transactionsMonths: 18,
  tokensMonths: 36,
  unspentIdsDays: 30,
  webhookAttemptsDays: 30,
  mailboxDays: 7,
  auditMonths: 12,
};

function aRequest(changes: Partial<LoggedRequest> = {}): LoggedRequest {
  return {
    requestId: "5b9af092-36d6-41a5-977c-fb202d55d491",
    receivedAt: Temporal.Instant.from("2026-11-15T12:00:00Z"),
    tookMs: 1,
    interfaceName: "/api/v1",
    operation: "List clients",
    method: "GET",
    path: "/",
    status: 200,
    outcome: "success",
    errorCode: undefined,
    actor: undefined,
    accountId: undefined,
    partnerId: undefined,
    transactionId: undefined,
    originalId: undefined,
    amountCents: undefined,
    address: "127.0.0.1",
    request: "",
    answer: "",
    ...changes,
  };
}

test("if the database is too slow, requests are dropped and counted, and no caller waits", async () => {
  const failures: unknown[] = [];
  const add = () => Promise.reject(new Error("database away"));
  const log = new RequestLog({ insertRequests: add }, (error) => failures.push(error));
  for (let index = 0; index < 6_000; index++) log.logRequest(aRequest());
  await log.flush();
  assert.equal(log.leftOut, 6_000);
  assert.equal(failures.length, 10);
});

test("memory is bounded, also while a write does not end", async () => {
  const stuck = Promise.withResolvers<void>();
  const log = new RequestLog({ insertRequests: () => stuck.promise }, () => {});
  for (let round = 0; round < 8; round++) {
    for (let index = 0; index < 1_000; index++) log.logRequest(aRequest());
    void log.flush();
  }
  assert.equal(log.leftOut, 3_000);
  const large = new RequestLog({ insertRequests: () => stuck.promise }, () => {});
  for (let index = 0; index < 100; index++)
    large.logRequest(aRequest({ request: "x".repeat(1_048_576) }));
  assert.ok(large.leftOut >= 83);
  stuck.resolve();
});

test("long texts are masked first and then cut, without breaking a character", async () => {
  const kept: LoggedRequest[] = [];
  const log = new RequestLog(
    { insertRequests: async (batch) => void kept.push(...batch) },
    () => {},
  );
  const card = "4111111111111111";
  const text = `${"x".repeat(16_384 - 8)}${card}😀\u0000`;
  log.logRequest(aRequest({ request: text, answer: "\ud800" }));
  await log.flush();
  const [row] = kept;
  assert.ok((row?.request.length ?? 0) < 16_400);
  assert.doesNotMatch(row?.request ?? "", /4111/);
  assert.ok(row?.request.isWellFormed() && row.answer.isWellFormed());
});
