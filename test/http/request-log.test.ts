/** The request log of certification: every call of every interface, masked, with its caller. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { RequestLog } from "../../src/core/request-log/request-log.ts";
import type { LoggedRequest } from "../../src/core/request-log/request-log-store.ts";
import { ACCOUNT, CARD, openTestApp, post } from "../kit/app.ts";
import { CARD_FIELDS, Customer } from "../kit/form-interface.ts";

interface Row {
  readonly request_id: string;
  readonly interface_name: string;
  readonly method: string;
  readonly status: number;
  readonly actor: string | null;
  readonly address: string;
  readonly path: string;
  readonly request: string;
  readonly answer: string;
}

const basic = `Basic ${Buffer.from("harbor:certification-partner").toString("base64")}`;

test("every call of every interface is logged, with request, answer, actor and id", async (t) => {
  const { server, database, flush } = await openTestApp(t);
  const sale = { ...ACCOUNT, ...CARD, transaction_type: "SALE", transaction_amount: "5.00" };
  const paid = await post(server, "/api/qsapi/3.8", { ...sale, response_format: "JSON" });
  await post(server, "/api/tsapi/3.8", { ...ACCOUNT, action: "GET_TRANSACTION_ID" });
  await post(server, "/api/rsapi/3.8", { ...ACCOUNT, api_accesskey: "wrong" });
  await server.inject({ url: "/api/v1/partners", headers: { authorization: basic } });
  await server.inject({ method: "POST", url: "/api/decrypt/parser", payload: {} });
  await server.inject("/api/json/account?token=5b9af092-36d6-41a5-977c-fb202d55d491");
  await server.inject("/health/ready");
  await flush();
  const rows = await database.owner.rows<Row>`select * from request_log order by id`;
  assert.deepEqual(
    rows.map(({ interface_name, method, status, actor }) => [
      interface_name,
      method,
      status,
      actor,
    ]),
    [
      ["/api/qsapi/3.8", "POST", 200, "account 120000000001"],
      ["/api/tsapi/3.8", "POST", 200, "account 120000000001"],
      ["/api/rsapi/3.8", "POST", 200, null],
      ["/api/v1", "GET", 200, "contact 1 of partner 1"],
      ["/api/decrypt/parser", "POST", 401, null],
      ["/api/json", "GET", 401, null],
    ],
  );
  const [first, , , , , pos] = rows;
  assert.equal(first?.request_id, paid.headers["x-request-id"]);
  assert.match(first?.request ?? "", /transaction_amount=5\.00/);
  assert.match(first?.answer ?? "", /"authorization_message":"APPROVED"/);
  assert.doesNotMatch(first?.request ?? "", /4111111111111111|1{32}/);
  assert.doesNotMatch(pos?.path ?? "", /5b9af092/);
});

test("the log contains no token of a hosted form or receipt", async (t) => {
  const app = await openTestApp(t);
  const { database, flush } = app;
  const customer = new Customer(app);
  const page = await customer.ticket();
  const sent = await customer.send({ token: page, ...CARD_FIELDS }, { accept: "application/json" });
  const { to } = JSON.parse(sent.body) as { readonly to: string };
  await customer.get(to);
  await flush();
  const rows = await database.owner.rows<Row>`select * from request_log order by id`;
  assert.equal(rows.length, 3);
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
    method: "GET",
    path: "/",
    status: 200,
    actor: undefined,
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
