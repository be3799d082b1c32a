/** Payments at the hosted form by card and bank account, each charged once. */
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  askedHost,
  BANK_FIELDS,
  CARD_FIELDS,
  Customer,
  openFormApp,
  openOwnForm,
  readFormToken,
  readPageText,
  readRedirect,
  readReport,
  setForm,
  transactionsOf,
} from "../kit/form-interface.ts";

test("a card payment leads to a receipt with amount, card, date and transaction id", async (t) => {
  const customer = await openFormApp(t);
  customer.app.clock.set("2026-11-15T15:32:00Z");
  const sent = await customer.send({ token: await customer.ticket(), ...CARD_FIELDS });
  assert.match(readRedirect(sent), /^\/pay\/books\/receipt\/[\w.-]+$/);
  const receipt = await customer.get(readRedirect(sent));
  const words = readPageText(receipt.body);
  const [kept] = await transactionsOf(customer.app);
  assert.equal(receipt.statusCode, 200);
  assert.match(words, /Main Street Books Payment received \$12\.34/);
  assert.match(words, /Paid by Ada Lovelace/);
  assert.match(words, /Paid with Visa ending in 1111/);
  assert.match(words, /Nov 15, 2026, 10:32 AM ET/);
  assert.match(words, /Authorization code [0-9A-F]{6}/);
  assert.match(words, new RegExp(`Transaction ID ${kept?.id}`));
});

test("form name, reportable fields and IP address are stored with the transaction and shown in the report", async (t) => {
  const customer = await openFormApp(t);
  await customer.pay(CARD_FIELDS);
  const [kept] = await transactionsOf(customer.app);
  assert.deepEqual(
    [kept?.state, kept?.amount_cents, kept?.form_name, kept?.form_fields],
    ["sold", 1_234, "books", { "Order number": "A-77" }],
  );
  assert.deepEqual([kept?.payment_type, kept?.ip_address], ["ECOMMERCE", "127.0.0.1"]);
  const [record] = await readReport(customer.app);
  assert.equal(record?.["Order number"], "A-77");
  assert.deepEqual(Object.keys(record ?? {}).at(-1), "Order number");
});

test("an IPv4 address in IPv6 form is stored as IPv4", async (t) => {
  const customer = await openFormApp(t, { trustedProxies: ["127.0.0.1"] });
  const from = { "x-forwarded-for": "::ffff:203.0.113.7" };
  await customer.send({ token: await customer.ticket(), ...CARD_FIELDS }, from);
  const [kept] = await transactionsOf(customer.app);
  assert.equal(kept?.ip_address, "203.0.113.7");
});

test("a bank payment needs a one-time authorization and has the form's SEC code, and the receipt says that it takes days", async (t) => {
  const customer = await openFormApp(t);
  customer.app.clock.set("2026-11-15T15:32:00Z");
  await setForm(customer, "ach_sec_code = 'PPD'");
  assert.match(
    readPageText((await customer.open()).body),
    /I authorize Main Street Books to make a one-time electronic debit of the amount above from the bank account entered above on or after November 15, 2026\. To cancel this authorization, I must contact Main Street Books before the debit is sent to the bank\. Checking this box is my electronic signature\./,
  );
  const receipt = await customer.pay(BANK_FIELDS);
  assert.match(readPageText(receipt.body), /Payment pending \$45\.00 .*one to three banking days/);
  assert.match(readPageText(receipt.body), /Paid with Bank account ending in 7890/);
  const [kept] = await transactionsOf(customer.app);
  assert.deepEqual([kept?.state, kept?.sec_code], ["pending", "PPD"]);
  assert.deepEqual(kept?.form_fields, { "Order number": "A-78" });
});

test("without a SEC code of its own the form uses the account's default", async (t) => {
  const customer = await openFormApp(t);
  await setForm(customer, "ach_sec_code = null");
  await customer.app.database.owner.rows`
    update accounts set ach_default_sec_code = 'CCD' where id = 120000000001`;
  await customer.pay(BANK_FIELDS);
  assert.equal((await transactionsOf(customer.app))[0]?.sec_code, "CCD");
});

test("the same page sent ten times at once charges once, and every answer is the same receipt", async (t) => {
  const { customer, made, asked } = await openOwnForm(t);
  const token = await customer.ticket();
  const sent = await Promise.all(
    Array.from({ length: 10 }, () => customer.send({ token, ...CARD_FIELDS })),
  );
  const ways = sent.map((response) => readRedirect(response).split("?"));
  assert.equal(new Set(ways.map(([path]) => path)).size, 1);
  assert.deepEqual(new Set(ways.map(([, note]) => note)), new Set([undefined]));
  assert.equal((await made()).length, 1);
  assert.equal(await asked(), 1);
});

test("the same page with other values shows its first payment with a note and charges nothing", async (t) => {
  const { customer, asked } = await openOwnForm(t);
  const token = await customer.ticket();
  await customer.send({ token, ...CARD_FIELDS });
  for (const other of [{ amount: "99.00" }, { card_number: "5555555555554444" }, { amount: "x" }]) {
    const again = await customer.send({ token, ...CARD_FIELDS, ...other });
    const receipt = await customer.get(readRedirect(again));
    assert.match(readPageText(receipt.body), /\$12\.34 .*not charged again.* Visa ending in 1111/);
  }
  assert.equal(await asked(), 1);
});

test("a reloaded page keeps its token, and after the payment it leads to the receipt", async (t) => {
  const { customer } = await openOwnForm(t);
  const token = await customer.ticket();
  assert.equal(await customer.ticket(), token);
  const sent = await customer.send({ token, ...CARD_FIELDS });
  // The answer was lost, so the customer reloads the page.
  const again = await customer.open();
  assert.equal(readRedirect(again), readRedirect(sent));
  await customer.get(readRedirect(again));
  assert.notEqual(await customer.ticket(), token, "once it was seen, the next page pays anew");
});

test("a receipt can be opened for 30 days", async (t) => {
  const customer = await openFormApp(t);
  const url = readRedirect(await customer.send({ token: await customer.ticket(), ...CARD_FIELDS }));
  for (const days of [0, 1, 28]) {
    customer.app.clock.advance({ hours: 24 * days });
    assert.equal((await customer.get(url)).statusCode, 200);
  }
  customer.app.clock.advance({ hours: 24 });
  assert.equal((await customer.get(url)).statusCode, 404);
  assert.equal((await customer.get(`${url}x`)).statusCode, 404);
});

test("a receipt token works only for its form, and a page token is not a receipt token", async (t) => {
  const { customer, made } = await openOwnForm(t);
  await customer.app.database.owner.rows`
    insert into payment_forms (account_id, name, title, methods)
    values (120000000002, 'clinic', 'Lakeside Clinic', '{card}')`;
  const token = await customer.ticket();
  const url = readRedirect(await customer.send({ token, ...CARD_FIELDS }));
  assert.equal((await customer.get(url.replace(customer.form, "clinic"))).statusCode, 404);
  assert.equal((await customer.get(`/pay/${customer.form}/receipt/${token}`)).statusCode, 404);
  const other = new Customer(customer.app, "clinic");
  const unspent = await new Customer(customer.app, customer.form).ticket();
  const foreign = await other.send({ token: unspent, ...CARD_FIELDS });
  assert.equal(foreign.statusCode, 403, "an id of another form pays nothing");
  assert.equal((await made()).length, 1);
});

test("a page that was open for more than a day gets a new token before it pays", async (t) => {
  const customer = await openFormApp(t);
  const token = await customer.ticket();
  customer.app.clock.advance({ hours: 25 });
  const late = await customer.send({ token, ...CARD_FIELDS });
  assert.equal(late.statusCode, 422);
  assert.match(readPageText(late.body), /open for too long\. You have not been charged/);
  assert.equal((await transactionsOf(customer.app)).length, 0);
  assert.equal(
    (await customer.send({ token: readFormToken(late.body), ...CARD_FIELDS })).statusCode,
    303,
  );
});

test("an old page that had paid leads to its receipt, not to another payment", async (t) => {
  const customer = await openFormApp(t);
  const token = await customer.ticket();
  await customer.send({ token, ...CARD_FIELDS });
  customer.app.clock.advance({ hours: 25 });
  assert.match(readRedirect(await customer.send({ token, ...CARD_FIELDS })), /receipt/);
  assert.equal(await askedHost(customer.app), 1);
});

test("the page's script gets the same pages as JSON with status 200", async (t) => {
  const { customer } = await openOwnForm(t);
  const accept = { accept: "application/json" };
  const token = await customer.ticket();
  const bad = await customer.send({ token, ...CARD_FIELDS, card_number: "" }, accept);
  assert.equal(bad.statusCode, 200);
  assert.match(bad.json().page, /Enter the card number/);
  const good = await customer.send({ token, ...CARD_FIELDS }, accept);
  assert.match(good.json().to, /^\/pay\/[\w-]+\/receipt\//);
});
