/** The client lists past events over all pages and sends one again. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { type PastEvent, SixdoorsError } from "../../client/index.ts";
import { hook } from "../kit/hooked-app.ts";
import { DELIVERED, ScriptedSender, TestOutbox } from "../kit/outbox.ts";
import { CARD, openClient } from "./open-client.ts";

const ACCOUNT = "120000000001";

test("the client lists events with its own names, over all pages", async (t) => {
  const { client, app } = await openClient(t);
  await hook(app);
  const sale = await client.payments.sale({ amount: "12.34", card: CARD, customId: "order 7" });
  assert.equal(sale.outcome, "approved");
  const outbox = new TestOutbox(app.database, app.custody, app.clock);
  await outbox.drain(outbox.dispatcher(new ScriptedSender(() => DELIVERED)));
  const transactionId = sale.outcome === "approved" ? sale.id : "";
  const [event = assert.fail()] = await Array.fromAsync(client.events.list({ transactionId }));
  const { id, amount, last4, customId } = event.transaction;
  assert.deepEqual([id, amount, last4, customId], [transactionId, "12.34", "1111", "order 7"]);
  assert.equal(event.event, "transaction.approved");
  const [{ endpoint, state, attempts, deliveredAt } = assert.fail()] = event.deliveries;
  assert.deepEqual([endpoint, state, attempts], [1, "delivered", 1]);
  assert.ok(deliveredAt instanceof Date && event.createdAt instanceof Date);
  for (let k = 0; k < 110; k++) await outbox.write({ accountId: ACCOUNT });
  const all: PastEvent[] = await Array.fromAsync(client.events.list());
  assert.equal(new Set(all.map((one) => one.id)).size, 111);
  const since = new Date(event.createdAt.getTime() + 24 * 60 * 60 * 1000);
  assert.deepEqual(await Array.fromAsync(client.events.list({ since })), []);
});

test("the client sends an event again, and a refusal is an error", async (t) => {
  const { client, app } = await openClient(t);
  await hook(app);
  const outbox = new TestOutbox(app.database, app.custody, app.clock);
  const id = await outbox.write({ accountId: ACCOUNT });
  const sender = new ScriptedSender(() => DELIVERED);
  await outbox.drain(outbox.dispatcher(sender));
  assert.deepEqual(await client.events.sendAgain(id), [1]);
  await outbox.drain(outbox.dispatcher(sender));
  assert.deepEqual(
    sender.orders.map(({ eventId }) => eventId),
    [id, id],
  );
  await assert.rejects(client.events.sendAgain(id, { endpoint: 2 }), (error) => {
    assert.ok(error instanceof SixdoorsError);
    assert.deepEqual([error.code, error.area], ["31311", "events"]);
    return true;
  });
});
