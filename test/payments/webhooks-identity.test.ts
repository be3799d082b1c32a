/** Events have values that identify the request: custom_id, and more for failed requests. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { forceChange } from "../../src/core/ach/forced/force-change.ts";
import { forceCutOffs } from "../../src/core/ach/forced/force-cut-off.ts";
import { forceReturn } from "../../src/core/ach/forced/force-return.ts";
import { forceSettle } from "../../src/core/ach/forced/force-settle.ts";
import { lapseAuthorizations } from "../../src/core/payments/changes/lapse.ts";
import { reconcile } from "../../src/core/payments/recovery/reconcile.ts";
import { openAchOn } from "../kit/ach.ts";
import { ACCOUNT, type TestApp } from "../kit/app.ts";
import {
  change,
  type Form,
  jobsOf,
  listNewWebhooks,
  openHooked,
  pay,
  SALE,
  send,
  type Told,
} from "../kit/hooked-app.ts";
import { openShared } from "../kit/shared.ts";

const BANK = {
  ...ACCOUNT,
  tender_type: "ACH",
  transaction_type: "SALE",
  transaction_amount: "25.00",
  bank_routing_number: "021000021",
  bank_account_number: "770012345678",
  first_name: "Jim",
  last_name: "Smith",
};

type Event = Readonly<Record<string, unknown>>;

/** Sends a request and returns its one event. */
async function eventOf(app: TestApp, form: Form): Promise<Event> {
  const [told, ...others] = await listNewWebhooks(app, () => send(app, form));
  assert.deepEqual(others, []);
  return { event: told?.event, ...JSON.parse(told?.payload ?? "{}") };
}

function identityIn(event: Event): Event {
  const { error, error_code, error_message, error_msg, ...identity } = event;
  return identity;
}

test("the event of every answered request has its custom_id before the error fields", async (t) => {
  const app = await openShared(t, openHooked);
  const custom_id = "order 18";
  const sale = await eventOf(app, { ...SALE, custom_id });
  assert.deepEqual([sale["event"], sale["custom_id"]], ["transaction.approved", custom_id]);
  const names = Object.keys(sale);
  assert.equal(names.indexOf("custom_id"), names.indexOf("error") - 1);
  const declined = await eventOf(app, { ...SALE, custom_id, transaction_amount: "1.05" });
  assert.equal(declined["custom_id"], custom_id);
  const stored = await eventOf(app, { ...SALE, custom_id, transaction_type: "STORE" });
  assert.equal(stored["custom_id"], custom_id);
  const token_id = String(sale["transaction_id"]);
  const refund = { ...ACCOUNT, transaction_type: "REFUND", token_id, transaction_amount: "2.34" };
  assert.equal((await eventOf(app, refund))["custom_id"], custom_id, "its original's");
  const own = await eventOf(app, { ...refund, custom_id: "return 3" });
  assert.equal(own["custom_id"], "return 3");
  assert.ok(!("custom_id" in (await eventOf(app, SALE))), "absent where none was sent");
  const answer = (await pay(app, { custom_id })).json();
  assert.ok(!("custom_id" in answer), "the answer has the contract's fields and no more");
});

test("later events have custom_id as well, even for payments of early releases", async (t) => {
  const app = await openHooked(t);
  const { transaction_id } = (await pay(app, { custom_id: "order 1" })).json();
  const old = (await pay(app, { custom_id: "order 2" })).json().transaction_id;
  await app.database.owner.rows`
    update attempts set answer = (answer::jsonb - 'customId')::json where transaction_id = ${old}`;
  await pay(app, { custom_id: "order 3", transaction_amount: "1.90" });
  const settled = await listNewWebhooks(app, () =>
    change(app, { transaction_type: "SETTLE-BATCH" }),
  );
  const told = settled.map(({ event, payload }) => [event, JSON.parse(payload)] as const);
  const ids = told.flatMap(([event, { transaction_id: id, custom_id }]) =>
    event === "transaction.settled" ? [[id, custom_id]] : [],
  );
  assert.deepEqual(ids, [
    [transaction_id, "order 1"],
    [old, "order 2"],
  ]);
  app.clock.advance({ minutes: 1 });
  const fail = (error: unknown) => assert.fail(String(error));
  const [later] = await listNewWebhooks(app, () => reconcile(jobsOf(app), fail));
  assert.equal(later?.event, "transaction.reconciled");
  assert.equal(JSON.parse(later?.payload ?? "{}").custom_id, "order 3");
});

/** The fields by which a receiver recognizes a payment, and the kind of the event. */
function identify({ event, payload }: Told): readonly unknown[] {
  const { transaction_type, tender_type, last4, transaction_amount, custom_id } =
    JSON.parse(payload);
  return [event, transaction_type, tender_type, last4, transaction_amount, custom_id];
}

test("every kind of event of a card payment identifies the payment", async (t) => {
  const app = await openHooked(t);
  const custom_id = "order 5";
  const sale = ["SALE", "CARD", "1111", 12.34, custom_id];
  const told = await listNewWebhooks(app, async () => {
    await pay(app, { custom_id });
    await pay(app, { custom_id, transaction_amount: "1.05" });
    await pay(app, { custom_id, transaction_amount: "1.90" });
    await pay(app, { custom_id, card_expiration: "0120" });
    await change(app, { transaction_type: "SETTLE-BATCH", custom_id: "close 1" });
    app.clock.advance({ minutes: 1 });
    await reconcile(jobsOf(app), (error) => assert.fail(String(error)));
    await pay(app, { custom_id, transaction_type: "AUTHORIZATION" });
    app.clock.advance({ hours: 7 * 24 });
    await lapseAuthorizations(jobsOf(app), app.clock.business());
  });
  assert.deepEqual(told.map(identify), [
    ["transaction.approved", ...sale],
    ["transaction.declined", "SALE", "CARD", "1111", 1.05, custom_id],
    ["transaction.failed", "SALE", "CARD", "1111", 1.9, custom_id],
    ["transaction.failed", ...sale],
    ["transaction.settled", ...sale],
    ["transaction.approved", "SETTLE-BATCH", "CARD", null, 0, "close 1"],
    ["transaction.reconciled", "SALE", "CARD", "1111", 1.9, custom_id],
    ["transaction.approved", "AUTHORIZATION", "CARD", "1111", 12.34, custom_id],
    ["transaction.reversed", "REVERSAL", "CARD", "1111", 12.34, custom_id],
  ]);
});

test("every kind of event of a bank payment identifies the payment", async (t) => {
  const app = await openHooked(t);
  const ach = await openAchOn(app);
  const custom_id = "order 6";
  const by = { actor: { kind: "operator", id: "1", name: "Otto" } } as const;
  const told = await listNewWebhooks(app, async () => {
    const debit = async () => (await send(app, { ...BANK, custom_id })).json().transaction_id;
    const [transactionId, rejected] = [await debit(), await debit()];
    await forceCutOffs(ach.needs, undefined, by);
    await forceChange(ach.needs, { transactionId, code: "C02", corrected: "061000146" }, by);
    await forceSettle(ach.needs, { transactionId }, by);
    await forceReturn(ach.needs, { transactionId, code: "R10" }, by);
    await forceReturn(ach.needs, { transactionId: rejected, code: "R26" }, by);
  });
  const events = ["approved", "approved", "changed", "settled", "returned", "rejected"];
  assert.deepEqual(
    told.map(identify),
    events.map((event) => [`transaction.${event}`, "SALE", "ACH", "5678", 25, custom_id]),
  );
});

const CARD_SALE = {
  event: "transaction.failed",
  tender_type: "CARD",
  transaction_type: "SALE",
  last4: "1111",
  transaction_amount: 12.34,
  custom_id: "order 7",
};

test("the event of a failed request has custom_id, amount, tender, type and last4", async (t) => {
  const app = await openShared(t, openHooked);
  const failing = { ...SALE, custom_id: "order 7", first_name: "x".repeat(51) };
  const event = await eventOf(app, failing);
  assert.deepEqual(identityIn(event), CARD_SALE);
  assert.equal(event["error_code"], 31311);
  const tracks = "%B5555555555554444^HOPPER/GRACE^3012101?;5555555555554444=3012101?";
  const { card_number: _, ...swiped } = failing;
  const byTrack = await eventOf(app, { ...swiped, card_tracks: tracks });
  assert.deepEqual(identityIn(byTrack), { ...CARD_SALE, last4: "4444" });
  const bank = await eventOf(app, { ...BANK, custom_id: "order 8", ach_sec_code: "POP" });
  assert.deepEqual(identityIn(bank), {
    event: "transaction.failed",
    tender_type: "ACH",
    transaction_type: "SALE",
    last4: "5678",
    transaction_amount: 25,
    custom_id: "order 8",
  });
});

test("the event of a duplicate names the first payment", async (t) => {
  const app = await openHooked(t);
  await app.database.owner.rows`
    update accounts set duplicate_minutes = 10 where id = ${ACCOUNT.account_id}`;
  const { transaction_id: first } = await eventOf(app, { ...SALE, custom_id: "order 7" });
  const event = await eventOf(app, { ...SALE, custom_id: "order 7" });
  assert.deepEqual(
    [event["event"], event["error_code"], event["first_transaction_id"], event["custom_id"]],
    ["transaction.failed", 20040, first, "order 7"],
  );
});

test("the event of a failed change has the tender and last4 of the payment", async (t) => {
  const app = await openShared(t, openHooked);
  const token_id = (await pay(app)).json().transaction_id;
  const refund = { ...ACCOUNT, transaction_type: "REFUND", token_id, transaction_amount: "99" };
  assert.deepEqual(identityIn(await eventOf(app, { ...refund, custom_id: "return 1" })), {
    ...CARD_SALE,
    transaction_type: "REFUND",
    transaction_amount: 99,
    custom_id: "return 1",
  });
  const unknown = await eventOf(app, { ...refund, token_id: "323999999999" });
  assert.deepEqual(Object.keys(identityIn(unknown)), [
    "event",
    "transaction_type",
    "transaction_amount",
  ]);
});

test("events of unsent and unknown payments have the same fields", async (t) => {
  const app = await openShared(t, openHooked);
  for (const [transaction_amount, message] of [
    ["1.92", "NOT SENT"],
    ["1.90", "IN PROGRESS"],
  ] as const) {
    const event = await eventOf(app, { ...SALE, custom_id: "order 7", transaction_amount });
    const { transaction_id, authorization_message, ...identity } = identityIn(event);
    assert.match(String(transaction_id), /^\d{12}$/);
    assert.equal(authorization_message, message);
    assert.deepEqual(identity, { ...CARD_SALE, transaction_amount: Number(transaction_amount) });
  }
});

test("an invalid value is left out, and no event has a card number", async (t) => {
  const app = await openShared(t, openHooked);
  const wrong: Form = {
    ...SALE,
    transaction_type: "GIVE",
    tender_type: "SHELLS",
    transaction_amount: "1e3",
    card_number: "4111-1111-1111-1111",
    custom_id: "4111111111111111",
  };
  assert.deepEqual(identityIn(await eventOf(app, wrong)), { event: "transaction.failed" });
  for (const custom_id of ["x".repeat(51), "a\u0000b"]) {
    assert.ok(!("custom_id" in (await eventOf(app, { ...SALE, custom_id }))), custom_id);
  }
  for (const card_number of ["1111", "41111111111111111111111", "41111111"]) {
    const event = await eventOf(app, { ...SALE, card_number });
    assert.ok(!("last4" in event), card_number);
  }
  const twice = new URLSearchParams({ ...SALE, response_format: "JSON" });
  twice.append("custom_id", "a");
  twice.append("custom_id", "b");
  twice.append("transaction_amount", "5");
  const [told] = await listNewWebhooks(app, () =>
    app.server.inject({
      method: "POST",
      url: "/api/qsapi/3.8",
      headers: { "content-type": "application/x-www-form-urlencoded" },
      payload: twice.toString(),
    }),
  );
  const { custom_id, transaction_amount } = JSON.parse(told?.payload ?? "{}");
  assert.deepEqual([custom_id, transaction_amount], [undefined, undefined]);
});
