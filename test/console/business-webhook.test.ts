/** A merchant's webhooks in the console API: URL, events, secret, deliveries and resending. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { HttpWebhookSender } from "../../src/adapters/webhook-sender/webhook-sender.ts";
import { WEBHOOK_EVENTS } from "../../src/core/outbox/webhook-events.ts";
import type {
  Delivery,
  DeliveryDetails,
  WebhookSaved,
  WebhookView,
} from "../../src/interfaces/console/business/contract.ts";
import type { CursorPage } from "../../src/interfaces/console/contract.ts";
import { openTestApp } from "../kit/app.ts";
import { ConsoleClient, OWNER } from "../kit/console.ts";
import { DELIVERED, REFUSED, ScriptedSender, TestOutbox } from "../kit/outbox.ts";
import { openReceiver } from "../kit/receiver.ts";

const WEBHOOK = "/settings/webhook";
const ENDPOINTS = `${WEBHOOK}/endpoints`;
const FIRST = `${ENDPOINTS}/1`;
const SHOP = "120000000001";
const CLINIC = { ...OWNER, accountId: "120000000002", name: "owner@clinic.test" };

test("a webhook URL is saved, and its secret is shown once", async (t) => {
  const { server } = await openTestApp(t);
  const owner = await ConsoleClient.signedIn(server, OWNER);
  assert.deepEqual((await owner.get<WebhookView>(WEBHOOK)).body.webhooks, []);
  assert.equal((await owner.post(ENDPOINTS, { isOn: true })).status, 422, "no URL yet");
  const url = "https://shop.example/hook";
  const saved = await owner.post<WebhookSaved>(ENDPOINTS, { url });
  assert.match(saved.body.secret ?? "", /^whsec_/);
  assert.deepEqual([saved.body.webhooks[0]?.url, saved.body.webhooks[0]?.isOn], [url, true]);
  const off = await owner.patch<WebhookSaved>(FIRST, { isOn: false });
  assert.deepEqual([off.body.secret, off.body.webhooks[0]?.isOn], [undefined, false]);
  for (const bad of ["shop", "ftp://shop.example/", "https://me:pw@shop.example/"]) {
    const { status, body } = await owner.patch(FIRST, { url: bad });
    assert.deepEqual([status, Object.keys(body.error.fields ?? {})], [422, ["url"]], bad);
  }
});

test("the old secret stays valid for a day, and its expiration is shown", async (t) => {
  const { server, clock } = await openTestApp(t);
  const owner = await ConsoleClient.signedIn(server, OWNER);
  assert.equal((await owner.post(`${FIRST}/secret`)).status, 409);
  const first = await owner.post<WebhookSaved>(ENDPOINTS, { url: "https://shop.example/" });
  const next = await owner.post<WebhookSaved>(`${FIRST}/secret`);
  assert.match(next.body.secret ?? "", /^whsec_/);
  assert.notEqual(next.body.secret, first.body.secret);
  const until = clock.wall().add({ hours: 24 });
  assert.equal(
    Temporal.Instant.from(next.body.webhooks[0]?.previousSecretUntil ?? "").equals(until),
    true,
  );
});

test("only the selected events are sent, and a test event always", async (t) => {
  const app = await openTestApp(t);
  const owner = await ConsoleClient.signedIn(app.server, OWNER);
  const outbox = new TestOutbox(app.database, app.custody, app.clock);
  assert.equal((await owner.post(`${FIRST}/test`)).status, 409, "no webhook is enabled");
  const events = ["transaction.settled", "transaction.declined"];
  const saved = await owner.post<WebhookSaved>(ENDPOINTS, { url: "https://shop.example/", events });
  assert.deepEqual(saved.body.webhooks[0]?.events, ["transaction.declined", "transaction.settled"]);
  await outbox.write({ accountId: SHOP, event: "transaction.approved" });
  await outbox.write({ accountId: SHOP, event: "transaction.declined" });
  assert.equal((await owner.post(`${FIRST}/test`)).status, 200);
  const sender = new ScriptedSender(() => DELIVERED);
  await outbox.drain(outbox.dispatcher(sender));
  assert.deepEqual([...sender.events].sort(), ["transaction.declined", "webhook.test"]);
  const skipped = await owner.get<CursorPage<Delivery>>(`${WEBHOOK}/deliveries?state=set_aside`);
  assert.deepEqual(
    skipped.body.items.map(({ event, failureReason }) => [event, failureReason]),
    [["transaction.approved", "not_wanted"]],
  );
  const all = await owner.patch<WebhookSaved>(FIRST, { events: "all" });
  assert.equal(all.body.webhooks[0]?.events, undefined);
  for (const bad of [[], ["transaction.nonsense"], "some"]) {
    assert.equal((await owner.patch(FIRST, { events: bad })).status, 422);
  }
});

test("a test event of every kind that the endpoint receives can be sent, marked as a test", async (t) => {
  const app = await openTestApp(t);
  const owner = await ConsoleClient.signedIn(app.server, OWNER);
  const outbox = new TestOutbox(app.database, app.custody, app.clock);
  await owner.post(ENDPOINTS, { url: "https://shop.example/" });
  const sendTest = (event: string) => owner.post<{ id: string }>(`${FIRST}/test`, { event });
  for (const event of WEBHOOK_EVENTS) assert.equal((await sendTest(event)).status, 200, event);
  const sender = new ScriptedSender(() => DELIVERED);
  await outbox.drain(outbox.dispatcher(sender));
  assert.deepEqual([...sender.events].sort(), [...WEBHOOK_EVENTS].sort());
  const { id } = (await sendTest("transaction.settled")).body;
  const { payload } = (await owner.get<DeliveryDetails>(`${WEBHOOK}/deliveries/${id}`)).body;
  const { test: isTest, transaction_id, currency } = JSON.parse(payload);
  assert.deepEqual([isTest, transaction_id, currency], [true, "000000000000", "USD"]);
  await owner.patch(FIRST, { events: ["transaction.settled"] });
  for (const event of ["transaction.approved", "transaction.nonsense"]) {
    const { status, body } = await sendTest(event);
    assert.deepEqual([status, Object.keys(body.error.fields ?? {})], [422, ["event"]], event);
  }
});

test("an attempt is shown with headers and body exactly as they were sent", async (t) => {
  const app = await openTestApp(t);
  const owner = await ConsoleClient.signedIn(app.server, OWNER);
  const outbox = new TestOutbox(app.database, app.custody, app.clock);
  const receiver = await openReceiver(t);
  const saved = await owner.post<WebhookSaved>(ENDPOINTS, { url: receiver.url });
  const { id } = (await owner.post<{ id: string }>(`${FIRST}/test`)).body;
  const sender = new HttpWebhookSender({ environment: "certification", clock: app.clock });
  t.after(() => sender.close());
  await outbox.drain(outbox.dispatcher(sender));
  const { attempts } = (await owner.get<DeliveryDetails>(`${WEBHOOK}/deliveries/${id}`)).body;
  const [received] = receiver.arrivals;
  const { headers = {}, body } = attempts[0]?.sent ?? {};
  assert.equal(body, received?.body);
  for (const [name, value] of Object.entries(headers)) assert.equal(received?.headers[name], value);
  assert.equal(headers["webhook-id"], id);
  assert.ok(!JSON.stringify(attempts).includes(saved.body.secret ?? "none"));
});

test("the delivery log shows payloads, attempts and responses of the user's own account, in pages", async (t) => {
  const app = await openTestApp(t);
  const owner = await ConsoleClient.signedIn(app.server, OWNER);
  const outbox = new TestOutbox(app.database, app.custody, app.clock);
  await owner.post(ENDPOINTS, { url: "https://shop.example/" });
  const written: string[] = [];
  for (const transactionId of ["238000000001", "238000000002", "238000000003"]) {
    written.push(await outbox.write({ accountId: SHOP, transactionId }));
  }
  await outbox.drain(outbox.dispatcher(new ScriptedSender(() => REFUSED)));
  const path = `${WEBHOOK}/deliveries`;
  const first = await owner.get<CursorPage<Delivery>>(`${path}?take=2`);
  const rest = await owner.get<CursorPage<Delivery>>(`${path}?take=2&before=${first.body.next}`);
  const ids = [...first.body.items, ...rest.body.items].map(({ id }) => id);
  assert.deepEqual(ids, written.toReversed());
  assert.equal(rest.body.next, undefined);
  const one = await owner.get<DeliveryDetails>(`${path}/${written[0]}`);
  assert.deepEqual(JSON.parse(one.body.payload), { transaction_id: "238000000001" });
  assert.equal(one.body.state, "waiting");
  const [attempt] = one.body.attempts;
  assert.deepEqual([attempt?.outcome, attempt?.status, attempt?.answer], ["refused", 500, "no"]);
  const found = await owner.get<CursorPage<Delivery>>(`${path}?transactionId=238000000002`);
  assert.deepEqual(
    found.body.items.map(({ id }) => id),
    [written[1]],
  );
  const clinic = await ConsoleClient.signedIn(app.server, CLINIC);
  assert.deepEqual((await clinic.get<CursorPage<Delivery>>(path)).body.items, []);
  assert.equal((await clinic.get(`${path}/${written[0]}`)).status, 404);
  assert.equal((await clinic.post(`${path}/${written[0]}/replay`)).status, 404);
  assert.equal((await owner.get(`${path}/nonsense`)).status, 404);
});

test("one delivery or all failed ones since a time are resent, but no emails", async (t) => {
  const app = await openTestApp(t);
  const owner = await ConsoleClient.signedIn(app.server, OWNER);
  const outbox = new TestOutbox(app.database, app.custody, app.clock);
  await owner.post(ENDPOINTS, { url: "https://shop.example/" });
  const since = app.clock.wall().toString();
  const failed = await outbox.write({ accountId: SHOP });
  await outbox.drain(outbox.dispatcher(new ScriptedSender(() => REFUSED)));
  await app.database.owner.rows`
    insert into outbox (account_id, kind, event, payload, created_at, due_at, tries)
    select account_id, 'mail', 'user.welcome', '{}', created_at, due_at, 3 from outbox`;
  const sender = new ScriptedSender(() => DELIVERED);
  const later = await owner.post<{ count: number }>(`${WEBHOOK}/replay`, {
    since: "2099-01-01T00:00",
  });
  assert.equal(later.body.count, 0);
  const again = await owner.post<{ count: number }>(`${WEBHOOK}/replay`, { since });
  assert.equal(again.body.count, 1);
  await outbox.drain(outbox.dispatcher(sender));
  assert.equal(sender.orders.length, 1);
  assert.equal((await owner.post(`${WEBHOOK}/deliveries/${failed}/replay`)).status, 204);
  await outbox.drain(outbox.dispatcher(sender));
  assert.deepEqual(
    sender.orders.map(({ eventId }) => eventId),
    [failed, failed],
  );
  for (const wrong of ["yesterday", "+020000-01-01T00:00:00Z", "9999-12-31T23:59"])
    assert.equal((await owner.post(`${WEBHOOK}/replay`, { since: wrong })).status, 422, wrong);
  const acts = await app.database.owner.rows<{ action: string }>`
    select action from audit_entries where action like 'account.%webhook%' order by id`;
  assert.deepEqual(
    acts.map(({ action }) => action),
    [
      "account.set_webhook",
      "account.replay_webhooks",
      "account.replay_webhooks",
      "account.replay_webhook",
    ],
  );
});

test("endpoints are added, changed, tested and removed, each with its own deliveries", async (t) => {
  const app = await openTestApp(t);
  const owner = await ConsoleClient.signedIn(app.server, OWNER);
  const outbox = new TestOutbox(app.database, app.custody, app.clock);
  assert.equal((await owner.post(ENDPOINTS, {})).status, 422, "no URL");
  const secrets: (string | undefined)[] = [];
  for (const url of ["https://one.example/", "https://two.example/"]) {
    secrets.push((await owner.post<WebhookSaved>(ENDPOINTS, { url })).body.secret);
  }
  assert.equal(new Set(secrets).size, 2);
  const events = ["transaction.settled"];
  const { body } = await owner.patch<WebhookSaved>(`${ENDPOINTS}/2`, { events });
  assert.deepEqual(
    body.webhooks.map((one) => [one.number, one.url, one.events]),
    [
      [1, "https://one.example/", undefined],
      [2, "https://two.example/", events],
    ],
  );
  await outbox.write({ accountId: SHOP, event: "transaction.approved" });
  assert.equal((await owner.post(`${ENDPOINTS}/2/test`)).status, 200);
  const sender = new ScriptedSender(() => DELIVERED);
  await outbox.drain(outbox.dispatcher(sender));
  const sent = sender.orders.map(({ url, event }) => `${url} ${event}`).sort();
  assert.deepEqual(sent, [
    "https://one.example/ transaction.approved",
    "https://two.example/ webhook.test",
  ]);
  for (const [number, event] of [
    [1, "transaction.approved"],
    [2, "webhook.test"],
  ] as const) {
    const log = await owner.get<CursorPage<Delivery>>(`${WEBHOOK}/deliveries?endpoint=${number}`);
    assert.deepEqual(
      log.body.items.map((one) => [one.endpoint, one.event]),
      [[number, event]],
    );
  }
  assert.equal((await owner.delete(`${ENDPOINTS}/2`)).status, 204);
  assert.equal((await owner.delete(`${ENDPOINTS}/2`)).status, 404);
  assert.equal((await owner.post(`${ENDPOINTS}/2/test`)).status, 409);
  assert.equal((await owner.delete(`${ENDPOINTS}/x`)).status, 404);
});

test("an endpoint that is gone is not changed and not created again", async (t) => {
  const { server } = await openTestApp(t);
  const owner = await ConsoleClient.signedIn(server, OWNER);
  for (const url of ["https://one.example/", "https://two.example/"]) {
    await owner.post(ENDPOINTS, { url });
  }
  for (const number of [1, 2]) {
    assert.equal((await owner.delete(`${ENDPOINTS}/${number}`)).status, 204);
    for (const change of [{ isOn: true }, { url: "https://three.example/" }]) {
      const { status, body } = await owner.patch(`${ENDPOINTS}/${number}`, change);
      assert.deepEqual(
        [status, body.error.message],
        [409, "This endpoint does not exist. Add it first."],
      );
    }
  }
  assert.deepEqual((await owner.get<WebhookView>(WEBHOOK)).body.webhooks, []);
});

test("a sixth endpoint is refused with what to do", async (t) => {
  const { server } = await openTestApp(t);
  const owner = await ConsoleClient.signedIn(server, OWNER);
  const add = () => owner.post(ENDPOINTS, { url: "https://shop.example/" });
  for (let k = 0; k < 5; k++) assert.equal((await add()).status, 200);
  const { status, body } = await add();
  assert.deepEqual(
    [status, body.error.message],
    [409, "An account can have at most 5 endpoints. Remove one first."],
  );
});
