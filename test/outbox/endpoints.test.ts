/** Several endpoints of an account: each gets every event it chose once, in order, and on its own. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { systemClock } from "../../src/adapters/system-clock.ts";
import { sendDeliveryAgain } from "../../src/core/accounts/send-event-again.ts";
import { assignEvents } from "../../src/core/outbox/claims/assign-events.ts";
import { DeliveryStore } from "../../src/core/outbox/claims/delivery-store.ts";
import { EndpointStore, firstEndpoint } from "../../src/core/outbox/endpoint-store.ts";
import { OutboxStore } from "../../src/core/outbox/outbox-store.ts";
import type { OutgoingWebhook, WebhookAnswer } from "../../src/ports/webhooks.ts";
import { StandingClock } from "../kit/clock.ts";
import {
  DELIVERED,
  later,
  openEmptiedOutbox,
  openOutbox,
  REFUSED,
  ScriptedSender,
  type TestOutbox,
} from "../kit/outbox.ts";
import { until } from "../kit/until.ts";

const NOON = "2026-03-01T12:00:00Z";
const SHOP = "120000000001";
const OTHER = "120000000002";
const ONE = "https://one.example/hook";
const TWO = "https://two.example/hook";
const THREE = "https://three.example/hook";
const BY = { actor: { kind: "system", name: "a test" } } as const;

async function openShop(clock: StandingClock, outbox: TestOutbox): Promise<void> {
  await outbox.addAccount(SHOP, ONE);
  await outbox.addEndpoint(SHOP, { number: 2, url: TWO });
  later(clock, { seconds: 1 });
}

function eventsAt({ orders }: ScriptedSender, url: string): readonly string[] {
  return orders.filter((order) => order.url === url).map(({ event }) => event);
}

test("every endpoint gets each event once, with the same id and its own signature", async (t) => {
  const clock = new StandingClock(NOON);
  const outbox = await openEmptiedOutbox(t, clock);
  await openShop(clock, outbox);
  const eventId = await outbox.write({ accountId: SHOP, transactionId: "1" });
  const sender = new ScriptedSender(() => DELIVERED);
  await outbox.drain(outbox.dispatcher(sender));
  await outbox.drain(outbox.dispatcher(sender));
  assert.deepEqual(sender.orders.map(({ url }) => url).sort(), [ONE, TWO]);
  assert.deepEqual(
    sender.orders.map((order) => order.eventId),
    [eventId, eventId],
  );
  const secrets = sender.orders.map(({ secrets: [secret] }) => secret?.reveal());
  assert.notEqual(secrets[0], secrets[1]);
  const events = await new OutboxStore(outbox.database.payments).listEvents(SHOP);
  assert.deepEqual(
    events.map(({ endpoint, webhookId, state }) => [endpoint, webhookId, state]).sort(),
    [
      [1, eventId, "delivered"],
      [2, eventId, "delivered"],
    ],
  );
});

test("a failing endpoint does not hold up another one of the same account", async (t) => {
  const clock = new StandingClock(NOON);
  const outbox = await openEmptiedOutbox(t, clock);
  await openShop(clock, outbox);
  for (const event of ["a.approved", "a.settled", "a.returned"]) {
    await outbox.write({ accountId: SHOP, event, transactionId: "1" });
  }
  let isBack = false;
  const sender = new ScriptedSender(({ url }) => (url === ONE && !isBack ? REFUSED : DELIVERED));
  const dispatcher = outbox.dispatcher(sender);
  await outbox.drain(dispatcher);
  assert.deepEqual(eventsAt(sender, TWO), ["a.approved", "a.settled", "a.returned"]);
  assert.deepEqual(eventsAt(sender, ONE), ["a.approved"]);
  isBack = true;
  later(clock, { seconds: 6 });
  await outbox.drain(dispatcher);
  assert.deepEqual(eventsAt(sender, ONE).slice(1), ["a.approved", "a.settled", "a.returned"]);
  assert.equal(eventsAt(sender, TWO).length, 3, "acknowledged events are not sent again");
});

test("an endpoint that does not answer takes no deliveries from another one", async (t) => {
  const clock = new StandingClock(NOON);
  const outbox = await openEmptiedOutbox(t, clock);
  await openShop(clock, outbox);
  for (let k = 1; k <= 20; k++) await outbox.write({ accountId: SHOP, transactionId: String(k) });
  const silent: (() => void)[] = [];
  const sender = new ScriptedSender(({ url }: OutgoingWebhook) =>
    url === ONE
      ? new Promise<WebhookAnswer>((resolve) => silent.push(() => resolve(DELIVERED)))
      : DELIVERED,
  );
  const dispatcher = outbox.dispatcher(sender);
  while (eventsAt(sender, TWO).length < 20) {
    await dispatcher.startRound();
    await dispatcher.waitForChange(50);
  }
  assert.ok(silent.length > 0 && silent.length < 20);
  const freeing = setInterval(() => {
    for (const answer of silent.splice(0)) answer();
  }, 5);
  t.after(() => clearInterval(freeing));
  await outbox.drain(dispatcher);
  assert.equal(eventsAt(sender, ONE).length, 20);
});

test("each endpoint gets the events that it chose", async (t) => {
  const clock = new StandingClock(NOON);
  const outbox = await openEmptiedOutbox(t, clock);
  await outbox.addAccount(SHOP);
  const [approved, settled] = ["transaction.approved", "transaction.settled"];
  await outbox.addEndpoint(SHOP, { number: 1, url: ONE, events: [approved] });
  await outbox.addEndpoint(SHOP, { number: 2, url: TWO, events: [settled] });
  await outbox.addEndpoint(SHOP, { number: 3, url: THREE, events: [approved, settled] });
  later(clock, { seconds: 1 });
  for (const event of [approved, settled, "transaction.failed"]) {
    await outbox.write({ accountId: SHOP, event, transactionId: "1" });
  }
  const sender = new ScriptedSender(() => DELIVERED);
  await outbox.drain(outbox.dispatcher(sender));
  assert.deepEqual(eventsAt(sender, ONE), [approved]);
  assert.deepEqual(eventsAt(sender, TWO), [settled]);
  assert.deepEqual(eventsAt(sender, THREE), [approved, settled]);
  const events = await new OutboxStore(outbox.database.payments).listEvents(SHOP);
  const unwanted = events.filter(({ failureReason }) => failureReason === "not_wanted");
  assert.deepEqual(
    unwanted.map(({ event }) => event),
    ["transaction.failed"],
    "an event that nobody chose is recorded once",
  );
});

test("a new endpoint gets the events that happen from then on", async (t) => {
  const clock = new StandingClock(NOON);
  const outbox = await openEmptiedOutbox(t, clock);
  await outbox.addAccount(SHOP, ONE);
  await outbox.write({ accountId: SHOP, event: "tried", transactionId: "1" });
  let isBack = false;
  const sender = new ScriptedSender(() => (isBack ? DELIVERED : REFUSED));
  const dispatcher = outbox.dispatcher(sender);
  await outbox.drain(dispatcher);
  await outbox.write({ accountId: SHOP, event: "waiting", transactionId: "2" });
  later(clock, { seconds: 1 });
  await outbox.addEndpoint(SHOP, { number: 2, url: TWO });
  await outbox.write({ accountId: SHOP, event: "new", transactionId: "1" });
  isBack = true;
  later(clock, { seconds: 6 });
  await outbox.drain(dispatcher);
  assert.deepEqual(eventsAt(sender, TWO), ["new"]);
  assert.deepEqual(
    eventsAt(sender, ONE).filter((event) => event !== "waiting"),
    ["tried", "tried", "new"],
    "in the order of the transaction",
  );
  assert.ok(eventsAt(sender, ONE).includes("waiting"));
});

test("events go to further endpoints if the first one is disabled or removed", async (t) => {
  const clock = new StandingClock(NOON);
  const outbox = await openEmptiedOutbox(t, clock);
  await openShop(clock, outbox);
  await outbox.addEndpoint(SHOP, { number: 1, url: ONE, isOn: false });
  await outbox.write({ accountId: SHOP, event: "first disabled" });
  const sender = new ScriptedSender(() => DELIVERED);
  const dispatcher = outbox.dispatcher(sender);
  await outbox.drain(dispatcher);
  await new EndpointStore(outbox.database.owner).removeEndpoint(firstEndpoint(SHOP));
  await outbox.write({ accountId: SHOP, event: "first removed" });
  await outbox.drain(dispatcher);
  assert.deepEqual(eventsAt(sender, TWO), ["first disabled", "first removed"]);
  assert.deepEqual(eventsAt(sender, ONE), []);
});

test("410 disables only the endpoint that answered it", async (t) => {
  const clock = new StandingClock(NOON);
  const outbox = await openEmptiedOutbox(t, clock);
  await openShop(clock, outbox);
  await outbox.write({ accountId: SHOP, event: "one" });
  const gone = { kind: "gone", status: 410, answer: "moved" } as const;
  const sender = new ScriptedSender(({ url }) => (url === TWO ? gone : DELIVERED));
  const disabled: unknown[] = [];
  const dispatcher = outbox.dispatcher(sender, {
    onDisabled: async (_, { number, url }) => void disabled.push([number, url]),
  });
  await outbox.drain(dispatcher);
  await outbox.write({ accountId: SHOP, event: "two" });
  await outbox.drain(dispatcher);
  assert.deepEqual(disabled, [[2, TWO]]);
  assert.deepEqual(eventsAt(sender, ONE), ["one", "two"]);
  assert.deepEqual(eventsAt(sender, TWO), ["one"]);
  const endpoints = await new EndpointStore(outbox.database.owner).listEndpoints(SHOP);
  assert.deepEqual(
    endpoints.map(({ number, isOn }) => [number, isOn]),
    [
      [1, true],
      [2, false],
    ],
  );
});

test("two processes assign each event once, in the order of its transaction", async (t) => {
  const outbox = await openEmptiedOutbox(t, systemClock);
  await outbox.addAccount(SHOP, ONE);
  for (const [number, url] of [
    [2, TWO],
    [3, THREE],
  ] as const) {
    await outbox.addEndpoint(SHOP, { number, url });
  }
  const written: string[] = [];
  for (let k = 0; k < 60; k++) {
    written.push(await outbox.write({ accountId: SHOP, event: `e${k}`, transactionId: "1" }));
  }
  const { payments } = outbox.database;
  let assigned = 0;
  while (assigned < 60) {
    const runs = Array.from({ length: 4 }, () => assignEvents(payments, SHOP, systemClock.wall()));
    for (const count of await Promise.all(runs)) assigned += count;
  }
  assert.equal(assigned, 60);
  const listed = await new OutboxStore(payments).listEvents(SHOP, { limit: 500 });
  for (const number of [1, 2, 3]) {
    const own = listed.filter(({ endpoint }) => endpoint === number).toReversed();
    assert.deepEqual(
      own.map(({ webhookId }) => webhookId),
      written,
    );
  }
});

test("two workers at once deliver each event once to each endpoint, in order", async (t) => {
  const outbox = await openEmptiedOutbox(t, systemClock);
  await outbox.addAccount(SHOP, ONE);
  await outbox.addEndpoint(SHOP, { number: 2, url: TWO });
  const [transactions, perTransaction] = [20, 4];
  for (let k = 0; k < transactions * perTransaction; k++) {
    const transactionId = String(1 + (k % transactions));
    await outbox.write({ accountId: SHOP, event: `e${k}`, transactionId });
  }
  const sender = new ScriptedSender(() => DELIVERED);
  const workers = [outbox.dispatcher(sender), outbox.dispatcher(sender)];
  // Events that gave way to an earlier one are due a second later.
  await until(async () => {
    await Promise.all(workers.map((worker) => outbox.drain(worker)));
    return sender.orders.length >= 2 * transactions * perTransaction;
  });
  for (const url of [ONE, TWO]) {
    const sent = eventsAt(sender, url).map((event) => Number(event.slice(1)));
    assert.equal(new Set(sent).size, sent.length, "none twice");
    assert.equal(sent.length, transactions * perTransaction, "none lost");
    const byTransaction = Map.groupBy(sent, (k) => k % transactions);
    for (const own of byTransaction.values()) {
      assert.deepEqual(
        own,
        own.toSorted((a, b) => a - b),
      );
    }
  }
  assert.deepEqual(outbox.failures, []);
});

test("an event that is sent again goes to the endpoint of that delivery only", async (t) => {
  const clock = new StandingClock(NOON);
  const outbox = await openEmptiedOutbox(t, clock);
  await outbox.addAccount(SHOP, ONE);
  const eventId = await outbox.write({ accountId: SHOP });
  const sender = new ScriptedSender(() => DELIVERED);
  const dispatcher = outbox.dispatcher(sender);
  await outbox.drain(dispatcher);
  await outbox.addEndpoint(SHOP, { number: 2, url: TWO });
  const needs = { db: outbox.database.payments, clock };
  const sent = await sendDeliveryAgain(needs, SHOP, { eventId, by: BY });
  assert.deepEqual(sent, { kind: "sent_again", endpoints: [1] });
  await outbox.drain(dispatcher);
  assert.deepEqual(
    sender.orders.map(({ url }) => url),
    [ONE, ONE],
  );
});

test("an account with one endpoint gets no further rows, and no delivery reads the whole table", async (t) => {
  const outbox = await openOutbox(t, systemClock);
  const { owner, payments } = outbox.database;
  await outbox.addAccount(OTHER, ONE);
  await outbox.write({ accountId: OTHER });
  await outbox.drain(outbox.dispatcher(new ScriptedSender(() => DELIVERED)));
  const rows = await owner.rows<{ kind: string; copy_of: string | null }>`
    select kind, copy_of from outbox`;
  assert.deepEqual(rows, [{ kind: "webhook", copy_of: null }]);
  await outbox.addAccount(SHOP, ONE);
  const at = systemClock.wall();
  const payload = JSON.stringify({ note: "x".repeat(600) });
  await owner.rows`
    insert into outbox (account_id, kind, endpoint, event, transaction_id, payload, created_at, due_at)
    select ${SHOP}::bigint, 'delivery', 1 + n % 2, 'transaction.approved', n, ${payload}, ${at}, ${at}
    from generate_series(1, 20000) n`;
  const scans = () =>
    payments.atomically(async (db) => {
      const store = new DeliveryStore(db);
      const now = systemClock.wall();
      const { receivers } = await store.listDueReceivers("delivery", now, { after: "-1", most: 9 });
      assert.deepEqual(
        receivers.map(({ number, endpoint }) => [number, endpoint === undefined]),
        [
          [1, false],
          [2, true],
        ],
      );
      const claim = { worker: crypto.randomUUID(), kind: "delivery", now } as const;
      const shares = [{ ...firstEndpoint(SHOP), most: 30 }];
      const claimed = await store.claimEvents({ ...claim, until: now.add({ seconds: 9 }), shares });
      assert.equal(claimed.events.length, 30);
      await store.failDueEvents("delivery", now, {
        receivers: [{ accountId: SHOP, number: 2 }],
        why: "no_endpoint",
      });
      const [row] = await db.rows<{ scans: string }>`
        select seq_scan as scans from pg_stat_xact_user_tables where relname = 'outbox'`;
      return Number(row?.scans);
    });
  assert.equal(await scans(), 0, "never counted");
  await owner.rows`analyze outbox`;
  assert.equal(await scans(), 0, "counted when full");
});
