/** Sending events again, by the API or the console: each endpoint gets each event once per request. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Delivery, WebhookSaved } from "../../src/interfaces/console/business/contract.ts";
import type { CursorPage } from "../../src/interfaces/console/contract.ts";
import { ACCOUNT, type TestApp } from "../kit/app.ts";
import { ConsoleClient, OPERATOR, OWNER } from "../kit/console.ts";
import { HOOK, openHooked, openUnlimitedApp, pay } from "../kit/hooked-app.ts";
import { DELIVERED, REFUSED, ScriptedSender, TestOutbox } from "../kit/outbox.ts";
import {
  addEndpoint,
  addSecond,
  deliveriesOf,
  listEvents,
  SECOND,
  sendAgain,
} from "../kit/past-events.ts";

const BOOKS = ACCOUNT.account_id;
const THIRD = "http://third.test/hook";
const ENDPOINTS = "/settings/webhook/endpoints";
const DELIVERIES = "/settings/webhook/deliveries";

/** An app with two endpoints and one event that is not assigned yet. */
async function openUnassigned(t: Parameters<typeof openHooked>[0]) {
  const app = await openHooked(t);
  await addSecond(app);
  app.clock.advance({ seconds: 1 });
  await pay(app);
  const [event] = (await listEvents(app)).events;
  return { app, event_id: event?.event_id ?? "", drain: deliveriesOf(app) };
}

function urlsOf({ orders }: ScriptedSender): readonly string[] {
  return orders.map(({ url }) => url).sort();
}

async function resend(app: TestApp, client: ConsoleClient, path: string): Promise<number> {
  app.clock.advance({ seconds: 1 });
  return (await client.post(path)).status;
}

test("an event that waits is sent again to one endpoint, and the others still get it", async (t) => {
  for (const endpoint of ["1", "2"]) {
    const { app, event_id, drain } = await openUnassigned(t);
    assert.deepEqual((await sendAgain(app, { event_id, endpoint })).endpoints, [Number(endpoint)]);
    const sender = new ScriptedSender(() => DELIVERED);
    await drain(sender);
    assert.deepEqual(urlsOf(sender), [SECOND, HOOK]);
  }
});

test("the console resends an event that waits to every endpoint that wants it, once", async (t) => {
  const { app, event_id, drain } = await openUnassigned(t);
  const owner = await ConsoleClient.signedIn(app.server, OWNER);
  assert.equal(await resend(app, owner, `${DELIVERIES}/${event_id}/replay`), 204);
  const sender = new ScriptedSender(() => DELIVERED);
  await drain(sender);
  assert.deepEqual(urlsOf(sender), [SECOND, HOOK]);
});

test("an operator resends an event that waits to every endpoint that wants it, once", async (t) => {
  const { app, event_id, drain } = await openUnassigned(t);
  const operator = await ConsoleClient.signedIn(app.server, OPERATOR);
  const path = `/certification/webhooks/${BOOKS}/${event_id}/replay`;
  assert.equal(await resend(app, operator, path), 204);
  const sender = new ScriptedSender(() => DELIVERED);
  await drain(sender);
  assert.deepEqual(urlsOf(sender), [SECOND, HOOK]);
});

test("an endpoint gets an event once, if the first endpoint did not choose it", async (t) => {
  const app = await openUnlimitedApp(t);
  await addEndpoint(app, { url: HOOK, events: ["transaction.settled"] });
  await addSecond(app);
  app.clock.advance({ seconds: 1 });
  await pay(app);
  const [event] = (await listEvents(app)).events;
  const event_id = event?.event_id ?? "";
  assert.deepEqual((await sendAgain(app, { event_id, endpoint: "2" })).endpoints, [2]);
  const sender = new ScriptedSender(() => DELIVERED);
  await deliveriesOf(app)(sender);
  assert.deepEqual(urlsOf(sender), [SECOND]);
  const [listed] = (await listEvents(app)).events;
  assert.deepEqual(
    listed?.deliveries.map(({ endpoint, state }) => [endpoint, state]),
    [[2, "delivered"]],
  );
});

test("a later event that is sent again does not overtake an earlier one that waits", async (t) => {
  const { app, drain } = await openUnassigned(t);
  const outbox = new TestOutbox(app.database, app.custody, app.clock);
  const ids: string[] = [];
  for (const event of ["transaction.approved", "transaction.settled"]) {
    ids.push(await outbox.write({ accountId: BOOKS, event, transactionId: "7" }));
  }
  const sent = await sendAgain(app, { event_id: ids[1] ?? "", endpoint: "2" });
  assert.deepEqual(sent.endpoints, [2]);
  const sender = new ScriptedSender(() => DELIVERED);
  await drain(sender);
  app.clock.advance({ seconds: 2 });
  await drain(sender);
  const atSecond = sender.orders.filter(({ url }) => url === SECOND);
  assert.deepEqual(
    atSecond.map(({ eventId }) => eventId).filter((id) => ids.includes(id)),
    ids,
  );
});

test("an event that found no endpoint is resent to every endpoint that wants it now", async (t) => {
  const app = await openUnlimitedApp(t);
  const outbox = new TestOutbox(app.database, app.custody, app.clock);
  const eventId = await outbox.write({ accountId: BOOKS, event: "transaction.approved" });
  const sender = new ScriptedSender(() => DELIVERED);
  await outbox.drain(outbox.dispatcher(sender));
  app.clock.advance({ hours: 1 });
  const owner = await ConsoleClient.signedIn(app.server, OWNER);
  const remove = await addEndpoint(app, { url: HOOK });
  await addSecond(app, ["transaction.settled"]);
  await addEndpoint(app, { url: THIRD });
  await remove();
  assert.equal(await resend(app, owner, `${DELIVERIES}/${eventId}/replay`), 204);
  await outbox.drain(outbox.dispatcher(sender));
  assert.deepEqual(urlsOf(sender), [THIRD]);
});

test("what waits for a removed endpoint is not sent to a later one with its number", async (t) => {
  const app = await openHooked(t);
  const drain = deliveriesOf(app);
  const owner = await ConsoleClient.signedIn(app.server, OWNER);
  await pay(app);
  const sender = new ScriptedSender(() => REFUSED);
  await drain(sender);
  assert.equal((await owner.delete(`${ENDPOINTS}/1`)).status, 204);
  app.clock.advance({ seconds: 1 });
  const { body } = await owner.post<WebhookSaved>(ENDPOINTS, { url: SECOND });
  assert.equal(body.webhooks[0]?.number, 1);
  app.clock.advance({ hours: 1 });
  await drain(sender);
  assert.ok(!urlsOf(sender).includes(SECOND));
});

test("failed deliveries of a removed endpoint are not resent to a later one", async (t) => {
  const app = await openHooked(t);
  const drain = deliveriesOf(app);
  const owner = await ConsoleClient.signedIn(app.server, OWNER);
  const since = app.clock.wall().toString();
  const remove = await addSecond(app);
  await pay(app);
  const sender = new ScriptedSender(() => REFUSED);
  await drain(sender);
  await remove();
  app.clock.advance({ seconds: 1 });
  await addEndpoint(app, { url: THIRD });
  app.clock.advance({ seconds: 1 });
  const { body: page } = await owner.get<CursorPage<Delivery>>(`${DELIVERIES}?endpoint=2`);
  const one = await owner.post(`${DELIVERIES}/${page.items[0]?.id}/replay`);
  assert.equal(one.status, 409);
  assert.match(one.body.error.message, /removed or disabled/);
  const all = await owner.post<{ count: number }>("/settings/webhook/replay", { since });
  assert.equal(all.body.count, 1, "of the first endpoint");
  await drain(sender);
  assert.ok(!urlsOf(sender).includes(THIRD));
  await pay(app);
  await drain(sender);
  assert.ok(urlsOf(sender).includes(THIRD), "new events reach it");
  const again = await owner.post<{ count: number }>("/settings/webhook/replay", { since });
  assert.equal(again.body.count, 3, "its own deliveries are resent");
});

test("failed deliveries of one endpoint are resent from its page only", async (t) => {
  const app = await openHooked(t);
  const drain = deliveriesOf(app);
  const owner = await ConsoleClient.signedIn(app.server, OWNER);
  const since = app.clock.wall().toString();
  await addSecond(app);
  await pay(app);
  await drain(new ScriptedSender(() => REFUSED));
  const resent = await owner.post<{ count: number }>("/settings/webhook/replay", {
    since,
    endpoint: 2,
  });
  assert.equal(resent.body.count, 1);
  const sender = new ScriptedSender(() => DELIVERED);
  await drain(sender);
  assert.deepEqual(urlsOf(sender), [SECOND]);
  const wrong = await owner.post("/settings/webhook/replay", { since, endpoint: 6 });
  assert.equal(wrong.status, 422);
});

test("a test event is sent again to its own endpoint only", async (t) => {
  const app = await openHooked(t);
  await addSecond(app);
  const owner = await ConsoleClient.signedIn(app.server, OWNER);
  const { body } = await owner.post<{ id: string }>(`${ENDPOINTS}/2/test`);
  const sender = new ScriptedSender(() => DELIVERED);
  await deliveriesOf(app)(sender);
  assert.deepEqual((await sendAgain(app, { event_id: body.id })).endpoints, [2]);
  await deliveriesOf(app)(sender);
  assert.deepEqual(urlsOf(sender), [SECOND, SECOND]);
});
