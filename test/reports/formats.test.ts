/** CSV, JSON and XML of a report have the same values. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { type Element, parseCsv, parseXml } from "../kit/read-back.ts";
import { openOwnReports, type Row } from "../kit/reports.ts";

const AWKWARD = [
  'quotes " and "" and \'',
  "commas, semicolons; tabs\tand\nlines\r\nof\rall kinds\n",
  "=SUM(A1:A9)",
  "+1 -1 @1",
  "<b>&amp;</b> ]]> <!-- -->",
  "back\\slash \\N \\. \\n",
  "Grüße, 東京, 🌍, e\u0301, \u{10ffff}\u200d",
  " at both ends ",
  "null",
  "\ufeffmark",
];

/** A transaction for each difficult text. */
function awkwardRow(turn: number): Row {
  const names = "cashier city company country custom_id description email noc_data phone".split(
    " ",
  );
  const columns = [...names, "custom_data", "invoice_entry", "first_name", "last_name", "zip"];
  const texts = columns.map((name, place) => [name, AWKWARD[(turn + place) % AWKWARD.length]]);
  return { ...Object.fromEntries(texts), form_fields: { Note: AWKWARD[turn] } };
}

const asText = (value: unknown) =>
  typeof value === "boolean" ? String(Number(value)) : String(value);

test("the three formats have the same names and values", async (t) => {
  const env = await openOwnReports(t);
  await env.database.owner.rows`
    insert into payment_forms (account_id, name, title, methods, reportable_fields)
    values (${env.login.account_id}, 'note', 'Note', '{card}', '{Note}')`;
  await env.add(...AWKWARD.map((_, turn) => awkwardRow(turn)));
  const form = { batch_detail: "1", include_ach_settle_date: "1", utc_time: "1" };
  const wanted = { ...form, reportable_fields: "1" };
  const json = JSON.parse((await env.ask({ ...wanted, response_format: "JSON" })).body);
  const rows = (json.transactions as Row[]).map((record) => Object.entries(record));
  assert.deepEqual([json.api, json.version, json.count], ["rsapi", "3.8", AWKWARD.length]);
  assert.equal(Object.keys(json).at(-1), "count");
  const expected = rows.map((row) =>
    row.map(([name, value]) => [
      name,
      typeof value === "number" ? value.toFixed(2) : asText(value),
    ]),
  );

  const [head = [], ...lines] = parseCsv((await env.ask(wanted)).body);
  assert.deepEqual(
    lines.map((line) => line.map((value, place) => [head[place], value])),
    expected,
  );
  const { attributes, children, name } = parseXml(
    (await env.ask({ ...wanted, response_format: "XML" })).body,
  );
  assert.deepEqual([name, attributes], ["report", { api: "rsapi", version: "3.8", count: "10" }]);
  assert.deepEqual(
    children.map((row: Element) => row.children.map(({ name, text }) => [name, text])),
    expected,
  );
});

test("a cell that starts with = + - @ or a tab is not changed", async (t) => {
  const env = await openOwnReports(t);
  await env.add(...["=1+1", "+1", "-1", "@x", "\tx"].map((cashier) => ({ cashier })));
  const [head = [], ...lines] = parseCsv((await env.ask()).body);
  const at = head.indexOf("cashier");
  assert.deepEqual(
    lines.map((line) => line[at]),
    ["=1+1", "+1", "-1", "@x", "\tx"],
  );
});

test("a text of 65,000 characters is complete in every format", async (t) => {
  const env = await openOwnReports(t);
  const text = 'ä"<\n'.repeat(16_250);
  await env.add({ description: text, custom_data: text, invoice_entry: text });
  const [record] = await env.recordsOf();
  assert.equal(record?.["description"], text);
  const xml = parseXml((await env.ask({ response_format: "XML" })).body);
  const found = xml.children[0]?.children.find(({ name }) => name === "user_data");
  assert.equal(found?.text, text);
  const [head = [], line = []] = parseCsv((await env.ask()).body);
  assert.equal(line[head.indexOf("invoice_entry")], text);
});

test("amounts have two decimals in CSV and XML, and are numbers in JSON", async (t) => {
  const env = await openOwnReports(t);
  await env.add({ amount_cents: 5 }, { amount_cents: 100 }, { amount_cents: 99_999_999 });
  const [head = [], ...lines] = parseCsv((await env.ask()).body);
  const at = head.indexOf("transaction_amount");
  assert.deepEqual(
    lines.map((line) => line[at]),
    ["0.05", "1.00", "999999.99"],
  );
  const amounts = (await env.recordsOf()).map(({ transaction_amount }) => transaction_amount);
  assert.deepEqual(amounts, [0.05, 1, 999_999.99]);
});
