/** The status interface (area D): ids in advance and the status of a transaction. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { ACCOUNT, CARD, OTHER_ACCOUNT, openTestApp, post, type TestApp } from "../kit/app.ts";
import { openShared } from "../kit/shared.ts";

const SALE = { ...ACCOUNT, ...CARD, transaction_type: "SALE", transaction_amount: "12.34" };
const NO_ERROR = { error: false, error_code: 0, error_message: null, error_msg: null };

async function pay({ server }: TestApp, changes: Record<string, string> = {}) {
  const form = { ...SALE, response_format: "JSON", ...changes };
  return (await post(server, "/api/qsapi/3.8", form)).json();
}

async function ask({ server }: TestApp, changes: Record<string, string>) {
  const form = { ...ACCOUNT, response_format: "JSON", ...changes };
  return (await post(server, "/api/tsapi/3.8", form)).json();
}

const statusOf = (app: TestApp, transaction_id: string) =>
  ask(app, { action: "GET_TRANSACTION_STATUS", transaction_id });

async function ordersOf({ database }: TestApp): Promise<number> {
  return (await database.owner.rows`select from simulator.card_orders`).length;
}

function errorOf(code: number, message: string) {
  return { error: true, error_code: code, error_message: message, error_msg: message };
}

test("GET_TRANSACTION_ID answers an id and the error fields, nothing else", async (t) => {
  const app = await openShared(t, openTestApp);
  const answer = await ask(app, { action: "GET_TRANSACTION_ID" });
  const { transaction_id } = answer;
  assert.match(transaction_id, /^\d{12}$/);
  assert.deepEqual(Object.entries(answer), Object.entries({ transaction_id, ...NO_ERROR }));
  const other = await ask(app, { action: "GET_TRANSACTION_ID" });
  assert.notEqual(other.transaction_id, transaction_id);
});

test("an issued id that is not used yet is not found", async (t) => {
  const app = await openShared(t, openTestApp);
  const { transaction_id } = await ask(app, { action: "GET_TRANSACTION_ID" });
  assert.deepEqual(await statusOf(app, transaction_id), { found: false, ...NO_ERROR });
});

test("an id fetched in advance pays once, and the same request gets the same answer", async (t) => {
  const app = await openTestApp(t);
  const { transaction_id } = await ask(app, { action: "GET_TRANSACTION_ID" });
  const first = await pay(app, { transaction_id, card_verification: "123" });
  assert.equal(first.transaction_id, transaction_id);
  assert.deepEqual(await pay(app, { transaction_id, card_verification: "999" }), first);
  assert.equal((await pay(app, { transaction_id, zip: "10001" })).error_code, 20008);
  assert.equal(await ordersOf(app), 1);
});

test("of many simultaneous requests with one id one pays, and all get its answer", async (t) => {
  const app = await openShared(t, openTestApp);
  const { transaction_id } = await ask(app, { action: "GET_TRANSACTION_ID" });
  const answers = await Promise.all(Array.from({ length: 20 }, () => pay(app, { transaction_id })));
  for (const answer of answers) assert.deepEqual(answer, answers[0]);
  assert.equal(answers[0].transaction_approved, true);
  assert.equal(await ordersOf(app), 1);
});

test("an id of another account cannot be used", async (t) => {
  const app = await openShared(t, openTestApp);
  const { transaction_id } = await ask(app, { ...OTHER_ACCOUNT, action: "GET_TRANSACTION_ID" });
  assert.equal((await pay(app, { transaction_id })).error_code, 20007);
});

test("an approved payment is found", async (t) => {
  const app = await openTestApp(t);
  app.clock.set("2026-11-15T12:00:00Z");
  const { transaction_id } = await pay(app, { cashier: "Ada" });
  assert.deepEqual(Object.entries(await statusOf(app, transaction_id)), [
    ["transaction_id", transaction_id],
    ["transaction_timestamp", "2026-11-15 07:00:00"],
    ["authorization_message", "APPROVED"],
    ["transaction_amount", 12.34],
    ["cashier", "Ada"],
    ["transaction_approved", true],
    ["found", true],
    ["error", false],
    ["error_code", 0],
    ["error_message", null],
    ["error_msg", null],
  ]);
});

test("a declined payment is found with the card host's message, without an error", async (t) => {
  const app = await openShared(t, openTestApp);
  const { transaction_id } = await pay(app, { transaction_amount: "1.02" });
  const answer = await statusOf(app, transaction_id);
  assert.deepEqual(
    [answer.found, answer.transaction_approved, answer.authorization_message, answer.error],
    [true, false, "INSUFFICIENT FUNDS", false],
  );
  assert.equal(answer.cashier, null);
});

test("an unknown transaction is not found, without an error", async (t) => {
  const app = await openShared(t, openTestApp);
  for (const transaction_id of ["1", "000000000000", "323000000001", "999999999999"]) {
    assert.deepEqual(await statusOf(app, transaction_id), { found: false, ...NO_ERROR });
  }
});

test("another account's payment is not found", async (t) => {
  const app = await openShared(t, openTestApp);
  const { transaction_id } = await pay(app);
  const question = { ...OTHER_ACCOUNT, action: "GET_TRANSACTION_STATUS", transaction_id };
  assert.deepEqual(await ask(app, question), { found: false, ...NO_ERROR });
});

test("an unknown outcome is IN PROGRESS, and an unsent payment is NOT SENT", async (t) => {
  const app = await openShared(t, openTestApp);
  for (const [amount, message] of [
    ["1.90", "IN PROGRESS"],
    ["1.91", "IN PROGRESS"],
    ["1.92", "NOT SENT"],
  ] as const) {
    const { transaction_id } = await ask(app, { action: "GET_TRANSACTION_ID" });
    const answer = await pay(app, { transaction_id, transaction_amount: amount });
    const error = errorOf(50000, "TEMPORARY ERROR, ASK FOR THE STATUS");
    assert.deepEqual(answer, { transaction_id, authorization_message: message, ...error });
    const status = await statusOf(app, transaction_id);
    assert.equal(status.authorization_message, message);
    assert.equal(status.found, true);
    assert.equal(status.transaction_approved, false);
  }
});

test("the checks run in order: authentication, action, lengths and presence, forms", async (t) => {
  const app = await openShared(t, openTestApp);
  const sent: Record<string, string> = {
    api_accesskey: "x",
    action: "PAY",
    jsonp: "a b",
    transaction_id: "1".repeat(13),
  };
  for (const [code, message, name, right] of [
    [20001, "Invalid account_id", "api_accesskey", ACCOUNT.api_accesskey],
    [20002, "Invalid action", "action", "GET_TRANSACTION_STATUS"],
    [31311, "jsonp is not valid", "jsonp", "shop.tell"],
    [31311, "transaction_id exceeds the maximum size of 12", "transaction_id", ""],
    [31311, "transaction_id is required", "transaction_id", "12345678901x"],
    [20007, "Invalid transaction_id", "transaction_id", "323000000001"],
  ] as const) {
    assert.deepEqual(await ask(app, sent), errorOf(code, message));
    sent[name] = right;
  }
  assert.equal((await ask(app, sent)).found, false);
});

test("20002: an action that is missing, unknown, sent twice or over-long", async (t) => {
  const app = await openShared(t, openTestApp);
  for (const action of [
    "",
    "PAY",
    "get_transaction_id",
    "GET_TRANSACTION_ID ",
    "X".repeat(5_000),
  ]) {
    assert.deepEqual(await ask(app, { action }), errorOf(20002, "Invalid action"));
  }
  const twice = `${new URLSearchParams({ ...ACCOUNT, action: "GET_TRANSACTION_ID" })}`;
  const headers = { "content-type": "application/x-www-form-urlencoded" };
  const payload = `${twice}&action=GET_TRANSACTION_ID`;
  const reply = await app.server.inject({
    method: "POST",
    url: "/api/tsapi/3.8",
    headers,
    payload,
  });
  assert.equal(new URLSearchParams(reply.body).get("error_code"), "20002");
});

test("an invalid transaction_id is refused even if none is needed", async (t) => {
  const app = await openTestApp(t);
  const answer = await ask(app, { action: "GET_TRANSACTION_ID", transaction_id: "x" });
  assert.deepEqual(answer, errorOf(20007, "Invalid transaction_id"));
  assert.equal((await app.database.owner.rows`select from issued_ids`).length, 0);
});
