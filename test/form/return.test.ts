/** What the merchant gets of a payment by form: the signed return link, receipts and webhooks. */
import assert from "node:assert/strict";
import { createHmac } from "node:crypto";
import { test } from "node:test";
import { changeForm, rotateReturnSecret } from "../../src/core/forms/edit-forms.ts";
import { BOOKS } from "../kit/accounts.ts";
import { ACCOUNT, post } from "../kit/app.ts";
import {
  BANK_FIELDS,
  CARD_FIELDS,
  type Customer,
  openFormApp,
  openOwnForm,
  readPageText,
  readRedirect,
  readReport,
  setForm,
  transactionsOf,
} from "../kit/form-interface.ts";
import { interfacePage, listCodeBlocks } from "../kit/pages.ts";

const BY = { actor: { kind: "operator", id: "7", name: "Olga" } } as const;
const BACK = "https://shop.test/thanks?basket=7";

function editing({ app }: Customer) {
  const { database, custody, clock } = app;
  return { db: database.app, custody, clock, environment: "certification" } as const;
}

async function setReturn(customer: Customer): Promise<string> {
  const wish = { returnUrl: BACK };
  const set = await changeForm(editing(customer), BOOKS.id, {
    name: customer.form,
    change: wish,
    by: BY,
  });
  assert.equal(set.kind, "changed");
  return (set.kind === "changed" && set.returnSecret?.reveal()) || assert.fail("no secret");
}

function linkOn(html: string): URL {
  const [, href = assert.fail("no way back")] =
    /<a class="button" href="([^"]+)">Return/.exec(html) ?? [];
  return new URL(href.replaceAll("&amp;", "&"));
}

/** The signature check as the documentation shows it. */
function signatureOf(link: URL, secret: string): string {
  const signed = ["form", "transaction_id", "status", "amount", "timestamp"];
  const text = signed.map((name) => link.searchParams.get(name)).join("\n");
  return createHmac("sha256", secret).update(text).digest("hex");
}

test("the return link has the result, signed with the form's secret", async (t) => {
  const { customer, made } = await openOwnForm(t);
  const secret = await setReturn(customer);
  const link = linkOn((await customer.pay(CARD_FIELDS)).body);
  const [kept] = await made();
  const { signature, timestamp, ...result } = Object.fromEntries(link.searchParams);
  assert.equal(link.origin + link.pathname, "https://shop.test/thanks");
  assert.deepEqual(result, {
    basket: "7",
    form: customer.form,
    transaction_id: kept?.id,
    status: "approved",
    amount: "12.34",
  });
  assert.equal(Number(timestamp), customer.app.clock.wall().epochMilliseconds / 1_000);
  assert.equal(signature, signatureOf(link, secret));
  const bank = linkOn((await customer.pay(BANK_FIELDS)).body);
  assert.equal(bank.searchParams.get("status"), "pending");
  assert.equal(bank.searchParams.get("signature"), signatureOf(bank, secret));
});

test("the documented signature check accepts only our own recent results", async (t) => {
  const { customer } = await openOwnForm(t);
  const secret = await setReturn(customer);
  const link = linkOn((await customer.pay(CARD_FIELDS)).body);
  const { text } =
    listCodeBlocks(interfacePage("payment-form.md")).find(({ language }) => language === "js") ??
    assert.fail();
  const shown = await import(`data:text/javascript,${encodeURIComponent(text)}`);
  const isGenuine = shown.isGenuine as (address: string, secret: string, now?: number) => boolean;
  const now = Number(link.searchParams.get("timestamp"));
  assert.equal(isGenuine(link.href, secret, now), true);
  assert.equal(isGenuine(link.href, secret, now + 3_600), false);
  assert.equal(isGenuine(link.href, `${secret}x`, now), false);
  for (const name of ["form", "transaction_id", "status", "amount"]) {
    const changed = new URL(link);
    changed.searchParams.set(name, "1");
    assert.equal(isGenuine(changed.href, secret, now), false, name);
  }
});

test("a renewed secret is used at once; without a return address there is no return link", async (t) => {
  const { customer } = await openOwnForm(t);
  const bare = await customer.pay(CARD_FIELDS);
  assert.doesNotMatch(bare.body, /Return to/);
  const old = await setReturn(customer);
  const renewed = await rotateReturnSecret(editing(customer), BOOKS.id, {
    name: customer.form,
    by: BY,
  });
  assert.ok(renewed.kind === "rotated");
  const link = linkOn((await customer.pay(CARD_FIELDS)).body);
  assert.equal(link.searchParams.get("signature"), signatureOf(link, renewed.secret.reveal()));
  assert.notEqual(link.searchParams.get("signature"), signatureOf(link, old));
});

async function emailsOf({ app }: Customer): Promise<readonly string[]> {
  const rows = await app.database.owner.rows<{ to: string }>`
    select payload ->> 'to' as to from outbox where kind = 'mail' order by 1`;
  return rows.map(({ to }) => to);
}

test("receipts go to customer and merchant as the form's settings say", async (t) => {
  const customer = await openFormApp(t);
  await customer.app.database.owner.rows`
    update accounts set receipt_email = 'owner@books.test' where id = 120000000001`;
  await setForm(customer, "sends_customer_receipt = false");
  await customer.pay(CARD_FIELDS);
  assert.deepEqual(await emailsOf(customer), []);
  await setForm(customer, "sends_customer_receipt = true, sends_merchant_receipt = true");
  await customer.pay({ ...CARD_FIELDS, amount: "1.02" });
  assert.deepEqual(await emailsOf(customer), [], "a decline sends none");
  await customer.pay(CARD_FIELDS);
  assert.deepEqual(await emailsOf(customer), ["ada@example.test", "owner@books.test"]);
});

test("webhooks name the form and its fields, and a refund's record keeps them", async (t) => {
  const customer = await openFormApp(t);
  const { app } = customer;
  await app.database.owner.rows`
    insert into webhook_endpoints (account_id, url, origin, is_on, secret_sealed, updated_at)
    values (120000000001, 'https://hook.test/', 'https://hook.test', true, '\\x00', now())`;
  await customer.pay(CARD_FIELDS);
  const [kept] = await transactionsOf(app);
  await post(app.server, "/api/qsapi/3.8", {
    ...ACCOUNT,
    transaction_type: "REFUND",
    token_id: String(kept?.id),
  });
  const events = await app.database.owner.rows<{ event: string; payload: Record<string, unknown> }>`
    select event, payload from outbox where kind = 'webhook' order by created_at, event_id`;
  assert.equal(events.length, 2);
  for (const { payload } of events) {
    assert.deepEqual(
      [payload["form"], payload["form_fields"]],
      ["books", { "Order number": "A-77" }],
    );
    assert.deepEqual(Object.keys(payload).slice(-4), [
      "error",
      "error_code",
      "error_message",
      "error_msg",
    ]);
  }
  const records = await readReport(app);
  assert.deepEqual(
    records.map((record) => record["Order number"]),
    ["A-77", "A-77"],
  );
});

test("a failed verification shows its reason on the page and in the report", async (t) => {
  const customer = await openFormApp(t);
  const page = await customer.pay({ ...BANK_FIELDS, bank_account_number: "5550003" });
  assert.match(readPageText(page.body), /Account not found/);
  const [record] = await readReport(customer.app);
  assert.deepEqual(
    [record?.["authorization_msg"], record?.["Order number"]],
    ["NOT BATCHED", "A-78"],
  );
});

async function change({ app }: Customer, fields: Readonly<Record<string, string>>): Promise<void> {
  const { body } = await post(app.server, "/api/qsapi/3.8", {
    ...ACCOUNT,
    ...fields,
    response_format: "JSON",
  });
  assert.equal(JSON.parse(body).transaction_approved, true, body);
}

test("the signed result and the receipt show the current state of the payment", async (t) => {
  const { customer, made } = await openOwnForm(t);
  const secret = await setReturn(customer);
  const sent = await customer.send({ token: await customer.ticket(), ...CARD_FIELDS });
  const url = readRedirect(sent);
  const [kept] = await made();
  const token_id = String(kept?.id);
  const look = async () => {
    const { body } = await customer.get(url);
    const link = linkOn(body);
    assert.equal(link.searchParams.get("signature"), signatureOf(link, secret));
    return [link.searchParams.get("status"), readPageText(body)] as const;
  };
  assert.deepEqual((await look())[0], "approved");
  await change(customer, { transaction_type: "REFUND", token_id, transaction_amount: "2.34" });
  const [partly, partlyWords] = await look();
  assert.equal(partly, "partially_refunded");
  assert.match(partlyWords, /Payment partially refunded.*\$2\.34 of \$12\.34 was refunded/);
  await change(customer, { transaction_type: "REFUND", token_id, transaction_amount: "10.00" });
  const [whole, wholeWords] = await look();
  assert.equal(whole, "refunded");
  assert.match(wholeWords, /Payment refunded/);
});

test("a payment that was voided is not signed as approved", async (t) => {
  const { customer, made } = await openOwnForm(t);
  await setReturn(customer);
  const sent = await customer.send({ token: await customer.ticket(), ...CARD_FIELDS });
  const [kept] = await made();
  await change(customer, { transaction_type: "REVERSAL", token_id: String(kept?.id) });
  const { body } = await customer.get(readRedirect(sent));
  assert.equal(linkOn(body).searchParams.get("status"), "voided");
  assert.match(readPageText(body), /Payment canceled/);
  assert.doesNotMatch(readPageText(body), /Payment received/);
});

test("the signed result of a bank payment follows settlement and return", async (t) => {
  const customer = await openFormApp(t);
  await setReturn(customer);
  const sent = await customer.send({ token: await customer.ticket(), ...BANK_FIELDS });
  const statuses: unknown[] = [];
  for (const state of ["pending", "settled", "returned", "rejected"]) {
    await customer.app.database.owner.rows`update transactions set state = ${state}`;
    const { body } = await customer.get(readRedirect(sent));
    statuses.push(linkOn(body).searchParams.get("status"));
  }
  assert.deepEqual(statuses, ["pending", "settled", "returned", "returned"]);
});
