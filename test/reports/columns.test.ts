/** The content of each report column. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { openOwnReports } from "../kit/reports.ts";

/** The columns of the contract in order, without those that must be requested. */
const COLUMNS = [
  ..."account_id ach_return_code action_date authorization_code authorization_date".split(" "),
  ..."authorization_msg avs_response card_brand card_expiration cashier city company".split(" "),
  ..."country custom_id cvv2_response description email entry_mode group input_group".split(" "),
  ..."invoice_entry ip_address keyed last4 name noc_data phone recurring_id".split(" "),
  ..."refund_balance refund_id state street_address1 swiped tender_type time_zone".split(" "),
  ..."trace_num transaction_amount transaction_id transaction_type user_data zip".split(" "),
];

const FULL = {
  authorization_code: "A1B2C3",
  avs_response: "Y",
  batch_id: 7,
  batched_at: "2026-11-15T05:00:00Z",
  card_brand: "VISA",
  card_expiration: "1230",
  cashier: "Till 1",
  city: "Springfield",
  company: "Ada & Sons",
  country: "US",
  custom_data: "free\ntext",
  custom_id: "order 7",
  cvv2_response: "M",
  description: "Books",
  email: "ada@example.com",
  entry_mode: "KEYED",
  first_name: "Ada",
  input_group: "in",
  invoice_entry: "one 1.00&two 2.00",
  ip_address: "203.0.113.7",
  last4: "1111",
  last_name: "Buyer",
  noc_data: "C01 9",
  phone: "(555)555-5555",
  recurring_id: "42",
  state_province: "IL",
  street_address1: "1 Main Street",
  trace_num: 123456789012,
  transaction_group: "north",
  zip: "62701-0001",
};

test("every column shows the transaction's value, and there are no other columns", async (t) => {
  const env = await openOwnReports(t);
  const [id] = await env.add({ ...FULL, refunded_cents: 234 });
  const [record] = await env.recordsOf();
  assert.deepEqual(record, {
    account_id: env.login.account_id,
    ach_return_code: "",
    action_date: "",
    authorization_code: "A1B2C3",
    authorization_date: "2026-11-14 12:00:00",
    authorization_msg: "APPROVED",
    avs_response: "Y",
    card_brand: "VISA",
    card_expiration: "1230",
    cashier: "Till 1",
    city: "Springfield",
    company: "Ada & Sons",
    country: "US",
    custom_id: "order 7",
    cvv2_response: "M",
    description: "Books",
    email: "ada@example.com",
    entry_mode: "KEYED",
    group: "north",
    input_group: "in",
    invoice_entry: "one 1.00&two 2.00",
    ip_address: "203.0.113.7",
    keyed: true,
    last4: "1111",
    name: "Ada Buyer",
    noc_data: "C01 9",
    phone: "(555)555-5555",
    recurring_id: "42",
    refund_balance: 10,
    refund_id: "",
    state: "IL",
    street_address1: "1 Main Street",
    swiped: false,
    tender_type: "CARD",
    time_zone: "EST",
    trace_num: "123456789012",
    transaction_amount: 12.34,
    transaction_id: id,
    transaction_type: "SALE",
    user_data: "free\ntext",
    zip: "62701-0001",
  });
  assert.deepEqual(Object.keys(record ?? {}), COLUMNS);
});

test("absent values are empty strings, flags are false, amounts are numbers", async (t) => {
  const env = await openOwnReports(t);
  await env.add({ amount_cents: 0 });
  const [record = {}] = await env.recordsOf();
  const present = Object.entries(record).filter(([, value]) => value !== "");
  assert.deepEqual(
    present.map(([name, value]) => [name, typeof value]),
    [
      ["account_id", "string"],
      ["authorization_date", "string"],
      ["authorization_msg", "string"],
      ["keyed", "boolean"],
      ["refund_balance", "number"],
      ["swiped", "boolean"],
      ["tender_type", "string"],
      ["time_zone", "string"],
      ["transaction_amount", "number"],
      ["transaction_id", "string"],
      ["transaction_type", "string"],
    ],
  );
});

test("batch_detail, include_ach_settle_date and utc_time add their columns in order", async (t) => {
  const env = await openOwnReports(t);
  const settle_at = "2026-11-17T13:30:00Z";
  await env.add({ ...FULL, tender_type: "ACH", state: "pending", settle_at });
  const form = { batch_detail: "1", include_ach_settle_date: "true", utc_time: "1" };
  const [record = {}] = await env.recordsOf(form);
  assert.equal(record["ach_settle_date"], "2026-11-17 08:30");
  assert.equal(record["authorization_date_utc"], "2026-11-14 17:00:00");
  assert.equal(record["batch_id"], "7");
  // Midnight in New York is 23:00 in Chicago.
  assert.equal(record["batch_date"], "2026-11-14 23:00");
  const names = Object.keys(record);
  assert.deepEqual(
    names.filter((name) => !COLUMNS.includes(name)),
    ["ach_settle_date", "authorization_date_utc", "batch_date", "batch_id"],
  );
  assert.equal(names.indexOf("ach_settle_date"), names.indexOf("action_date") - 1);
  assert.equal(names.indexOf("authorization_date_utc"), names.indexOf("authorization_date") + 1);
  assert.equal(names.indexOf("batch_date"), names.indexOf("avs_response") + 1);
});

test("purchase_detail adds Level 2 and restaurant data after the columns of the contract", async (t) => {
  const env = await openOwnReports(t);
  await env.add({
    ...FULL,
    level2_tax_cents: 5,
    level2_zip: "10001",
    level2_order_id: "PO 7",
    level2_merchant_reference: "customer 9",
    restaurant_server_id: "12",
    restaurant_gratuity_cents: 200,
  });
  const [record = {}] = await env.recordsOf({ purchase_detail: "1" });
  assert.deepEqual(Object.entries(record).slice(COLUMNS.length), [
    ["level2_tax", 0.05],
    ["level2_zip", "10001"],
    ["level2_order_id", "PO 7"],
    ["level2_merchant_reference", "customer 9"],
    ["restaurant_server_id", "12"],
    ["restaurant_gratuity", 2],
  ]);
  assert.deepEqual(Object.keys((await env.recordsOf())[0] ?? {}), COLUMNS);
});

test("batch_date is US Central, in summer too", async (t) => {
  const env = await openOwnReports(t);
  await env.add({ batched_at: "2026-07-02T04:30:00Z" });
  const [record] = await env.recordsOf({ batch_detail: "1" });
  assert.equal(record?.["batch_date"], "2026-07-01 23:30");
});

test("time_zone is the abbreviation of the account's time zone at that time", async (t) => {
  const env = await openOwnReports(t);
  await env.add(
    { authorized_at: "2026-07-01T12:00:00Z" },
    { authorized_at: "2026-11-01T05:59:59Z" },
    { authorized_at: "2026-11-01T06:00:00Z" },
  );
  const records = await env.recordsOf({ start_date: "" });
  const shown = records.map(({ authorization_date, time_zone }) => [authorization_date, time_zone]);
  assert.deepEqual(shown, [
    ["2026-07-01 08:00:00", "EDT"],
    ["2026-11-01 01:59:59", "EDT"],
    ["2026-11-01 01:00:00", "EST"],
  ]);
});

test("time_zone has at most three characters: a longer abbreviation becomes the offset in whole hours, or empty", async (t) => {
  const shownIn = async (time_zone: string) => {
    const env = await openOwnReports(t, { time_zone });
    const days = ["2026-01-15T12:00:00Z", "2026-07-15T12:00:00Z"];
    await env.add(...days.map((authorized_at) => ({ authorized_at })));
    const records = await env.recordsOf({ start_date: "" });
    return records.map(({ time_zone }) => time_zone);
  };
  assert.deepEqual(await shownIn("America/Anchorage"), ["-09", "-08"]);
  assert.deepEqual(await shownIn("America/Sao_Paulo"), ["-03", "-03"]);
  assert.deepEqual(await shownIn("Europe/Paris"), ["CET", "+02"]);
  assert.deepEqual(await shownIn("Australia/Lord_Howe"), ["+11", ""]);
});

test("keyed and swiped follow entry_mode; they are 1 and 0 in CSV and XML", async (t) => {
  const env = await openOwnReports(t);
  const modes = ["KEYED", "SWIPED", "EMV", "CONTACTLESS", "FALLBACK SWIPED", null];
  await env.add(...modes.map((entry_mode) => ({ entry_mode })));
  const flags = (await env.recordsOf()).map(({ keyed, swiped }) => [keyed, swiped]);
  const [no, both] = [
    [false, false],
    [false, true],
  ];
  assert.deepEqual(flags, [[true, false], both, no, no, both, no]);
  const xml = (await env.ask({ response_format: "XML" })).body;
  assert.deepEqual(xml.match(/<keyed>.<\/keyed>/g)?.slice(0, 2), [
    "<keyed>1</keyed>",
    "<keyed>0</keyed>",
  ]);
});

test("refund_id has all effective refunds separated by a pipe, the newest last", async (t) => {
  const env = await openOwnReports(t);
  const [sale = ""] = await env.add({
    refunded_cents: 300,
    authorized_at: "2026-11-01T12:00:00Z",
  });
  const refund = { transaction_type: "REFUND", state: "refunded", original_id: sale };
  const [second, first, ...rest] = await env.add(
    { ...refund, amount_cents: 100, authorized_at: "2026-11-10T12:00:00Z" },
    { ...refund, amount_cents: 200, authorized_at: "2026-11-09T12:00:00Z" },
    { ...refund, is_approved: false, state: "declined" },
    { ...refund, state: "reversed" },
    { ...refund, account_id: "120000000002" },
  );
  assert.equal(rest.length, 3);
  const [record] = await env.recordsOf({ transaction_id: sale });
  assert.equal(record?.["refund_id"], `${first}|${second}`);
  assert.equal(record?.["refund_balance"], 9.34);
});

const BALANCES: readonly (readonly [state: string, more: object, balance: number])[] = [
  ["sold", { refunded_cents: 234 }, 10],
  ["forced", {}, 12.34],
  ["captured", { batched_at: "2026-11-14T18:00:00Z" }, 12.34],
  ["authorized", {}, 0],
  ["declined", { is_approved: false }, 0],
  ["voided", { refunded_cents: 1234 }, 0],
  ["reversed", {}, 0],
  ["refunded", { transaction_type: "REFUND" }, 0],
  ["credited", { transaction_type: "CREDIT" }, 0],
  ["pending", { tender_type: "ACH" }, 12.34],
  ["pending", { tender_type: "ACH", transaction_type: "CREDIT" }, 0],
  ["pending", { tender_type: "ACH", batched_at: "2026-11-14T18:00:00Z" }, 0],
  ["settled", { tender_type: "ACH", batched_at: "2026-11-14T18:00:00Z" }, 0],
];

test("refund_balance is what can still be refunded", async (t) => {
  const env = await openOwnReports(t);
  await env.add(...BALANCES.map(([state, more]) => ({ state, ...more })));
  const records = await env.recordsOf();
  assert.deepEqual(
    records.map(({ refund_balance }) => refund_balance),
    BALANCES.map(([, , balance]) => balance),
  );
});
