/** The shop with a whole gateway beside it: `npm test`. Each test has its own orders. */
import assert from "node:assert/strict";
import { once } from "node:events";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, before, type TestContext, test } from "node:test";
import { createClient } from "sixdoors/client";
import { type NextWebhook, type SixdoorsGateway, startSixdoors } from "sixdoors/testing";
import { Orders } from "./orders.ts";
import { openShop } from "./shop.ts";

const CARD = { number: "4111 1111 1111 1111", expiration: "12/30", verification: "123" };
const BANK = { firstName: "Jim", lastName: "Smith", routing: "021000021", account: "770012345678" };
const OWNER = { authorization: `Basic ${Buffer.from("owner:secret").toString("base64")}` };

let gateway: SixdoorsGateway;
before(async () => {
  gateway = await startSixdoors();
});
after(() => gateway.stop());

function openClient() {
  const { url: baseUrl, account } = gateway;
  return createClient({ baseUrl, account, waitForOutcomeMs: 0 });
}

/** Opens the shop on a free port. The folder outlives it if you give it one. */
async function open(t: TestContext, { folder = "", client = openClient() } = {}) {
  const place = folder || (await mkdtemp(path.join(tmpdir(), "shop-")));
  const orders = new Orders(place);
  const server = openShop({
    client,
    orders,
    webhookSecret: gateway.webhooks.secret,
    ownerPassword: "secret",
    isTest: true,
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  t.after(async () => {
    server.closeAllConnections();
    server.close();
    await rm(place, { recursive: true, force: true });
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const findPayment = async (order: string) =>
    (await orders.find(path.basename(order)))?.paymentId ?? assert.fail(order);
  return { url, folder: place, findPayment };
}

function post(url: string, fields: Record<string, string>, headers = {}) {
  return fetch(url, { method: "POST", body: new URLSearchParams(fields), headers });
}

const read = async (url: string) => (await fetch(url)).text();

/** Returns the address of the order. */
async function buy(url: string, product = "lamp"): Promise<string> {
  return (await post(`${url}/orders`, { product })).url;
}

/** Returns the page that the customer sees. */
const pay = async (order: string, fields = CARD as Record<string, string>) =>
  (await post(`${order}/pay`, fields)).text();

/** Passes the next event on, as the gateway would send it. */
async function deliver(url: string, wish: NextWebhook, change = (body: string) => body) {
  const { body, headers } = await gateway.webhooks.next(wish);
  return fetch(`${url}/webhook`, { method: "POST", body: change(body), headers: { ...headers } });
}

async function countCharges(order: string): Promise<number> {
  const customId = path.basename(order);
  const rows = openClient().reports.rows({ startDate: "2020-01-01", customId });
  return (await Array.fromAsync(rows)).length;
}

test("a customer pays by card, and no card number is saved", async (t) => {
  const { url, folder } = await open(t);
  assert.match(await read(url), /Desk lamp, \$42\.00/);
  const order = await buy(url);
  assert.match(await read(order), /value="4111111111111111"/);
  assert.match(await pay(order), /Paid\. VISA ending in 1111/);
  const files = await readdir(folder);
  const texts = await Promise.all(files.map((name) => readFile(path.join(folder, name), "utf8")));
  assert.doesNotMatch(texts.join(), /4111/);
});

test("two clicks on the button charge once", async (t) => {
  const { url } = await open(t);
  const order = await buy(url);
  const pages = await Promise.all([pay(order), pay(order)]);
  for (const page of pages) assert.match(page, /Paid\./);
  assert.equal(await countCharges(order), 1);
});

test("after a decline or a mistake, the customer can pay again", async (t) => {
  const { url } = await open(t);
  const order = await buy(url);
  assert.match(await pay(order, { ...CARD, number: "4111" }), /Not paid: CARD DATA UNREADABLE/);
  await gateway.cardHost.next({ decline: "51" });
  assert.match(await pay(order), /Not paid: INSUFFICIENT FUNDS.*Pay by card/s);
  assert.match(await pay(order), /Paid\./);
});

test("a payment with a lost answer is checked until its outcome is known", async (t) => {
  const { url, findPayment } = await open(t);
  const order = await buy(url);
  await gateway.cardHost.next({ loseAnswer: true });
  assert.match(await pay(order), /We are checking your payment/);
  assert.match(await pay(order), /We are checking your payment/);
  await gateway.cardHost.reconcile();
  const wish = { event: "transaction.reconciled", transactionId: await findPayment(order) };
  assert.equal((await deliver(url, wish)).status, 200);
  assert.match(await read(order), /Paid\. VISA ending in 1111/);
  assert.equal(await countCharges(order), 1);
});

test("a program that stops during a payment charges once", async (t) => {
  t.mock.method(console, "error", () => undefined);
  const client = openClient();
  const sale: typeof client.payments.sale = async (input) => {
    await client.payments.sale(input);
    throw new Error("The program stops before it knows the outcome.");
  };
  const stopped = await open(t, { client: { ...client, payments: { ...client.payments, sale } } });
  const order = await buy(stopped.url);
  assert.match(await pay(order), /You will not be charged twice/);

  const { url } = await open(t, { folder: stopped.folder });
  assert.match(await pay(order.replace(stopped.url, url)), /Paid\./);
  assert.equal(await countCharges(order), 1);
});

test("a bank payment that is returned is no longer paid", async (t) => {
  const { url, findPayment } = await open(t);
  const order = await buy(url);
  assert.match(await pay(order, BANK), /Paid\. Bank account ending in 5678/);
  const transactionId = await findPayment(order);
  await gateway.ach.return(transactionId, "R01");
  await deliver(url, { event: "transaction.returned", transactionId });
  assert.match(await read(order), /Your bank returned the payment: R01/);
});

test("only the owner refunds, once, and refunds from elsewhere arrive as events", async (t) => {
  const { url, findPayment } = await open(t);
  const [first, second] = [await buy(url), await buy(url, "notebook")];
  for (const order of [first, second]) await pay(order);
  assert.equal((await post(`${first}/refund`, {})).status, 401);
  const foreign = { ...OWNER, "sec-fetch-site": "cross-site" };
  assert.equal((await post(`${first}/refund`, {}, foreign)).status, 403);
  for (const _ of [1, 2]) await post(`${first}/refund`, {}, OWNER);
  assert.match(await read(first), /^(?!.*Refunded.*Refunded).*Refunded: \$42\.00/s);

  const paymentId = await findPayment(second);
  const { id } = await openClient().payments.refund(paymentId, { amount: "2.00" });
  await deliver(url, { transactionId: id });
  assert.match(await read(second), /Paid\..*Refunded: \$2\.00/s);
});

test("an event that is changed or signed by somebody else is refused", async (t) => {
  const { url, findPayment } = await open(t);
  const order = await buy(url);
  await pay(order);
  const wish = { transactionId: await findPayment(order) };
  const { status } = await deliver(url, wish, (body) => body.replace("42", "43"));
  assert.equal(status, 401);
});
