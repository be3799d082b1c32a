/** Receipts of payments: recipients, content, sent once, safe against injected markup. */
import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { Mailbox } from "../../src/adapters/mailbox.ts";
import { updateAccount } from "../../src/core/accounts/update-account.ts";
import { DeliveryStore } from "../../src/core/outbox/claims/delivery-store.ts";
import { Dispatcher } from "../../src/core/outbox/dispatcher.ts";
import { MAIL_LIMITS, MailRoute } from "../../src/core/outbox/mail-route.ts";
import { reconcile } from "../../src/core/payments/recovery/reconcile.ts";
import { ACCOUNT, CARD, OTHER_ACCOUNT, openTestApp, type TestApp } from "../kit/app.ts";
import { type Form, fetchId, jobsOf, NO_LIMITS, send } from "../kit/hooked-app.ts";
import { TestOutbox } from "../kit/outbox.ts";

const BY = { actor: { kind: "system", name: "a test" } } as const;
const OWNER = "owner@books.test";
const GRACE = "grace@navy.test";
const BOTH = { send_customer_receipt: "1", send_merchant_receipt: "1" };
const SALE = {
  ...ACCOUNT,
  ...CARD,
  transaction_type: "SALE",
  transaction_amount: "12.34",
  first_name: "Grace",
  last_name: "Hopper",
  email: GRACE,
};

async function ask(app: TestApp, form: Form, headers: Form = {}) {
  return (await send(app, form, headers)).json();
}

const pay = (app: TestApp, changes: Form = {}, headers: Form = {}) =>
  ask(app, { ...SALE, ...changes }, headers);

/** An app whose first account has a receipt email address. */
async function openBooks(t: TestContext, changes: { readonly name?: string } = {}) {
  const app = await openTestApp(t, {}, NO_LIMITS);
  const { database, custody, clock } = app;
  const needs = { db: database.app, custody, clock, environment: "certification" } as const;
  const wish = { changes: { receiptEmail: OWNER, ...changes }, by: BY };
  assert.equal((await updateAccount(needs, ACCOUNT.account_id, wish)).kind, "updated");
  return app;
}

/** Delivers all waiting emails and returns those received so far, oldest first. */
async function emailsOf({ database, custody, clock }: TestApp) {
  const mailer = new Mailbox({ db: database.payments, clock });
  const outbox = new TestOutbox(database, custody, clock);
  const onFailure = (error: unknown) => outbox.failures.push(error);
  const deliveries = new DeliveryStore(database.payments);
  const route = new MailRoute({ mailer, custody, isActiveLogin: async () => true });
  const dispatcher = new Dispatcher({ deliveries, route, clock, onFailure, limits: MAIL_LIMITS });
  do {
    await outbox.drain(dispatcher);
    // Emails of one transaction are sent one after the other.
    clock.advance({ seconds: 2 });
  } while ((await dispatcher.startRound()) > 0);
  await dispatcher.waitUntilIdle();
  assert.deepEqual(outbox.failures, []);
  return [...(await mailer.listEmails(100))].reverse();
}

const recipientsOf = async (app: TestApp) => (await emailsOf(app)).map(({ to }) => to).sort();

test("a receipt says who was paid, how much, with what and when, in HTML and in text", async (t) => {
  const app = await openBooks(t);
  app.clock.set("2026-11-15T12:00:00Z");
  const sale = await pay(app, { ...BOTH, transaction_description: "Two books" });
  const emails = await emailsOf(app);
  assert.deepEqual(emails.map(({ to }) => to).sort(), [GRACE, OWNER]);
  for (const { subject, text, html = "" } of emails) {
    assert.equal(subject, "Payment: $12.34, Main Street Books");
    for (const said of [
      "Main Street Books",
      "$12.34",
      "Visa ending in 1111",
      "Nov 15, 2026, 7:00 AM ET",
      "Grace Hopper",
      "Two books",
      sale.transaction_id,
      sale.authorization_code,
    ]) {
      assert.ok(text.includes(said) && html.includes(said), said);
    }
    assert.match(html, /^<!doctype html>/);
    assert.doesNotMatch(text, /[<>]/);
  }
});

test("no receipt has a card number, expiration or verification value", async (t) => {
  const app = await openBooks(t);
  await pay(app, { ...BOTH, card_verification: "987" });
  const [message] = await app.database.owner.rows<{ written: string }>`
    select string_agg(payload::text, ' ') as written from outbox where kind = 'mail'`;
  assert.match(message?.written ?? "", /ending in 1111/);
  assert.doesNotMatch(message?.written ?? "", /411111|\b(?:1230|987)\b/);
});

test("a receipt is sent only to the requested recipients", async (t) => {
  const app = await openBooks(t);
  await pay(app);
  await pay(app, { send_customer_receipt: "0", send_merchant_receipt: "false" });
  assert.deepEqual(await recipientsOf(app), []);
  await pay(app, { send_customer_receipt: "true" });
  assert.deepEqual(await recipientsOf(app), [GRACE]);
  await pay(app, { send_merchant_receipt: "TRUE" });
  assert.deepEqual(await recipientsOf(app), [GRACE, OWNER]);
});

test("without an email address no receipt is sent, and the payment is made", async (t) => {
  const app = await openBooks(t);
  assert.equal((await pay(app, { ...BOTH, email: "" })).error_code, 0);
  assert.deepEqual(await recipientsOf(app), [OWNER]);
  assert.equal((await pay(app, { ...OTHER_ACCOUNT, ...BOTH })).error_code, 0);
  assert.deepEqual(await recipientsOf(app), [GRACE, OWNER], "the other account has no address");
});

test("declined, refused, unsent and stored payments and closed batches have no receipt", async (t) => {
  const app = await openBooks(t);
  const codes = [];
  for (const form of [
    { transaction_amount: "1.05" },
    { transaction_amount: "1.92" },
    { card_number: "4111111111111112" },
    { transaction_type: "STORE", transaction_amount: "0.00" },
    { transaction_type: "SETTLE-BATCH" },
  ]) {
    codes.push((await pay(app, { ...BOTH, ...form })).error_code);
  }
  assert.deepEqual(codes, [30002, 50000, 30370, 0, 0]);
  assert.deepEqual(await recipientsOf(app), []);
});

test("receipts name the type of payment and the original of a refund", async (t) => {
  const app = await openBooks(t);
  const one = { send_merchant_receipt: "1" };
  const { transaction_id: token_id } = await pay(app);
  const given = { token_id, transaction_amount: "2.34", email: GRACE };
  const { transaction_id: authorized } = await pay(app, { transaction_type: "AUTHORIZATION" });
  const part = { ...one, transaction_amount: "1.20", allow_partial: "1" };
  await pay(app, part);
  for (const form of [
    { transaction_type: "REFUND", ...given },
    { transaction_type: "CAPTURE", token_id: authorized, transaction_amount: "5.00" },
  ]) {
    await ask(app, { ...ACCOUNT, ...one, ...form });
  }
  await pay(app, { ...one, transaction_type: "CREDIT", transaction_amount: "3.00" });
  const { transaction_id: undone } = await pay(app, { transaction_amount: "4.00" });
  await ask(app, { ...ACCOUNT, ...one, transaction_type: "REVERSAL", token_id: undone });
  const emails = await emailsOf(app);
  assert.deepEqual(emails.map(({ subject }) => subject.split(",")[0]).sort(), [
    "Canceled payment: $4.00",
    "Credit: $3.00",
    "Payment: $1.00",
    "Payment: $5.00",
    "Refund: $2.34",
  ]);
  const refund = emails.find(({ subject }) => subject.startsWith("Refund"));
  assert.match(refund?.text ?? "", new RegExp(`Original transaction ID +${token_id}`));
});

test("a refund sends the customer one receipt", async (t) => {
  const app = await openBooks(t);
  const { transaction_id: token_id } = await pay(app);
  const refund = { ...ACCOUNT, transaction_type: "REFUND", token_id, email: GRACE };
  await ask(app, { ...refund, send_customer_receipt: "1" });
  assert.deepEqual(
    (await emailsOf(app)).map(({ to, subject }) => [to, subject]),
    [[GRACE, "Refund: $12.34, Main Street Books"]],
  );
});

test("an approval that is found by reconcile sends its receipts then", async (t) => {
  const app = await openBooks(t);
  for (const transaction_amount of ["1.90", "1.91"]) {
    const sale = { ...BOTH, transaction_id: await fetchId(app), transaction_amount };
    assert.equal((await pay(app, sale)).error_code, 50000);
  }
  assert.deepEqual(await recipientsOf(app), []);
  app.clock.advance({ minutes: 1 });
  assert.equal(await reconcile(jobsOf(app), (error) => assert.fail(String(error))), 2);
  const emails = await emailsOf(app);
  assert.deepEqual(emails.map(({ to }) => to).sort(), [GRACE, OWNER]);
  assert.match(emails[0]?.subject ?? "", /^Payment: \$1\.90/);
});

test("names and descriptions cannot add markup or headers to a receipt", async (t) => {
  const app = await openBooks(t, { name: `<b>Books</b> & "Co"` });
  await pay(app, {
    ...BOTH,
    first_name: "<script>alert(1)</script>",
    last_name: `O'Neil {{link}}`,
    transaction_description: "Two\r\nBcc: all@bad.test\n<img src=x>",
  });
  const emails = await emailsOf(app);
  assert.equal(emails.length, 2);
  for (const { subject, html = "" } of emails) {
    assert.equal(subject, `Payment: $12.34, <b>Books</b> & "Co"`);
    assert.doesNotMatch(html, /<script|<img|<b>/);
    for (const escaped of [
      "&lt;b&gt;Books&lt;/b&gt; &amp; &quot;Co&quot;",
      "&lt;script&gt;alert(1)&lt;/script&gt; O&#39;Neil {{link}}",
      "&lt;img src=x&gt;",
    ]) {
      assert.ok(html.includes(escaped), escaped);
    }
  }
});

test("a long subject is cut between characters", async (t) => {
  for (const name of ["😀".repeat(100), `B${"😀".repeat(99)}`]) {
    const app = await openBooks(t, { name });
    const { transaction_approved, error } = await pay(app, BOTH);
    assert.deepEqual([transaction_approved, error], [true, false]);
    for (const { subject } of await emailsOf(app)) assert.ok(subject.endsWith("😀"), subject);
  }
});

test("repeated requests send each recipient one receipt", async (t) => {
  const app = await openBooks(t);
  const transaction_id = await fetchId(app);
  const key = { "idempotency-key": "order 7" };
  for (let n = 0; n < 3; n++) {
    const byId = Array.from({ length: 5 }, () => pay(app, { ...BOTH, transaction_id }));
    assert.equal(new Set((await Promise.all(byId)).map((one) => one.transaction_id)).size, 1);
    await pay(app, { send_customer_receipt: "1" }, key);
  }
  assert.deepEqual(await recipientsOf(app), [GRACE, GRACE, OWNER]);
});
