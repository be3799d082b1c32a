/** Payments through HTTP with the card host of the settings. */
import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { openPayments } from "../../src/app/areas/payments.ts";
import { reconcile } from "../../src/core/payments/recovery/reconcile.ts";
import { ACCOUNT, CARD, openTestApp, post, type TestApp } from "../kit/app.ts";
import { openCardHost, type Words } from "../kit/card-host.ts";
import { testHosts } from "../kit/hosts.ts";
import { testConfig } from "../kit/test-config.ts";

const PAYMENT = "/api/qsapi/3.8";
const SALE = { ...ACCOUNT, ...CARD, transaction_type: "SALE", response_format: "JSON" };
const LIMIT_MS = 5_000;

async function open(t: TestContext, decide?: (order: Words) => Words | undefined) {
  const host = await openCardHost(t, decide);
  const settings = { cardHostUrl: host.url, processorTimeoutMs: LIMIT_MS };
  const app = await openTestApp(t, settings);
  const pay = async (form: Record<string, string>) =>
    (await post(app.server, PAYMENT, { ...SALE, ...form })).json();
  return { host, app, settings, pay };
}

/** Runs the job after the lease has expired. */
async function askAgain(app: TestApp, settings: object): Promise<number> {
  const { database, custody, clock } = app;
  const config = { ...testConfig(), ...settings };
  clock.advance({ hours: 2 });
  const hosts = testHosts(config);
  const payments = openPayments({ db: database.payments, custody, clock, config, hosts });
  const asked = await reconcile(payments, (error) => {
    throw error;
  });
  await hosts.close();
  return asked;
}

async function statusOf({ server }: TestApp, transaction_id: string) {
  const question = { ...ACCOUNT, action: "GET_TRANSACTION_STATUS", transaction_id };
  return (await post(server, "/api/tsapi/3.8", { ...question, response_format: "JSON" })).json();
}

test("a sale is decided by the card host in the settings", async (t) => {
  const resultCodes = { avs_response: "Y", cvv2_response: "M" };
  const words = { outcome: "approved", authorization_code: "H0ST01", ...resultCodes };
  const { host, pay } = await open(t, () => words);
  // The simulator would decline it.
  const answer = await pay({ transaction_amount: "1.02", card_verification: "123" });
  assert.equal(answer.transaction_approved, true);
  assert.equal(answer.authorization_message, "APPROVED");
  assert.equal(answer.authorization_code, "H0ST01");
  assert.deepEqual([answer.avs_response, answer.cvv2_response], ["Y", "M"]);
  const [order] = host.asked("orders");
  assert.equal(order?.["transaction_id"], answer.transaction_id);
  assert.equal(order?.["entry_mode"], "KEYED");
  assert.equal(order?.["amount_cents"], 102);
});

test("a decline has the host's reason", async (t) => {
  const { pay } = await open(t, () => ({ outcome: "declined", message: "LOST CARD" }));
  const answer = await pay({ transaction_amount: "10.00" });
  assert.equal(answer.transaction_approved, false);
  assert.equal(answer.authorization_message, "LOST CARD");
});

test("a lost answer is 50000, and an inquiry finds the outcome", async (t) => {
  const { host, app, settings, pay } = await open(t, () => undefined);
  const answer = await pay({ transaction_amount: "10.00" });
  assert.equal(answer.error_code, 50_000);
  const { transaction_id: id } = host.asked("orders")[0] as { transaction_id: string };
  assert.equal((await statusOf(app, id)).authorization_message, "IN PROGRESS");
  assert.equal(await askAgain(app, settings), 1);
  const status = await statusOf(app, id);
  assert.deepEqual([status.found, status.transaction_approved], [true, true]);
  assert.equal(host.asked("orders").length, 1, "nothing is ordered twice");
  assert.equal(host.asked("inquiries").length, 1);
});

test("if the host cannot be reached, the answer is 50000 and the payment is NOT SENT", async (t) => {
  const app = await openTestApp(t, {
    cardHostUrl: "http://127.0.0.1:1",
    processorTimeoutMs: LIMIT_MS,
  });
  const answer = await post(app.server, PAYMENT, { ...SALE, transaction_amount: "10.00" });
  const { error_code, transaction_id: id } = answer.json();
  assert.equal(error_code, 50_000);
  assert.equal((await statusOf(app, id)).authorization_message, "NOT SENT");
});

test("without a card host the outcome of earlier orders stays unknown", async (t) => {
  const { host, app, settings, pay } = await open(t, () => undefined);
  await pay({ transaction_amount: "10.00" });
  const { transaction_id: id } = host.asked("orders")[0] as { transaction_id: string };
  const away = { environment: "production", cardHostUrl: undefined, processorTimeoutMs: LIMIT_MS };
  assert.equal(await askAgain(app, away), 1);
  assert.equal((await statusOf(app, id)).authorization_message, "IN PROGRESS");
  assert.equal(await askAgain(app, settings), 1);
  assert.equal((await statusOf(app, id)).transaction_approved, true);
});

test("capture, refund and reversal name the order that they change", async (t) => {
  const { host, app, pay } = await open(t);
  const change = async (transaction_type: string, token_id: string) =>
    post(app.server, PAYMENT, {
      ...ACCOUNT,
      transaction_type,
      token_id,
      transaction_amount: "20.00",
    });
  const one = await pay({ transaction_type: "AUTHORIZATION", transaction_amount: "20.00" });
  await change("CAPTURE", one.transaction_id);
  await change("REFUND", one.transaction_id);
  const two = await pay({ transaction_amount: "20.00" });
  await change("REVERSAL", two.transaction_id);
  const orders = host.asked("orders");
  const seen = orders.map(({ transaction_type, amount_cents, card }) => [
    transaction_type,
    amount_cents,
    card !== undefined,
  ]);
  assert.deepEqual(seen, [
    ["AUTHORIZATION", 2_000, true],
    ["CAPTURE", 2_000, false],
    ["REFUND", 2_000, true],
    ["SALE", 2_000, true],
    ["REVERSAL", 2_000, false],
  ]);
  const [authorized, captured, refunded, sold, reversed] = orders;
  assert.equal(captured?.["original_reference"], authorized?.["reference"]);
  assert.equal(refunded?.["original_reference"], authorized?.["reference"]);
  assert.equal(reversed?.["original_reference"], sold?.["reference"]);
  const [verified] = orders.filter(({ card }) => (card as Words | undefined)?.["verification"]);
  assert.equal(verified, undefined, "a verification value that was not sent is not made up");
});

test("an approval with a result code that the account declines is reversed at the host", async (t) => {
  const words = { outcome: "approved", authorization_code: "H0ST01", cvv2_response: "N" };
  const { host, app, pay } = await open(t, () => words);
  await app.database.owner.rows`
    update accounts set declines_cvv = 'N' where id = ${ACCOUNT.account_id}`;
  const answer = await pay({ transaction_amount: "10.00", card_verification: "999" });
  assert.equal(answer.transaction_approved, false);
  assert.equal(answer.authorization_message, "CVV MISMATCH");
  const [reversal] = host.asked("reversals");
  assert.equal(reversal?.["reference"], host.asked("orders")[0]?.["reference"]);
});

test("a host that repeats the card number in its reason leaks nothing", async (t) => {
  const message = `CARD ${CARD.card_number} STOLEN`;
  const { pay } = await open(t, () => ({ outcome: "declined", message }));
  const answer = await pay({ transaction_amount: "10.00" });
  assert.equal(answer.authorization_message, "CARD **** STOLEN");
  assert.doesNotMatch(JSON.stringify(answer), /4111111111111111/);
});
