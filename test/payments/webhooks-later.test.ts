/** Later events of answered payments. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { closeBatches } from "../../src/core/payments/batches/close-batches.ts";
import { lapseAuthorizations } from "../../src/core/payments/changes/lapse.ts";
import { reconcile } from "../../src/core/payments/recovery/reconcile.ts";
import { OTHER_ACCOUNT, type TestApp } from "../kit/app.ts";
import {
  change,
  errorsIn,
  fetchId,
  hook,
  jobsOf,
  listNewWebhooks,
  openHooked,
  pay,
  type Told,
} from "../kit/hooked-app.ts";
import { openShared } from "../kit/shared.ts";

async function reconcileLater(app: TestApp): Promise<void> {
  app.clock.advance({ minutes: 1 });
  const fail = (error: unknown) => assert.fail(String(error));
  assert.ok((await reconcile(jobsOf(app), fail)) > 0);
}

/** Sends a request that gets 50000. It has one event with the fields of the answer. */
async function expectFailure(
  app: TestApp,
  transaction_id: string,
  request: () => ReturnType<typeof pay>,
): Promise<void> {
  let body = "";
  const news = await listNewWebhooks(app, async () => {
    body = (await request()).body;
  });
  const told = news.map(({ payload, ...one }) => ({ ...one, fields: errorsIn(payload) }));
  assert.deepEqual(told, [
    { event: "transaction.failed", transaction_id, fields: JSON.parse(body) },
  ]);
  const { authorization_message, ...rest } = JSON.parse(body);
  assert.match(authorization_message, /^(NOT SENT|IN PROGRESS)$/);
  assert.deepEqual(Object.entries(rest), [
    ["transaction_id", transaction_id],
    ["error", true],
    ["error_code", 50000],
    ["error_message", "TEMPORARY ERROR, ASK FOR THE STATUS"],
    ["error_msg", "TEMPORARY ERROR, ASK FOR THE STATUS"],
  ]);
}

test("an unsent payment sends transaction.failed with its transaction id", async (t) => {
  const app = await openShared(t, openHooked);
  const transaction_id = await fetchId(app);
  await expectFailure(app, transaction_id, () =>
    pay(app, { transaction_id, transaction_amount: "1.92" }),
  );
});

test("an unknown outcome sends transaction.failed, and transaction.reconciled once it is known", async (t) => {
  const app = await openShared(t, openHooked);
  for (const [transaction_amount, message] of [
    ["1.90", "APPROVED"],
    ["1.91", "NOT SENT"],
  ] as const) {
    const transaction_id = await fetchId(app);
    const sale = { transaction_id, transaction_amount };
    await expectFailure(app, transaction_id, () => pay(app, sale));
    const known = await listNewWebhooks(app, () => reconcileLater(app));
    const { body } = await pay(app, sale);
    const fieldsOf = message === "NOT SENT" ? errorsIn : JSON.parse;
    const told = known.map(({ payload, ...one }) => ({ ...one, fields: fieldsOf(payload) }));
    const fields = JSON.parse(body);
    assert.deepEqual(told, [{ event: "transaction.reconciled", transaction_id, fields }]);
    assert.equal(JSON.parse(body).authorization_message, message);
  }
});

test("the event of a reconciled refund has the refund's own id", async (t) => {
  const app = await openShared(t, openHooked);
  const { transaction_id: token_id } = (await pay(app)).json();
  const refund = { transaction_type: "REFUND", token_id, transaction_amount: "1.90" };
  const transaction_id = await fetchId(app);
  await expectFailure(app, transaction_id, () => change(app, { ...refund, transaction_id }));
  const known = await listNewWebhooks(app, () => reconcileLater(app));
  const { body } = await change(app, { ...refund, transaction_id });
  assert.deepEqual(known, [{ event: "transaction.reconciled", transaction_id, payload: body }]);
  assert.equal(JSON.parse(body).original_transaction_id, token_id);
});

test("an expired authorization sends transaction.reversed", async (t) => {
  const app = await openHooked(t);
  const { transaction_id } = (await pay(app, { transaction_type: "AUTHORIZATION" })).json();
  const lapse = () => lapseAuthorizations(jobsOf(app), app.clock.business());
  assert.deepEqual(await listNewWebhooks(app, lapse), [], "not before its time");
  app.clock.advance({ hours: 7 * 24 });
  const [told, ...others] = await listNewWebhooks(app, lapse);
  assert.deepEqual(others, []);
  assert.deepEqual([told?.event, told?.transaction_id], ["transaction.reversed", transaction_id]);
  const fields = JSON.parse(told?.payload ?? "");
  assert.deepEqual(
    [fields.transaction_id, fields.transaction_type, fields.transaction_amount],
    [transaction_id, "REVERSAL", 12.34],
  );
  assert.deepEqual(await listNewWebhooks(app, lapse), []);
});

/** An event with an earlier answer and the batch of the transaction. */
function settled(body: string, batch_id: number): Told {
  const { reason_code, network, gateway_id, currency, ...rest } = JSON.parse(body);
  const { error, error_code, error_message, error_msg, ...before } = rest;
  const errors = { error, error_code, error_message, error_msg };
  const after = { reason_code, network, gateway_id, currency, ...errors };
  return {
    event: "transaction.settled",
    transaction_id: before.transaction_id,
    // The refundable amount may have changed since the answer.
    payload: JSON.stringify({ ...before, balance: undefined, batch_id, ...after }),
  };
}

test("each transaction of a batch sends transaction.settled with its last answer", async (t) => {
  const app = await openHooked(t);
  const sale = await pay(app);
  const token_id = sale.json().transaction_id;
  await pay(app, { transaction_amount: "1.05" });
  const authorized = await pay(app, { transaction_type: "AUTHORIZATION" });
  const capture = { token_id: authorized.json().transaction_id, transaction_amount: "5.00" };
  const captured = await change(app, { transaction_type: "CAPTURE", ...capture });
  await pay(app, { transaction_type: "AUTHORIZATION" });
  const undone = (await pay(app)).json().transaction_id;
  await change(app, { transaction_type: "REVERSAL", token_id: undone });
  const refund = { transaction_type: "REFUND", token_id, transaction_amount: "2.34" };
  const refunded = await change(app, refund);
  let close = "";
  const news = await listNewWebhooks(app, async () => {
    close = (await change(app, { transaction_type: "SETTLE-BATCH" })).body;
  });
  const { transaction_id } = JSON.parse(close);
  assert.deepEqual(news, [
    ...[sale, captured, refunded].map(({ body }) => settled(body, 1)),
    { event: "transaction.approved", transaction_id, payload: close },
  ]);
});

test("the nightly close sends the same events once, and only to active webhooks", async (t) => {
  const app = await openHooked(t);
  const night = () => closeBatches(jobsOf(app), app.clock.business());
  const sales = [await pay(app), await pay(app)];
  await pay(app, OTHER_ACCOUNT);
  assert.deepEqual(
    await listNewWebhooks(app, night),
    sales.map(({ body }) => settled(body, 1)),
  );
  assert.deepEqual(await listNewWebhooks(app, night), []);
  app.clock.advance({ hours: 24 });
  await pay(app);
  await hook(app, { isOn: false });
  assert.deepEqual(await listNewWebhooks(app, night), []);
});
