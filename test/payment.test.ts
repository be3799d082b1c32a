/** The payment interface, through HTTP, rule by rule. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { ACCOUNT, CARD, OTHER_ACCOUNT, openTestApp, post, type TestApp } from "./kit/app.ts";

const SALE = { ...ACCOUNT, ...CARD, transaction_type: "SALE", transaction_amount: "12.34" };

async function pay({ server }: TestApp, changes: Record<string, string> = {}) {
  const form = { ...SALE, response_format: "JSON", ...changes };
  return (await post(server, "/api/qsapi/3.8", form)).json();
}

async function ask({ server }: TestApp, changes: Record<string, string>) {
  const form = { ...ACCOUNT, response_format: "JSON", ...changes };
  return (await post(server, "/api/tsapi/3.8", form)).json();
}

function errorOf(code: number, message: string) {
  return { error: true, error_code: code, error_message: message, error_msg: message };
}

test("an approved sale answers the contract's fields in the contract's order", async (t) => {
  const app = await openTestApp(t);
  app.clock.set("2026-11-15T12:00:00Z");
  const answer = await pay(app, {
    first_name: "Grace",
    last_name: "Hopper",
    zip: "10001",
    street_address1: "1 Main Street",
    card_verification: "123",
    transaction_description: "Two books",
  });
  assert.match(answer.authorization_code, /^[0-9A-F]{6}$/);
  assert.deepEqual(Object.entries(answer), [
    ["transaction_id", "323000000001"],
    ["tender_type", "CARD"],
    ["transaction_timestamp", "2026-11-15 07:00:00"],
    ["card_brand", "VISA"],
    ["transaction_type", "SALE"],
    ["last4", "1111"],
    ["card_expiration", "1230"],
    ["authorization_code", answer.authorization_code],
    ["authorization_message", "APPROVED"],
    ["request_amount", 12.34],
    ["transaction_amount", 12.34],
    ["first_name", "Grace"],
    ["last_name", "Hopper"],
    ["keyed", true],
    ["swiped", false],
    ["entry_mode", "KEYED"],
    ["transaction_approved", true],
    ["avs_response", "Y"],
    ["cvv2_response", "M"],
    ["transaction_description", "Two books"],
    ["balance", 12.34],
    ["reason_code", null],
    ["network", null],
    ["gateway_id", null],
    ["currency", "USD"],
    ["error", false],
    ["error_code", 0],
    ["error_message", null],
    ["error_msg", null],
  ]);
});

for (const [amount, message] of [
  ["1.01", "CALL AUTH CENTER"],
  ["1.02", "INSUFFICIENT FUNDS"],
  ["1.03", "EXPIRED CARD"],
  ["1.04", "PICK UP CARD"],
  ["1.05", "DO NOT HONOR"],
  ["1.06", "CVV MISMATCH"],
] as const) {
  test(`a sale of ${amount} is declined: ${message}`, async (t) => {
    const answer = await pay(await openTestApp(t), { transaction_amount: amount });
    assert.equal(answer.authorization_message, message);
    assert.equal(answer.transaction_approved, false);
    assert.equal(answer.error_code, 30002);
    assert.equal(answer.error_message, "DECLINED");
  });
}

test("every format carries the same fields", async (t) => {
  const app = await openTestApp(t);
  const answers = new Map<string, string>();
  for (const response_format of ["FORM", "JSON", "JSONP", "DEBUG"]) {
    const form = { ...SALE, transaction_amount: "1.01", response_format, jsonp: "shop.pay" };
    const reply = await post(app.server, "/api/qsapi/3.8/", form);
    assert.equal(reply.statusCode, 200);
    answers.set(response_format, reply.body);
  }
  const names = Object.keys(JSON.parse(answers.get("JSON") ?? ""));
  assert.deepEqual([...new URLSearchParams(answers.get("FORM")).keys()], names);
  assert.match(answers.get("FORM") ?? "", /request_amount=1\.01&.*keyed=1&swiped=0&/);
  assert.match(answers.get("JSONP") ?? "", /^\/\*\*\/shop\.pay\(\{"transaction_id".*\}\);$/);
  const debug = answers.get("DEBUG") ?? "";
  assert.deepEqual(
    [...debug.matchAll(/^ {4}\[(\w+)\] => /gm)].map(([, name]) => name),
    names,
  );
  assert.match(debug, /^Array\n\(\n[\s\S]*\n\)\n$/);
});

test("FORM is the default", async (t) => {
  const { server } = await openTestApp(t);
  const reply = await post(server, "/api/qsapi/3.8", SALE);
  assert.equal(reply.headers["content-type"], "application/x-www-form-urlencoded; charset=utf-8");
  assert.match(reply.body, /^transaction_id=\d{12}&tender_type=CARD&/);
});

test("20001: a wrong, missing or odd account or key is the same answer", async (t) => {
  const app = await openTestApp(t);
  const wrong = [
    { api_accesskey: "2".repeat(32) },
    { api_accesskey: "" },
    { account_id: "" },
    { account_id: "0" },
    { account_id: "abc" },
    { account_id: "9".repeat(40) },
    { account_id: "120000000002" },
  ];
  for (const changes of wrong) {
    assert.deepEqual(await pay(app, changes), errorOf(20001, "Invalid account_id"));
  }
});

for (const [code, message, changes] of [
  [20002, "Invalid transaction_type", { transaction_type: "GIVE" }],
  [20002, "Invalid transaction_type", { transaction_type: "" }],
  [20002, "Invalid tender_type", { tender_type: "GOLD" }],
  [20003, "Invalid transaction_amount", { transaction_amount: "-1" }],
  [20003, "Invalid transaction_amount", { transaction_amount: "0.00" }],
  [20003, "Invalid transaction_amount", { transaction_amount: "" }],
  [20004, "INVALID CARD NUMBER", { card_number: "" }],
  [20004, "INVALID CARD NUMBER", { card_number: "4111x" }],
  [30370, "CARD DATA UNREADABLE", { card_number: "4111111111111112" }],
  [30370, "CARD DATA UNREADABLE", { card_number: "9999999999999995" }],
  [20005, "Invalid card_expiration", { card_expiration: "1325" }],
  [20005, "Invalid card_expiration", { card_expiration: "1020" }],
  [20007, "Invalid transaction_id", { transaction_id: "12x" }],
  [20007, "Invalid transaction_id", { transaction_id: "323000009999" }],
  [31311, "first_name exceeds the maximum size of 50", { first_name: "x".repeat(51) }],
  [31311, "response_format is not valid", { response_format: "YAML" }],
  [31311, "jsonp is not valid", { response_format: "JSON", jsonp: "alert(1)" }],
] as const) {
  test(`${code}: ${message} (${JSON.stringify(changes).slice(0, 50)})`, async (t) => {
    const app = await openTestApp(t);
    const form = { ...SALE, response_format: "JSON", ...changes };
    const reply = await post(app.server, "/api/qsapi/3.8", form);
    const answer =
      Object.hasOwn(changes, "response_format") && !reply.body.startsWith("{")
        ? Object.fromEntries(new URLSearchParams(reply.body))
        : reply.json();
    assert.equal(String(answer["error_code"]), String(code));
    assert.equal(answer["error_message"], message);
    const rows = await app.database.owner.rows`select from simulator.card_orders`;
    assert.equal(rows.length, 0);
  });
}

test("an expired card is one whose month is over where the merchant is", async (t) => {
  const app = await openTestApp(t);
  app.clock.set("2026-12-01T04:59:59Z");
  assert.equal((await pay(app, { card_expiration: "1126" })).error_code, 0);
  app.clock.set("2026-12-01T05:00:00Z");
  assert.equal((await pay(app, { card_expiration: "1126" })).error_code, 20005);
});

test("D: an id fetched in advance pays once", async (t) => {
  const app = await openTestApp(t);
  const { transaction_id } = await ask(app, { action: "GET_TRANSACTION_ID" });
  assert.match(transaction_id, /^\d{12}$/);
  assert.equal((await pay(app, { transaction_id })).transaction_id, transaction_id);
  const second = await pay(app, { transaction_id });
  assert.deepEqual(second, errorOf(20008, "TRANSACTION ID ALREADY USED"));
  const orders = await app.database.owner.rows`select from simulator.card_orders`;
  assert.equal(orders.length, 1);
});

test("D: of many requests with one id at once, one pays", async (t) => {
  const app = await openTestApp(t);
  const { transaction_id } = await ask(app, { action: "GET_TRANSACTION_ID" });
  const answers = await Promise.all(Array.from({ length: 20 }, () => pay(app, { transaction_id })));
  assert.equal(answers.filter(({ error_code }) => error_code === 0).length, 1);
  const orders = await app.database.owner.rows`select from simulator.card_orders`;
  assert.equal(orders.length, 1);
});

test("D: another account's id cannot be spent", async (t) => {
  const app = await openTestApp(t);
  const { transaction_id } = await ask(app, { ...OTHER_ACCOUNT, action: "GET_TRANSACTION_ID" });
  assert.equal((await pay(app, { transaction_id })).error_code, 20007);
});

test("D: a payment that went through is found", async (t) => {
  const app = await openTestApp(t);
  app.clock.set("2026-11-15T12:00:00Z");
  const { transaction_id } = await pay(app, { cashier: "Ada" });
  const answer = await ask(app, { action: "GET_TRANSACTION_STATUS", transaction_id });
  assert.deepEqual(Object.entries(answer), [
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

test("D: what was never seen is not found, and that is no error", async (t) => {
  const app = await openTestApp(t);
  for (const transaction_id of ["1", "323000000001", "999999999999"]) {
    const answer = await ask(app, { action: "GET_TRANSACTION_STATUS", transaction_id });
    assert.deepEqual(answer, {
      found: false,
      error: false,
      error_code: 0,
      error_message: null,
      error_msg: null,
    });
  }
});

test("D: another account's payment is not found", async (t) => {
  const app = await openTestApp(t);
  const { transaction_id } = await pay(app);
  const question = { ...OTHER_ACCOUNT, action: "GET_TRANSACTION_STATUS", transaction_id };
  assert.equal((await ask(app, question)).found, false);
});

test("D: an outcome that nobody knows yet is IN PROGRESS; what was not sent says so", async (t) => {
  const app = await openTestApp(t);
  for (const [amount, message] of [
    ["1.90", "IN PROGRESS"],
    ["1.91", "IN PROGRESS"],
    ["1.92", "NOT SENT"],
  ] as const) {
    const { transaction_id } = await ask(app, { action: "GET_TRANSACTION_ID" });
    const answer = await pay(app, { transaction_id, transaction_amount: amount });
    assert.deepEqual(answer, errorOf(50000, "TEMPORARY ERROR, ASK FOR THE STATUS"));
    const status = await ask(app, { action: "GET_TRANSACTION_STATUS", transaction_id });
    assert.equal(status.authorization_message, message);
    assert.equal(status.found, true);
    assert.equal(status.transaction_approved, false);
  }
});

test("D: a missing or unknown action is 20002, a bad transaction_id 20007", async (t) => {
  const app = await openTestApp(t);
  assert.deepEqual(await ask(app, {}), errorOf(20002, "Invalid action"));
  assert.deepEqual(await ask(app, { action: "PAY" }), errorOf(20002, "Invalid action"));
  const bad = { action: "GET_TRANSACTION_STATUS", transaction_id: "x" };
  assert.deepEqual(await ask(app, bad), errorOf(20007, "Invalid transaction_id"));
});

test("E: no transactions yesterday is 608, in the header and in words", async (t) => {
  const { server } = await openTestApp(t);
  const reply = await post(server, "/api/rsapi/3.8", ACCOUNT);
  assert.equal(reply.statusCode, 200);
  assert.equal(reply.headers["qs-response-code"], "608 No Data");
  assert.equal(reply.body, "No transactions match the criteria.");
});

test("E: a wrong or missing account or key is 601", async (t) => {
  const { server } = await openTestApp(t);
  for (const changes of [{ api_accesskey: "x" }, { account_id: "" }, { account_id: "1e9" }]) {
    const reply = await post(server, "/api/rsapi/3.8", { ...ACCOUNT, ...changes });
    assert.equal(reply.headers["qs-response-code"], "601 Authentication Failed");
  }
});

test("hostile bodies get the door's own error, and nothing is 5xx", async (t) => {
  const { server } = await openTestApp(t);
  const form = "application/x-www-form-urlencoded";
  const bodies: [payload: string | Buffer, type: string, status: number, code: number][] = [
    [`${new URLSearchParams(SALE)}&first_name=a&first_name=b`, form, 200, 31311],
    [`${new URLSearchParams(SALE)}&first_name=%00`, form, 200, 31311],
    [`${new URLSearchParams(SALE)}&__proto__=x&constructor=y`, form, 200, 0],
    [Buffer.from([0x61, 0x3d, 0xff]), form, 200, 31311],
    ["a=%ff", form, 200, 31311],
    ["a=1&".repeat(10_000), form, 200, 31311],
    ["", form, 200, 20001],
    [JSON.stringify(SALE), "application/json", 415, 31311],
    ["x".repeat(2_000_000), form, 413, 31311],
  ];
  for (const [payload, type, status, code] of bodies) {
    const headers = { "content-type": type };
    const reply = await server.inject({ method: "POST", url: "/api/qsapi/3.8", headers, payload });
    assert.equal(reply.statusCode, status, String(payload).slice(0, 40));
    assert.equal(new URLSearchParams(reply.body).get("error_code"), String(code));
  }
});

test("another method or path of the door is answered in its form", async (t) => {
  const { server } = await openTestApp(t);
  for (const url of ["/api/qsapi/3.8", "/api/tsapi/3.8/more"]) {
    const reply = await server.inject({ method: "GET", url });
    assert.equal(reply.statusCode, 404);
    assert.match(reply.body, /^error=1&error_code=31311&/);
  }
});

test("an address with a damaged escape is answered in the door's form and never repeated", async (t) => {
  const { server } = await openTestApp(t);
  for (const [door, form] of [
    ["/api/qsapi/3.8", /^error=1&error_code=31311/],
    ["/api/rsapi/3.8", /parameter/],
    ["/api/v1", /"errorCode":7404/],
    ["/api/decrypt/parser", /"success":false/],
    ["/api/json", /"detail"/],
    ["", /nothing at this address/],
  ] as const) {
    const reply = await server.inject(`${door}/%zz?card_number=4111111111111111&token=abcd`);
    assert.match(reply.body, form, door);
    assert.doesNotMatch(reply.body, /4111111111111111|abcd/);
    assert.match(String(reply.headers["x-request-id"]), /^[0-9a-f-]{36}$/);
  }
});
