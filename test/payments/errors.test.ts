/** Every error code of the payment interface with its text. A refused request stores nothing. */
import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { ACCOUNT, CARD, OTHER_ACCOUNT, openTestApp, post, type TestApp } from "../kit/app.ts";
import { openUnlimitedApp } from "../kit/hooked-app.ts";
import { openShared } from "../kit/shared.ts";

const SALE = { ...ACCOUNT, ...CARD, transaction_type: "SALE", transaction_amount: "12.34" };
const GOOD: Readonly<Record<string, string>> = SALE;
const UNKNOWN = "323999999999";

type Form = Record<string, string>;
/** A code, its text, and the change that causes it. */
type Row = readonly [code: number, message: string, form: Form];

async function send({ server }: TestApp, form: Form, headers: Form = {}) {
  const type = { "content-type": "application/x-www-form-urlencoded" };
  const payload = new URLSearchParams({ response_format: "JSON", ...form }).toString();
  const all = { ...type, ...headers };
  const reply = await server.inject({
    method: "POST",
    url: "/api/qsapi/3.8",
    headers: all,
    payload,
  });
  assert.equal(reply.statusCode, 200);
  return reply.json();
}

const pay = (app: TestApp, changes: Form = {}) => send(app, { ...SALE, ...changes });
const change = (app: TestApp, form: Form) => send(app, { ...ACCOUNT, ...form });

async function fetchId({ server }: TestApp): Promise<string> {
  const form = { ...ACCOUNT, action: "GET_TRANSACTION_ID", response_format: "JSON" };
  return (await post(server, "/api/tsapi/3.8", form)).json().transaction_id;
}

function errorOf(code: number, message: string) {
  return { error: true, error_code: code, error_message: message, error_msg: message };
}

const TABLES = [
  "transactions",
  "attempts",
  "open_attempts",
  "idempotency_keys",
  "duplicate_guards",
  "issued_ids",
  "vault",
  "outbox",
  "simulator.card_orders",
];

/** The row count of each table, because a refused request stores nothing. */
async function countsOf({ database }: TestApp): Promise<Form> {
  const counts: Form = {};
  for (const table of TABLES) {
    const [row] = await database.owner.rows<{ xml: string }>`
      select query_to_xml(format('select count(*) from %s', ${table}::text), true, true, '')::text
        as xml`;
    counts[table] = /\d+/.exec(row?.xml ?? "")?.[0] ?? "none";
  }
  return counts;
}

/** The difference between a request and a valid sale. */
function about(form: Form): string {
  const own = Object.entries(form).filter(([name, value]) => GOOD[name] !== value);
  return new URLSearchParams(own).toString().slice(0, 60);
}

/** One test per row, all on one app, because they store nothing. */
async function holdRows(t: TestContext, app: TestApp, rows: readonly Row[]): Promise<void> {
  const before = await countsOf(app);
  for (const [code, message, form] of rows) {
    await t.test(`${code} ${message} (${about(form)})`, async () => {
      assert.deepEqual(await send(app, form), errorOf(code, message));
    });
  }
  assert.deepEqual(await countsOf(app), before);
}

test("20001: a wrong, missing or malformed account or key gets the same answer", async (t) => {
  const app = await openShared(t, openUnlimitedApp);
  for (const changes of [
    { api_accesskey: "2".repeat(32) },
    { api_accesskey: "" },
    { account_id: "" },
    { account_id: "0" },
    { account_id: "abc" },
    { account_id: "9".repeat(40) },
    { account_id: "120000000002" },
    { transaction_type: "GIVE", account_id: "1" },
  ]) {
    assert.deepEqual(await pay(app, changes), errorOf(20001, "Invalid account_id"));
  }
});

test("errors of single requests", async (t) => {
  const app = await openShared(t, openUnlimitedApp);
  const refund = { ...ACCOUNT, transaction_type: "REFUND" };
  const { card_number, card_expiration, ...uncarded } = SALE;
  const wrong = (changes: Form): Form => ({ ...SALE, ...changes });
  await holdRows(t, app, [
    [20002, "Invalid transaction_type", wrong({ transaction_type: "GIVE" })],
    [20002, "Invalid transaction_type", wrong({ transaction_type: "" })],
    [20002, "Invalid transaction_type", wrong({ transaction_type: "sale" })],
    [20002, "Invalid transaction_type", wrong({ transaction_type: "S".repeat(9_000) })],
    [20002, "Invalid tender_type", wrong({ tender_type: "" })],
    [20002, "Invalid tender_type", wrong({ tender_type: "GOLD" })],
    [20002, "Invalid tender_type", wrong({ tender_type: "EBT" })],
    [20002, "Invalid tender_type", wrong({ tender_type: "GIFT" })],
    [20002, "Invalid tender_type", { ...refund, tender_type: "EBT", token_id: UNKNOWN }],
    [20003, "Invalid transaction_amount", wrong({ transaction_amount: "" })],
    [20003, "Invalid transaction_amount", wrong({ transaction_amount: "-1" })],
    [20003, "Invalid transaction_amount", wrong({ transaction_amount: "0.00" })],
    [20003, "Invalid transaction_amount", wrong({ transaction_amount: "1.234" })],
    [20003, "Invalid transaction_amount", wrong({ transaction_amount: "1,000.00" })],
    [20003, "Invalid transaction_amount", wrong({ transaction_amount: "1000000.00" })],
    [20003, "Invalid transaction_amount", { ...refund, transaction_amount: "0", token_id: "1" }],
    [20004, "INVALID CARD NUMBER", wrong({ card_number: "" })],
    [20004, "INVALID CARD NUMBER", wrong({ card_number: "   " })],
    [20004, "INVALID CARD NUMBER", wrong({ card_number: "4111x" })],
    [30370, "CARD DATA UNREADABLE", wrong({ card_number: "4111111111111112" })],
    [30370, "CARD DATA UNREADABLE", wrong({ card_number: "4111" })],
    [30370, "CARD DATA UNREADABLE", wrong({ card_number: "41111111111111111111" })],
    [30370, "CARD DATA UNREADABLE", wrong({ card_number: "9999999999999995" })],
    [30370, "CARD DATA UNREADABLE", { ...uncarded, card_tracks: "nothing that a reader says" }],
    [30370, "CARD DATA UNREADABLE", { ...uncarded, card_tracks: ";9999999999999995=3012?" }],
    [20005, "Invalid card_expiration", wrong({ card_expiration: "" })],
    [20005, "Invalid card_expiration", wrong({ card_expiration: "1325" })],
    [20005, "Invalid card_expiration", wrong({ card_expiration: "1020" })],
    [20005, "Invalid card_expiration", wrong({ card_expiration: "12/30" })],
    [20006, "Invalid token_id", { ...uncarded, token_id: UNKNOWN }],
    [20006, "Invalid token_id", { ...refund, token_id: "x" }],
    [20007, "Invalid transaction_id", wrong({ transaction_id: "12x" })],
    [20019, "Invalid bank_routing_number", wrong({ bank_routing_number: "061000147" })],
    [20020, "Invalid bank_account_number", wrong({ bank_account_number: "12x4" })],
    [20021, "Invalid ach_sec_code", wrong({ ach_sec_code: "XXX" })],
    [31311, "first_name exceeds the maximum size of 50", wrong({ first_name: "x".repeat(51) })],
    [
      31311,
      "transaction_id exceeds the maximum size of 12",
      wrong({ transaction_id: "1234567890123" }),
    ],
    [31311, "token_id is required", refund],
    [31311, "token_id is required", { ...uncarded, reissue: "1" }],
    [31311, "authorization_code is required", wrong({ transaction_type: "FORCE" })],
    [31311, "allow_partial is not valid", wrong({ allow_partial: "maybe" })],
    [31311, "payment_type is not valid", wrong({ payment_type: "GIFT" })],
    [31311, "currency is not valid", wrong({ currency: "EUR" })],
    [31311, "card_verification is not valid", wrong({ card_verification: "12" })],
    [31311, "jsonp is not valid", wrong({ jsonp: "alert(1)" })],
  ]);
});

test("31311: a card number in any text is refused and not stored", async (t) => {
  const app = await openShared(t, openUnlimitedApp);
  const before = await countsOf(app);
  for (const name of ["first_name", "custom_data", "transaction_description", "phone", "cashier"]) {
    const answer = await pay(app, { [name]: "5555-5555 5555-4444" });
    assert.deepEqual(answer, errorOf(31311, `${name} is not valid`));
  }
  assert.deepEqual(await countsOf(app), before);
});

test("31311: an unknown response_format is answered in FORM", async (t) => {
  const { server } = await openShared(t, openTestApp);
  for (const [response_format, message] of [
    ["YAML", "response_format is not valid"],
    ["json", "response_format is not valid"],
    ["JSONJSON", "response_format exceeds the maximum size of 5"],
  ] as const) {
    const reply = await post(server, "/api/qsapi/3.8", { ...SALE, response_format });
    const record = new URLSearchParams(reply.body);
    assert.deepEqual([record.get("error_code"), record.get("error_message")], ["31311", message]);
  }
});

test("31311: an Idempotency-Key that is malformed or too long", async (t) => {
  const app = await openShared(t, openTestApp);
  const long = await send(app, SALE, { "Idempotency-Key": "x".repeat(256) });
  assert.deepEqual(long, errorOf(31311, "Idempotency-Key exceeds the maximum size of 255"));
  const odd = await send(app, SALE, { "Idempotency-Key": "caf\u00e9" });
  assert.deepEqual(odd, errorOf(31311, "Idempotency-Key is not valid"));
});

test("20002: types and tenders that the account does not allow", async (t) => {
  const app = await openUnlimitedApp(t);
  await app.database.owner.rows`
    update accounts set card_processor = null where id = ${OTHER_ACCOUNT.account_id}`;
  await app.database.owner.rows`
    update accounts set allows_credit = false where id = ${ACCOUNT.account_id}`;
  await holdRows(t, app, [
    [20002, "Invalid tender_type", { ...SALE, ...OTHER_ACCOUNT }],
    [20002, "Invalid transaction_type", { ...SALE, transaction_type: "CREDIT" }],
  ]);
});

test("20006: a token that is unknown, belongs to another account or does not fit the request", async (t) => {
  const app = await openShared(t, openUnlimitedApp);
  const sale = await pay(app);
  const declined = await pay(app, { transaction_amount: "1.01" });
  const unknown = await fetchId(app);
  await pay(app, { transaction_id: unknown, transaction_amount: "1.90" });
  const theirs = await pay(app, OTHER_ACCOUNT);
  const { card_number, card_expiration, ...uncarded } = SALE;
  const form = (transaction_type: string, token_id: string): Form => {
    return { ...ACCOUNT, transaction_type, token_id, transaction_amount: "1.00" };
  };
  const message = "Invalid token_id";
  await holdRows(t, app, [
    [20006, message, { ...uncarded, token_id: UNKNOWN, reissue: "1" }],
    [20006, message, form("CAPTURE", UNKNOWN)],
    [20006, message, form("REFUND", UNKNOWN)],
    [20006, message, form("REVERSAL", UNKNOWN)],
    [20006, message, form("REFUND", theirs.transaction_id)],
    [20006, message, { ...uncarded, token_id: theirs.transaction_id, reissue: "1" }],
    [20006, message, form("CAPTURE", sale.transaction_id)],
    [20006, message, form("REFUND", declined.transaction_id)],
    [20006, message, form("REVERSAL", declined.transaction_id)],
    [20006, message, form("CAPTURE", unknown)],
    [20006, message, form("REFUND", unknown)],
    [20006, message, form("REVERSAL", unknown)],
    [20006, message, { ...uncarded, token_id: unknown, reissue: "1" }],
  ]);
});

test("20007: an id that was never issued, or on a request that makes no transaction", async (t) => {
  const app = await openShared(t, openUnlimitedApp);
  const { transaction_id } = await pay(app, { transaction_type: "AUTHORIZATION" });
  const capture = { ...ACCOUNT, transaction_type: "CAPTURE", transaction_amount: "1.00" };
  const close = { ...ACCOUNT, transaction_type: "SETTLE-BATCH" };
  await holdRows(t, app, [
    [20007, "Invalid transaction_id", { ...SALE, transaction_id: UNKNOWN }],
    [20007, "Invalid transaction_id", { ...capture, token_id: transaction_id, transaction_id }],
    [20007, "Invalid transaction_id", { ...close, transaction_id }],
  ]);
});

test("20008: an id or a key with another request", async (t) => {
  const app = await openShared(t, openUnlimitedApp);
  const transaction_id = await fetchId(app);
  await pay(app, { transaction_id });
  const used = errorOf(20008, "TRANSACTION ID ALREADY USED");
  assert.deepEqual(await pay(app, { transaction_id, cashier: "Ada" }), used);
  const key = { "Idempotency-Key": "7" };
  await send(app, SALE, key);
  assert.deepEqual(await send(app, { ...SALE, cashier: "Ada" }, key), used);
});

test("20017 and 20018: more than is left to refund or to capture", async (t) => {
  const app = await openShared(t, openUnlimitedApp);
  const { transaction_id: sale } = await pay(app);
  const { transaction_id: held } = await pay(app, { transaction_type: "AUTHORIZATION" });
  const { transaction_id: voided } = await pay(app);
  await change(app, { transaction_type: "REFUND", token_id: voided });
  const form = (transaction_type: string, token_id: string, amount: string): Form => {
    return { ...ACCOUNT, transaction_type, token_id, transaction_amount: amount };
  };
  await holdRows(t, app, [
    [20017, "INVALID REFUND AMOUNT", form("REFUND", sale, "12.35")],
    [20017, "INVALID REFUND AMOUNT", form("REFUND", voided, "1.00")],
    [20018, "INVALID CAPTURE AMOUNT", form("CAPTURE", held, "12.35")],
    [20003, "Invalid transaction_amount", form("REVERSAL", sale, "12.33")],
  ]);
});

test("20687: a reversed transaction cannot be reversed again", async (t) => {
  const app = await openShared(t, openUnlimitedApp);
  const { transaction_id: token_id } = await pay(app);
  const reversal = { ...ACCOUNT, transaction_type: "REVERSAL", token_id };
  assert.equal((await send(app, reversal)).error_code, 0);
  await holdRows(t, app, [[20687, "TRANSACTION ID ALREADY REVERSED", reversal]]);
});

test("50000: an unknown outcome, or a payment that could not start", async (t) => {
  const app = await openShared(t, openUnlimitedApp);
  for (const transaction_amount of ["1.90", "1.91", "1.92"]) {
    const { transaction_id, authorization_message, ...error } = await pay(app, {
      transaction_amount,
    });
    const isFinal = transaction_amount === "1.92";
    assert.equal(authorization_message, isFinal ? "NOT SENT" : "IN PROGRESS");
    assert.deepEqual(error, errorOf(50000, "TEMPORARY ERROR, ASK FOR THE STATUS"));
    assert.match(String(transaction_id), /^\d{12}$/, "with the id to ask for");
  }
});
