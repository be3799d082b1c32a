/** The payment interface through HTTP: every type of request and what it stores. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { ACCOUNT, CARD, OTHER_ACCOUNT, openTestApp, post, type TestApp } from "../kit/app.ts";
import { openUnlimitedApp } from "../kit/hooked-app.ts";
import { openShared } from "../kit/shared.ts";

const NO_LIMITS = { callerPerSecond: 0, addressPerSecond: 0 };
const SALE = { ...ACCOUNT, ...CARD, transaction_type: "SALE", transaction_amount: "12.34" };
const TRACK_1 = "%B4111111111111111^HOPPER/GRACE M^3012101?";

type Form = Record<string, string>;

async function pay({ server }: TestApp, changes: Form = {}) {
  const form = { ...SALE, response_format: "JSON", ...changes };
  return (await post(server, "/api/qsapi/3.8", form)).json();
}

/** A request with a transaction id and without a card. */
async function change({ server }: TestApp, form: Form) {
  const sent = { ...ACCOUNT, response_format: "JSON", ...form };
  return (await post(server, "/api/qsapi/3.8", sent)).json();
}

async function ask({ server }: TestApp, changes: Form) {
  const form = { ...ACCOUNT, response_format: "JSON", ...changes };
  return (await post(server, "/api/tsapi/3.8", form)).json();
}

async function payWithKey({ server }: TestApp, key: string, changes: Form = {}) {
  const headers = {
    "content-type": "application/x-www-form-urlencoded",
    "Idempotency-Key": key,
  };
  const form = { ...SALE, response_format: "JSON", ...changes };
  const payload = new URLSearchParams(form).toString();
  return server.inject({ method: "POST", url: "/api/qsapi/3.8", headers, payload });
}

async function ordersOf({ database }: TestApp): Promise<number> {
  return (await database.owner.rows`select from simulator.card_orders`).length;
}

async function rowOf({ database }: TestApp, id: string) {
  const [row] = await database.owner.rows<{ row: Record<string, unknown> }>`
    select to_json(it) as row from transactions it
    where account_id = ${ACCOUNT.account_id} and id = ${id}`;
  return row?.row ?? {};
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

test("a declined sale has the card host's message", async (t) => {
  const app = await openShared(t, openTestApp);
  for (const [transaction_amount, message] of [
    ["1.01", "CALL AUTH CENTER"],
    ["1.02", "INSUFFICIENT FUNDS"],
    ["1.03", "EXPIRED CARD"],
    ["1.04", "PICK UP CARD"],
    ["1.05", "DO NOT HONOR"],
    ["1.06", "CVV MISMATCH"],
  ] as const) {
    const answer = await pay(app, { transaction_amount });
    assert.equal(answer.authorization_message, message);
    assert.equal(answer.transaction_approved, false);
    assert.equal(answer.error_code, 30002);
    assert.equal(answer.error_message, "DECLINED");
  }
});

test("every variable of a request is stored with its transaction", async (t) => {
  const app = await openShared(t, openTestApp);
  const kept = {
    first_name: "Grace",
    last_name: "Hopper",
    custom_id: "order 7",
    custom_data: "a=1&b=<2>",
    cashier: "Ada",
    street_address1: "1 Main Street",
    street_address2: "Flat 2",
    city: "Montréal",
    zip: "K1C2N6",
    country: "CA",
    phone: "(555)555-5555",
    email: "grace@example.com",
    ip_address: "192.0.2.1",
    payment_type: "RECURRING",
    recurring_id: "000000000042",
    company: "Navy",
    input_group: "till",
    invoice_entry: "one line\nanother line",
  };
  const renamed = { group: "group 1", transaction_description: "Two books", state: "QC" };
  const numbers = { installment_number: "2", installment_count: "12" };
  const { transaction_id } = await pay(app, { ...kept, ...renamed, ...numbers });
  const row = await rowOf(app, transaction_id);
  const expected: Record<string, unknown> = {
    ...kept,
    transaction_group: "group 1",
    description: "Two books",
    state_province: "QC",
    installment_number: 2,
    installment_count: 12,
  };
  for (const [column, value] of Object.entries(expected)) {
    assert.equal(row[column], value, column);
  }
});

test("a zero authorization is approved; a partial approval needs allow_partial", async (t) => {
  const app = await openShared(t, openTestApp);
  const nothing = { transaction_type: "AUTHORIZATION", transaction_amount: "0.00" };
  assert.equal((await pay(app, nothing)).transaction_approved, true);
  const part = await pay(app, { transaction_amount: "1.20", allow_partial: "1" });
  assert.deepEqual([part.request_amount, part.transaction_amount, part.balance], [1.2, 1, 1]);
  assert.equal((await pay(app, { transaction_amount: "1.20" })).error_code, 30002);
});

test("an authorization is captured under its own id, once", async (t) => {
  const app = await openShared(t, openTestApp);
  const { transaction_id } = await pay(app, { transaction_type: "AUTHORIZATION" });
  const capture = { transaction_type: "CAPTURE", token_id: transaction_id };
  const answer = await change(app, { ...capture, transaction_amount: "10" });
  assert.equal(Object.keys(answer)[0], "transaction_id");
  assert.deepEqual(
    [answer.transaction_id, answer.transaction_type, answer.authorization_message],
    [transaction_id, "CAPTURE", "CAPTURED"],
  );
  assert.deepEqual([answer.transaction_amount, answer.last4], [10, "1111"]);
  assert.equal((await change(app, { ...capture, transaction_amount: "1" })).error_code, 20006);
});

test("a refund names its original first: VOID if it is full and before the batch, REFUND if partial", async (t) => {
  const app = await openShared(t, openTestApp);
  for (const [transaction_amount, message, amount] of [
    ["", "VOID", 12.34],
    ["2.34", "REFUND", 2.34],
  ] as const) {
    const { transaction_id } = await pay(app, { first_name: "Grace" });
    const form = { transaction_type: "REFUND", token_id: transaction_id, transaction_amount };
    const answer = await change(app, form);
    assert.equal(Object.keys(answer)[0], "original_transaction_id");
    assert.equal(answer.original_transaction_id, transaction_id);
    assert.notEqual(answer.transaction_id, transaction_id);
    assert.deepEqual(
      [answer.authorization_message, answer.transaction_amount, answer.first_name],
      [message, amount, "Grace"],
    );
  }
});

test("a reversal names its original first and is APPROVED", async (t) => {
  const app = await openShared(t, openTestApp);
  const { transaction_id } = await pay(app);
  const answer = await change(app, { transaction_type: "REVERSAL", token_id: transaction_id });
  assert.deepEqual(Object.entries(answer)[0], ["original_transaction_id", transaction_id]);
  assert.deepEqual(
    [answer.transaction_type, answer.authorization_message, answer.transaction_approved],
    ["REVERSAL", "APPROVED", true],
  );
});

test("a stored card is charged by its token, with its names", async (t) => {
  const app = await openShared(t, openTestApp);
  const { transaction_amount, ...rest } = SALE;
  const form = { ...rest, transaction_type: "STORE", response_format: "JSON", last_name: "Hopper" };
  const stored = (await post(app.server, "/api/qsapi/3.8", form)).json();
  for (const name of ["authorization_code", "authorization_message", "transaction_approved"]) {
    assert.ok(!Object.hasOwn(stored, name), name);
  }
  assert.deepEqual([stored.error_code, stored.transaction_amount], [0, 0]);
  const token = { token_id: stored.transaction_id, reissue: "1", tender_type: "CARD" };
  const sale = { transaction_type: "SALE", transaction_amount: "5", ...token };
  const paid = await change(app, sale);
  assert.deepEqual(
    [paid.transaction_approved, paid.last4, paid.card_brand, paid.last_name],
    [true, "1111", "VISA", "Hopper"],
  );
});

test("a forced sale keeps its voice authorization code; a credit is CREDIT", async (t) => {
  const app = await openShared(t, openTestApp);
  const force = await pay(app, { transaction_type: "FORCE", authorization_code: "VOICE1" });
  assert.deepEqual([force.transaction_approved, force.authorization_code], [true, "VOICE1"]);
  const credit = await pay(app, { transaction_type: "CREDIT" });
  assert.deepEqual([credit.transaction_approved, credit.authorization_message], [true, "CREDIT"]);
});

test("after the batch closes only refunds are allowed", async (t) => {
  const app = await openTestApp(t);
  const { transaction_id: token_id } = await pay(app);
  const closed = await change(app, { transaction_type: "SETTLE-BATCH" });
  assert.deepEqual(
    [closed.error_code, closed.transaction_type, closed.transaction_approved],
    [0, "SETTLE-BATCH", true],
  );
  assert.equal((await change(app, { transaction_type: "REVERSAL", token_id })).error_code, 20006);
  const refund = await change(app, { transaction_type: "REFUND", token_id });
  assert.equal(refund.authorization_message, "REFUND");
});

test("a swiped card is SWIPED and gives the names on its track", async (t) => {
  const app = await openShared(t, openTestApp);
  const { card_number, card_expiration, ...rest } = SALE;
  const form = { ...rest, card_tracks: TRACK_1, response_format: "JSON" };
  const answer = (await post(app.server, "/api/qsapi/3.8", form)).json();
  assert.deepEqual(
    [answer.keyed, answer.swiped, answer.entry_mode, answer.last4, answer.card_expiration],
    [false, true, "SWIPED", "1111", "1230"],
  );
  assert.deepEqual([answer.last_name, answer.first_name], ["HOPPER", "GRACE M"]);
});

test("a card expires at the end of its month in the merchant's time zone", async (t) => {
  const app = await openTestApp(t);
  app.clock.set("2026-12-01T04:59:59Z");
  assert.equal((await pay(app, { card_expiration: "1126" })).error_code, 0);
  app.clock.set("2026-12-01T05:00:00Z");
  assert.equal((await pay(app, { card_expiration: "1126" })).error_code, 20005);
});

test("the same id or key gets the first result even if the card has expired since", async (t) => {
  const app = await openTestApp(t);
  app.clock.set("2026-12-01T04:59:59Z");
  const { transaction_id } = await ask(app, { action: "GET_TRANSACTION_ID" });
  const card_expiration = "1126";
  const first = await pay(app, { card_expiration, transaction_id });
  const keyed = await payWithKey(app, "order 8", { card_expiration });
  app.clock.set("2026-12-01T05:00:00Z");
  assert.deepEqual(await pay(app, { card_expiration, transaction_id }), first);
  const again = await payWithKey(app, "order 8", { card_expiration });
  assert.equal(again.headers["idempotent-replayed"], "true");
  assert.deepEqual(again.json(), keyed.json());
  const unspent = await ask(app, { action: "GET_TRANSACTION_ID" });
  for (const other of [{ cashier: "Ada" }, { transaction_id: unspent.transaction_id }]) {
    const refused = await pay(app, { card_expiration, transaction_id, ...other });
    assert.equal(refused.error_code, 20005, JSON.stringify(other));
  }
  assert.equal(await ordersOf(app), 2);
});

test("a repeated key gets the first result with Idempotent-Replayed; keys are per account", async (t) => {
  const app = await openTestApp(t);
  const first = await payWithKey(app, "order 7");
  assert.equal(first.headers["idempotent-replayed"], undefined);
  const again = await payWithKey(app, "order 7", { response_format: "FORM" });
  assert.equal(again.headers["idempotent-replayed"], "true");
  assert.equal(new URLSearchParams(again.body).get("transaction_id"), first.json().transaction_id);
  const other = await payWithKey(app, "order 7", { transaction_amount: "1" });
  assert.equal(other.json().error_code, 20008);
  assert.equal((await payWithKey(app, "order 7", OTHER_ACCOUNT)).json().error_code, 0);
  assert.equal(await ordersOf(app), 2);
});

test("a failed request sends an event with the error and the identifying values, if the account has a webhook", async (t) => {
  const app = await openUnlimitedApp(t);
  const { owner } = app.database;
  await owner.rows`
    insert into webhook_endpoints (account_id, url, origin, is_on, secret_sealed, updated_at)
    values (${ACCOUNT.account_id}, 'https://shop.test/', 'https://shop.test', true, '', now())`;
  const failures = [
    await pay(app, { first_name: "x".repeat(51) }),
    await pay(app, { card_number: "4111111111111112" }),
    await change(app, { transaction_type: "REFUND", token_id: "323000000001" }),
  ];
  await pay(app, { ...OTHER_ACCOUNT, card_number: "x" });
  await pay(app, { api_accesskey: "x".repeat(32) });
  await ask(app, { action: "GET_TRANSACTION_STATUS", transaction_id: "x" });
  const told = await owner.rows<{ account_id: string; event: string; payload: unknown }>`
    select account_id, event, payload from outbox order by id`;
  const account_id = ACCOUNT.account_id;
  const card = { tender_type: "CARD", transaction_type: "SALE", transaction_amount: 12.34 };
  const identities = [
    { ...card, last4: "1111" },
    { ...card, last4: "1112" },
    { transaction_type: "REFUND" },
  ];
  assert.deepEqual(
    told,
    failures.map((failure, at) => ({
      account_id,
      event: "transaction.failed",
      payload: { ...failure, ...identities[at] },
    })),
  );
});

test("a failed request is answered even if its event cannot be written", async (t) => {
  const lines: string[] = [];
  const destination = { terminal: false, write: (line: string) => void lines.push(line) };
  const app = await openTestApp(t, { logLevel: "error" }, { ...NO_LIMITS, destination });
  const { owner } = app.database;
  await owner.rows`
    insert into webhook_endpoints (account_id, url, origin, is_on, secret_sealed, updated_at)
    values (${ACCOUNT.account_id}, 'https://shop.test/', 'https://shop.test', true, '', now())`;
  await owner.rows`alter table outbox rename to outbox_away`;
  assert.equal((await pay(app, { card_number: "x" })).error_code, 20004);
  assert.match(lines.join("\n"), /the webhook event for a failed request could not be written/);
});

test("E: no transactions yesterday is 608, in the header and the body", async (t) => {
  const { server } = await openShared(t, openTestApp);
  const reply = await post(server, "/api/rsapi/3.8", ACCOUNT);
  assert.equal(reply.statusCode, 200);
  assert.equal(reply.headers["qs-response-code"], "608 No Data");
  assert.equal(reply.body, "No transactions match the criteria.");
});

test("E: a wrong or missing account or key is 601", async (t) => {
  const { server } = await openShared(t, openTestApp);
  for (const changes of [{ api_accesskey: "x" }, { account_id: "" }, { account_id: "1e9" }]) {
    const reply = await post(server, "/api/rsapi/3.8", { ...ACCOUNT, ...changes });
    assert.equal(reply.headers["qs-response-code"], "601 Authentication Failed");
  }
});
