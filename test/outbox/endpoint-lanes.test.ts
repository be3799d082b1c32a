/** Endpoints do not hold each other up, and each gets the events of a transaction in order. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { systemClock } from "../../src/adapters/system-clock.ts";
import { assignEvents } from "../../src/core/outbox/claims/assign-events.ts";
import { DeliveryStore } from "../../src/core/outbox/claims/delivery-store.ts";
import type { DuePage } from "../../src/core/outbox/delivery.ts";
import { StandingClock } from "../kit/clock.ts";
import {
  DELIVERED,
  later,
  openEmptiedOutbox,
  ScriptedSender,
  type TestOutbox,
} from "../kit/outbox.ts";
import { until } from "../kit/until.ts";

const NOON = "2026-03-01T12:00:00Z";
const SHOP = "120000000001";
const OTHER = "120000000002";
const ONE = "https://one.example/hook";
const TWO = "https://two.example/hook";
const SINGLE = "https://single.example/hook";
const [APPROVED, SETTLED] = ["transaction.approved", "transaction.settled"];

function eventsAt({ orders }: ScriptedSender, url: string): readonly string[] {
  return orders.filter((order) => order.url === url).map(({ event }) => event);
}

/** A shop with two endpoints, and another account with one. */
async function openTwoShops(outbox: TestOutbox): Promise<void> {
  await outbox.addAccount(SHOP, ONE);
  await outbox.addEndpoint(SHOP, { number: 2, url: TWO });
  await outbox.addAccount(OTHER, SINGLE);
}

test("an endpoint gets the events of a transaction in order, whatever other endpoints chose", async (t) => {
  const clock = new StandingClock(NOON);
  const outbox = await openEmptiedOutbox(t, clock);
  await outbox.addAccount(SHOP);
  await outbox.addEndpoint(SHOP, { number: 1, url: ONE, events: [APPROVED] });
  await outbox.addEndpoint(SHOP, { number: 2, url: TWO });
  for (const event of [APPROVED, SETTLED, APPROVED]) {
    await outbox.write({ accountId: SHOP, event, transactionId: "1" });
  }
  const sender = new ScriptedSender(() => DELIVERED);
  const dispatcher = outbox.dispatcher(sender);
  await outbox.drain(dispatcher);
  later(clock, { seconds: 2 });
  await outbox.drain(dispatcher);
  assert.deepEqual(eventsAt(sender, TWO), [APPROVED, SETTLED, APPROVED]);
  assert.deepEqual(eventsAt(sender, ONE), [APPROVED, APPROVED]);
});

test("an event that somebody else has locked holds up its transaction only", async (t) => {
  const outbox = await openEmptiedOutbox(t, systemClock);
  await openTwoShops(outbox);
  const locked = await outbox.write({ accountId: SHOP, event: "locked", transactionId: "1" });
  await outbox.write({ accountId: SHOP, event: "behind", transactionId: "1" });
  await outbox.write({ accountId: SHOP, event: "beside", transactionId: "2" });
  await outbox.write({ accountId: OTHER, event: "elsewhere" });
  const sender = new ScriptedSender(() => DELIVERED);
  const dispatcher = outbox.dispatcher(sender);
  let draining: Promise<void> | undefined;
  await outbox.database.owner.atomically(async (db) => {
    await db.rows`select from outbox where account_id = ${SHOP} and event_id = ${locked} for update`;
    draining = outbox.drain(dispatcher);
    await until(() => sender.orders.length >= 3, 10_000);
  });
  assert.deepEqual([...sender.events].sort(), ["beside", "beside", "elsewhere"]);
  await draining;
  await until(async () => {
    await outbox.drain(dispatcher);
    return sender.orders.length >= 7;
  });
  for (const url of [ONE, TWO])
    assert.deepEqual(eventsAt(sender, url), ["beside", "locked", "behind"]);
  assert.deepEqual(outbox.failures, []);
});

test("an endpoint that is added while a round runs misses no event", async (t) => {
  const outbox = await openEmptiedOutbox(t, systemClock);
  await outbox.addAccount(SHOP, ONE);
  await outbox.write({ accountId: SHOP, event: "before" });
  let isAdded = false;
  class SlowStore extends DeliveryStore {
    override async listDueReceivers(
      ...wish: Parameters<DeliveryStore["listDueReceivers"]>
    ): Promise<DuePage> {
      const page = await super.listDueReceivers(...wish);
      if (!isAdded) {
        isAdded = true;
        await outbox.addEndpoint(SHOP, { number: 2, url: TWO });
        await outbox.write({ accountId: SHOP, event: "after" });
      }
      return page;
    }
  }
  const sender = new ScriptedSender(() => DELIVERED);
  const deliveries = new SlowStore(outbox.database.payments);
  await outbox.drain(outbox.dispatcher(sender, { deliveries }));
  assert.deepEqual(eventsAt(sender, ONE).toSorted(), ["after", "before"]);
  assert.deepEqual(eventsAt(sender, TWO), ["after"]);
});

test("a round assigns a limited number of events, and the next one goes on behind them", async (t) => {
  const clock = new StandingClock(NOON);
  const outbox = await openEmptiedOutbox(t, clock);
  const { owner } = outbox.database;
  const accounts = Array.from({ length: 9 }, (_, k) => String(120_000_000_001 + k));
  for (const accountId of accounts) {
    await outbox.addAccount(accountId, ONE);
    await outbox.addEndpoint(accountId, { number: 2, url: TWO });
  }
  const at = clock.wall();
  await owner.rows`
    insert into outbox (account_id, kind, event, payload, created_at, due_at)
    select account_id, 'webhook', 'many', '{}', ${at}, ${at}
    from unnest(${accounts}::bigint[]) account_id, generate_series(1, 150)`;
  const assigned = async () => {
    const rows = await owner.rows<{ account_id: string }>`
      select distinct account_id from outbox where kind = 'delivery' order by account_id`;
    return rows.length;
  };
  // No delivery starts: only the events are assigned.
  const dispatcher = outbox.dispatcher(new ScriptedSender(() => DELIVERED), {
    limits: { overallMax: 1, perTargetMax: 0 },
  });
  await dispatcher.startRound();
  assert.equal(await assigned(), 7);
  await dispatcher.startRound();
  assert.equal(await assigned(), 9);
});

test("accounts with several endpoints are served while others have a backlog", async (t) => {
  const clock = new StandingClock(NOON);
  const outbox = await openEmptiedOutbox(t, clock);
  await openTwoShops(outbox);
  await outbox.write({ accountId: SHOP, event: "shop" });
  for (let k = 0; k < 40; k++) await outbox.write({ accountId: OTHER, event: "backlog" });
  const sender = new ScriptedSender(() => DELIVERED);
  const limits = { overallMax: 2, perTargetMax: 2 };
  const dispatcher = outbox.dispatcher(sender, { limits });
  for (let round = 0; round < 6; round++) {
    await dispatcher.startRound();
    await dispatcher.waitUntilIdle();
  }
  assert.deepEqual([eventsAt(sender, ONE), eventsAt(sender, TWO)], [["shop"], ["shop"]]);
  await outbox.drain(dispatcher);
  assert.equal(eventsAt(sender, SINGLE).length, 40);
});

test("two processes that assign at once skip each other's events without waiting", async (t) => {
  const outbox = await openEmptiedOutbox(t, systemClock);
  await openTwoShops(outbox);
  for (let k = 0; k < 30; k++) {
    await outbox.write({ accountId: SHOP, event: `e${k}`, transactionId: String(1 + (k % 3)) });
  }
  const { payments } = outbox.database;
  let sum = 0;
  while (sum < 30) {
    const runs = [1, 2, 3].map(() => assignEvents(payments, SHOP, systemClock.wall()));
    for (const count of await Promise.all(runs)) sum += count;
  }
  assert.equal(sum, 30);
  const rows = await payments.rows<{ endpoint: number; count: number }>`
    select endpoint, count(*)::int as count from outbox where account_id = ${SHOP} group by 1 order by 1`;
  assert.deepEqual(rows, [
    { endpoint: 1, count: 30 },
    { endpoint: 2, count: 30 },
  ]);
});
