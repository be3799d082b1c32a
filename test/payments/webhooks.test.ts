/** Webhook events of payment requests: one per request, with its answer. */
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { Webhook } from "standardwebhooks";
import { HttpWebhookSender } from "../../src/adapters/webhook-sender/webhook-sender.ts";
import { ACCOUNT, OTHER_ACCOUNT, post, type TestApp } from "../kit/app.ts";
import {
  change,
  errorsIn,
  type Form,
  fetchId,
  HOOK,
  hook,
  listNewWebhooks,
  openHooked,
  openUnlimitedApp,
  pay,
  SALE,
  send,
} from "../kit/hooked-app.ts";
import { TestOutbox } from "../kit/outbox.ts";
import { openReceiver } from "../kit/receiver.ts";
import { type Lifetime, openShared } from "../kit/shared.ts";

const FAILURES: Readonly<Record<string, Form>> = {
  "a field that is too long": { ...SALE, first_name: "x".repeat(51) },
  "a card number with a wrong check digit": { ...SALE, card_number: "4111111111111112" },
  "a type that there is not": { ...SALE, transaction_type: "GIVE" },
  "a token that there is not": { ...ACCOUNT, transaction_type: "REFUND", token_id: "323000000001" },
  "an id that was never issued": { ...SALE, transaction_id: "323000000001" },
};

test("a refused request sends one event with the four error fields and the identifying values", async (t) => {
  const app = await openShared(t, openHooked);
  for (const [why, form] of Object.entries(FAILURES)) {
    await t.test(why, async () => {
      let body = "";
      const news = await listNewWebhooks(app, async () => {
        body = (await send(app, form)).body;
      });
      const told = news.map(({ payload, ...one }) => ({ ...one, errors: errorsIn(payload) }));
      const errors = JSON.parse(body);
      assert.deepEqual(told, [{ event: "transaction.failed", transaction_id: null, errors }]);
      const names = ["error", "error_code", "error_message", "error_msg"];
      assert.deepEqual(Object.keys(JSON.parse(body)), names);
    });
  }
});

test("every answered request sends one event with the fields of its answer", async (t) => {
  const app = await openShared(t, openHooked);
  /** Sends a request and compares its one event with its answer. */
  const expect = async (event: string, form: Form) => {
    let body = "";
    const news = await listNewWebhooks(app, async () => {
      body = (await send(app, { ...ACCOUNT, ...form })).body;
    });
    const { transaction_id, error_code } = JSON.parse(body);
    assert.deepEqual(news, [{ event, transaction_id, payload: body }], JSON.stringify(form));
    assert.equal(error_code, event === "transaction.declined" ? 30002 : 0);
    return transaction_id as string;
  };
  const approved = (form: Form) => expect("transaction.approved", form);
  const authorization = { ...SALE, transaction_type: "AUTHORIZATION" };

  const sale = await approved({ ...SALE, first_name: "Zoë", transaction_description: '"5 < 6"' });
  await expect("transaction.declined", { ...SALE, transaction_amount: "1.05" });
  await approved({ ...SALE, transaction_amount: "1.20", allow_partial: "1" });
  const authorized = await approved(authorization);
  await approved({ transaction_type: "CAPTURE", token_id: authorized, transaction_amount: "5" });
  await approved({ transaction_type: "REFUND", token_id: sale, transaction_amount: "2.34" });
  await expect("transaction.declined", {
    transaction_type: "REFUND",
    token_id: sale,
    transaction_amount: "1.05",
  });
  await approved({ transaction_type: "REVERSAL", token_id: await approved(authorization) });
  await approved({ ...SALE, transaction_type: "CREDIT" });
  await approved({ ...SALE, transaction_type: "FORCE", authorization_code: "VOICE1" });
  await approved({ ...SALE, transaction_type: "STORE", transaction_amount: "0.00" });
  await approved({ transaction_type: "REFUND", token_id: sale });
});

test("the event has the same fields for every response format", async (t) => {
  const app = await openShared(t, openHooked);
  for (const response_format of ["FORM", "DEBUG", "JSONP"]) {
    const transaction_id = await fetchId(app);
    const [told] = await listNewWebhooks(app, () => pay(app, { transaction_id, response_format }));
    assert.equal(told?.payload, (await pay(app, { transaction_id })).body);
  }
});

test("a replay sends no event; the same id with another request does", async (t) => {
  const app = await openShared(t, openHooked);
  const key = { "idempotency-key": "order 7" };
  const transaction_id = await fetchId(app);
  const unknown = { transaction_id: await fetchId(app), transaction_amount: "1.90" };
  const requests = [
    () => pay(app, { transaction_id }),
    () => pay(app, { transaction_amount: "1.05" }, key),
    () => pay(app, unknown),
    () => change(app, { transaction_type: "SETTLE-BATCH" }, { "idempotency-key": "tonight" }),
  ];
  for (const request of requests) {
    const first = await request();
    let again = first.body;
    const news = await listNewWebhooks(app, async () => {
      again = (await request()).body;
    });
    assert.deepEqual([news, again], [[], first.body]);
  }
  const other = await listNewWebhooks(app, () =>
    pay(app, { transaction_id, transaction_amount: "2" }),
  );
  assert.deepEqual(
    other.map(({ event, payload }) => [event, JSON.parse(payload).error_code]),
    [["transaction.failed", 20008]],
  );
});

test("status requests, failed logins and accounts without a webhook send no events", async (t) => {
  const app = await openShared(t, openHooked);
  const news = await listNewWebhooks(app, async () => {
    const transaction_id = await fetchId(app);
    for (const action of ["GET_TRANSACTION_STATUS", "GET_TRANSACTION_ID", "GIVE"]) {
      await post(app.server, "/api/tsapi/3.8", { ...ACCOUNT, action, transaction_id });
    }
    await pay(app, { api_accesskey: "x".repeat(32) });
    await pay(app, { account_id: "999" });
    for (const changes of [{}, { transaction_amount: "1.05" }, { card_number: "x" }]) {
      await pay(app, { ...OTHER_ACCOUNT, ...changes });
    }
  });
  assert.deepEqual(news, []);
});

test("enabling or disabling a webhook takes effect within a second", async (t) => {
  const app = await openUnlimitedApp(t);
  await hook(app, { url: HOOK, isOn: false });
  const isTold = async () => (await listNewWebhooks(app, () => pay(app))).length === 1;
  assert.equal(await isTold(), false);
  for (const isOn of [true, false]) {
    await hook(app, { isOn });
    const changedMs = performance.now();
    for (let askedMs = changedMs; (await isTold()) !== isOn; askedMs = performance.now()) {
      assert.ok(askedMs - changedMs < 1_000, "a request a second later still goes by the old");
      await pause(10);
    }
  }
});

test("the webhook receives signed answers, those of one transaction in order", async (t) => {
  const receiver = await openReceiver(t);
  const app = await openUnlimitedApp(t);
  const secret = await hook(app, { url: receiver.url });
  const authorized = await pay(app, { transaction_type: "AUTHORIZATION" });
  const token_id = authorized.json().transaction_id;
  const capture = { transaction_type: "CAPTURE", token_id, transaction_amount: "12" };
  const bodies = [authorized, await change(app, capture), await pay(app, { card_number: "x" })].map(
    ({ body }) => body,
  );
  await deliverAll(t, app);
  assert.equal(receiver.arrivals.length, bodies.length);
  const transactions = receiver.arrivals.map(({ body, headers }) => {
    new Webhook(secret).verify(body, headers as Record<string, string>);
    const { account_id, timestamp, hash, event, transaction } = JSON.parse(body);
    const proof = `${ACCOUNT.account_id},${secret},${timestamp}`;
    assert.equal(account_id, ACCOUNT.account_id);
    assert.equal(hash, createHash("sha256").update(proof).digest("hex"));
    const text = JSON.stringify(transaction);
    return event === "transaction.failed" ? JSON.stringify(errorsIn(text)) : text;
  });
  assert.deepEqual([...transactions].sort(), [...bodies].sort());
  const [first = "", second = ""] = bodies;
  assert.ok(transactions.indexOf(first) < transactions.indexOf(second));
});

async function deliverAll(t: Lifetime, app: TestApp): Promise<void> {
  const outbox = new TestOutbox(app.database, app.custody, app.clock);
  const sender = new HttpWebhookSender({ environment: "certification", clock: app.clock });
  t.after(() => sender.close());
  const dispatcher = outbox.dispatcher(sender);
  await outbox.drain(dispatcher);
  // An event that waited for an earlier one of its transaction is due a moment later.
  app.clock.advance({ seconds: 2 });
  await outbox.drain(dispatcher);
  assert.deepEqual(outbox.failures, []);
}
