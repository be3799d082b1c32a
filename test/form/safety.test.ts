/** Security of the hosted form: headers, limits, page tokens, no card numbers left behind. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { brotliDecompressSync } from "node:zlib";
import { maskingDestination } from "../../src/adapters/log/masking-destination.ts";
import { openTestApp } from "../kit/app.ts";
import { bankCanary, canaries } from "../kit/canaries.ts";
import {
  askedHost,
  BANK_FIELDS,
  CARD_FIELDS,
  Customer,
  NO_LIMITS,
  openFormApp,
  openOwnForm,
  readFormToken,
  readPageText,
  readRedirect,
  setForm,
} from "../kit/form-interface.ts";
import { openShared } from "../kit/shared.ts";

const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; " +
  "form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

test("every page has a strict security policy, is not cached and has no inline script or style", async (t) => {
  const customer = await openShared(t, openFormApp);
  const form = await customer.open();
  const bad = await customer.send({ token: readFormToken(form.body) });
  const receipt = await customer.pay(CARD_FIELDS);
  const lost = await customer.get("/pay/nobody");
  for (const page of [form, bad, receipt, lost]) {
    assert.equal(page.headers["content-security-policy"], POLICY);
    assert.equal(page.headers["referrer-policy"], "no-referrer");
    assert.equal(page.headers["cache-control"], "no-store");
    assert.equal(page.headers["x-content-type-options"], "nosniff");
    assert.equal(page.headers["x-frame-options"], "DENY");
    assert.doesNotMatch(page.body, /<style|<script(?! src=)|\son\w+=|\sstyle=|javascript:/);
    assert.doesNotMatch(page.body, /(src|href|action)="(https?:)?\/\//);
  }
});

test("frames are allowed only for the origins in the form's settings", async (t) => {
  const { customer } = await openOwnForm(t);
  await setForm(customer, "frame_ancestors = '{https://shop.test,https://www.shop.test}'");
  const { headers } = await customer.open();
  const policy = String(headers["content-security-policy"]);
  assert.ok(policy.endsWith("frame-ancestors https://shop.test https://www.shop.test"));
  assert.equal(headers["x-frame-options"], undefined);
});

test("script, style and icon are cached forever under names that change with their content", async (t) => {
  const { app } = await openShared(t, openFormApp);
  const { body } = await app.server.inject("/pay/books");
  const urls = [...body.matchAll(/(?:src|href)="(\/pay\/assets\/[^"]+)"/g)].map(([, url]) => url);
  assert.equal(urls.length, 3);
  let weight = Buffer.byteLength(body);
  for (const url of urls) {
    assert.match(url ?? "", /\.[0-9a-f]{12}\.(js|css|svg)$/);
    const headers = { "accept-encoding": "gzip, br" };
    const asset = await app.server.inject({ url: url ?? "", headers });
    assert.equal(asset.headers["cache-control"], "public, max-age=31536000, immutable");
    assert.equal(asset.headers["x-content-type-options"], "nosniff");
    const plain = await app.server.inject(url ?? "");
    assert.deepEqual(brotliDecompressSync(asset.rawPayload), plain.rawPayload);
    weight += asset.rawPayload.length;
  }
  t.diagnostic(`the form weighs ${weight} bytes`);
  assert.ok(weight < 20_000, `${weight} bytes`);
});

test("a missing or disabled form or account gets the same 404", async (t) => {
  const customer = await openFormApp(t);
  const token = await customer.ticket();
  const receipt = readRedirect(await customer.send({ token, ...CARD_FIELDS }));
  const nobody = (await customer.get("/pay/nobody")).body;
  const isGone = async () => {
    assert.deepEqual(
      [(await customer.open()).statusCode, (await customer.open()).body],
      [404, nobody],
    );
    const sent = await customer.send({ token, ...CARD_FIELDS, amount: "77.00" });
    assert.deepEqual([sent.statusCode, sent.body], [404, nobody]);
  };
  const { owner } = customer.app.database;
  await setForm(customer, "is_active = false");
  await isGone();
  assert.equal((await customer.get(receipt)).statusCode, 200, "a receipt outlives its form");
  await setForm(customer, "is_active = true");
  await owner.rows`update accounts set is_active = false where id = 120000000001`;
  await isGone();
  await owner.rows`
    update accounts set is_active = true, card_processor = null, ach_processor = null
    where id = 120000000001`;
  await isGone();
  assert.equal(await askedHost(customer.app), 1);
});

test("a payment method without a processor is not offered and not accepted", async (t) => {
  const customer = await openFormApp(t);
  await customer.app.database.owner.rows`
    update accounts set ach_processor = null where id = 120000000001`;
  const { body } = await customer.open();
  assert.doesNotMatch(body, /bank_routing_number|name="method"/);
  const sent = await customer.send({ token: readFormToken(body), ...BANK_FIELDS });
  assert.match(readPageText(sent.body), /Enter the card number/);
});

test("a missing, changed or forged page token pays nothing", async (t) => {
  const { customer, made } = await openOwnForm(t);
  const token = await customer.ticket();
  const [id = "", until = "", proof = ""] = token.split(".");
  const other = `${id.startsWith("x") ? "y" : "x"}${id.slice(1)}`;
  const forged = ["", "x", `${other}.${until}.${proof}`, `${id}.${Number(until) + 9}.${proof}`, id];
  for (const wrong of forged) {
    const sent = await customer.send({ token: wrong, ...CARD_FIELDS });
    assert.equal(sent.statusCode, 403, wrong);
    assert.match(readPageText(sent.body), /You have not been charged|did not charge you/);
    assert.doesNotMatch(sent.body, /value="Ada"/, "what came with it does not come back");
  }
  assert.deepEqual(await made(), []);
});

test("bodies that are too large, malformed or of another type change nothing", async (t) => {
  const { app } = await openShared(t, openFormApp);
  const send = (type: string, payload: string) =>
    app.server.inject({
      method: "POST",
      url: "/pay/books",
      headers: { "content-type": type },
      payload,
    });
  const form = "application/x-www-form-urlencoded";
  assert.equal((await send(form, `a=${"x".repeat(40_000)}`)).statusCode, 413);
  assert.equal((await send("application/json", "{}")).statusCode, 415);
  assert.equal((await send(form, "a=%zz")).statusCode, 400);
  for (const page of [await send("text/plain", "x")]) assert.match(page.body, /<main/);
});

test("requests are limited per address and per form", async (t) => {
  const limits = { addressPerSecond: 1, addressBurst: 3, callerPerSecond: 0 };
  const few = await openFormApp(t, {}, limits);
  const codes = [];
  for (let turn = 0; turn < 4; turn++) codes.push((await few.open()).statusCode);
  assert.deepEqual(codes, [200, 200, 200, 429]);
  const crowd = { addressPerSecond: 0, callerPerSecond: 1, callerBurst: 2 };
  const many = await openFormApp(t, {}, crowd);
  const token = await many.ticket();
  const sent = [];
  for (let turn = 0; turn < 3; turn++) {
    many.address = `192.0.2.${turn + 1}`;
    sent.push((await many.send({ token })).statusCode);
  }
  assert.deepEqual(sent, [422, 422, 429]);
});

test("one address takes at most a tenth of a form's rate, so that others can still pay", async (t) => {
  const limits = { addressPerSecond: 0, callerPerSecond: 0.001, callerBurst: 50 };
  const stranger = await openFormApp(t, {}, limits);
  stranger.address = "203.0.113.9";
  const codes = new Map<number, number>();
  for (let turn = 0; turn < 60; turn++) {
    const { statusCode } = await stranger.send({ token: "made up" });
    codes.set(statusCode, (codes.get(statusCode) ?? 0) + 1);
  }
  assert.deepEqual(Object.fromEntries(codes), { 403: 5, 429: 55 });
  const customer = new Customer(stranger.app);
  customer.address = "198.51.100.7";
  assert.match(readPageText((await customer.pay(CARD_FIELDS)).body), /Payment received/);
});

test("card testing with small amounts is slowed down, and nothing is charged", async (t) => {
  const customer = await openFormApp(t, { cardTestingDeclines: 3 });
  let last = await customer.open();
  for (let turn = 0; turn < 12; turn++) {
    last = await customer.send({ token: readFormToken(last.body), ...CARD_FIELDS, amount: "1.05" });
    if (last.statusCode === 429) break;
  }
  assert.equal(last.statusCode, 429);
  assert.match(readPageText(last.body), /Too many payment attempts\. You have not been charged/);
});

test("a merchant's link fills in amount and fields, never a card number", async (t) => {
  const customer = await openShared(t, openFormApp);
  const link = new URLSearchParams({
    amount: "19.90",
    "Order number": "B-12",
    first_name: "4111111111111111",
    card_number: "4111111111111111",
    method: "ach",
  });
  const { body } = await customer.get(`/pay/books?${link}`);
  assert.match(body, /id="amount"[^>]*value="19\.90"/);
  assert.match(body, /id="field_1"[^>]*value="B-12"/);
  assert.match(body, /value="ach"[^>]* checked/);
  assert.doesNotMatch(body, /41111111/);
});

const FIELD_NAMES = [...Object.keys({ ...CARD_FIELDS, ...BANK_FIELDS }), "token", "unknown"];

test("card and bank numbers in any field do not appear in logs, tables or pages", async (t) => {
  const lines: string[] = [];
  const write = (line: string) => void lines.push(line);
  const destination = maskingDestination({ terminal: false, write });
  const app = await openTestApp(t, { logLevel: "trace" }, { ...NO_LIMITS, destination });
  const customer = new Customer(app);
  const token = await customer.ticket();
  const birds = canaries(24);
  const banks = [bankCanary(12, "0001"), bankCanary(17), bankCanary(9)];
  for (const [place, { text }] of birds.entries()) {
    for (const name of FIELD_NAMES) {
      const fields = place % 2 === 0 ? CARD_FIELDS : BANK_FIELDS;
      const page = await customer.send({ token, ...fields, amount: "", [name]: text });
      assert.ok(!page.body.includes(text), `${name} comes back`);
    }
    await customer.get(`/pay/books?first_name=${encodeURIComponent(text)}`);
    await customer.get(`/pay/${encodeURIComponent(text)}/receipt/${encodeURIComponent(text)}`);
  }
  const paid = birds.filter(({ text, needle }) => text === needle);
  for (const { text } of paid) await new Customer(app).pay({ ...CARD_FIELDS, card_number: text });
  for (const number of banks) {
    await new Customer(app).pay({ ...BANK_FIELDS, bank_account_number: number });
  }
  await app.flush();
  const stored = await dumpOf(app.database.owner);
  const filled = [lines.length, stored.length];
  assert.ok(lines.length > 400 && stored.length > 100_000, `the sinks were filled: ${filled}`);
  for (const needle of [...birds.map((bird) => bird.needle), ...banks]) {
    assert.ok(!lines.join("\n").includes(needle), `${needle} is in the log`);
    assert.ok(!stored.includes(needle), `${needle} is in a table`);
  }
  const receipts = stored.match(/\/pay\/books\/receipt\/[^<\s?]+/g) ?? [];
  assert.ok(receipts.length > 0 && receipts.every((path) => path.endsWith("[receipt]")));
});

type Owner = Customer["app"]["database"]["owner"];

/** Every table except those of the simulators. */
async function dumpOf(owner: Owner): Promise<string> {
  const [row] = await owner.rows<{ dump: string }>`
    select schema_to_xml('public', true, false, '')::text as dump`;
  return row?.dump ?? "";
}
