/** The outbox delivers at least once, in order per transaction, for three days and fairly. */
import assert from "node:assert/strict";
import { fork } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { systemClock } from "../../src/adapters/system-clock.ts";
import { HttpWebhookSender } from "../../src/adapters/webhook-sender/webhook-sender.ts";
import { openDeliveryPool } from "../../src/app/database/pools.ts";
import { DeliveryStore } from "../../src/core/outbox/claims/delivery-store.ts";
import { EndpointStore, firstEndpoint } from "../../src/core/outbox/endpoint-store.ts";
import { OutboxStore } from "../../src/core/outbox/outbox-store.ts";
import { writeWebhook } from "../../src/core/outbox/write-event.ts";
import type { Database } from "../../src/db/database.ts";
import { startDelivering } from "../../src/jobs/deliver.ts";
import type { WebhookAnswer } from "../../src/ports/webhooks.ts";
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
import { openReceiver, openSocket } from "../kit/receiver.ts";
import { tier } from "../kit/tier.ts";

const NOON = "2026-03-01T12:00:00Z";
const SHOP = "120000000001";
const OTHER = "120000000002";
const ENDPOINT = "https://shop.example/hook";

async function writeMany(outbox: TestOutbox, accountId: string, count: number): Promise<void> {
  const at = outbox.clock.wall();
  const payload = JSON.stringify({ note: "x".repeat(600) });
  await outbox.database.owner.rows`
    insert into outbox (account_id, kind, event, transaction_id, payload, created_at, due_at)
    select ${accountId}::bigint, 'webhook', 'transaction.approved', 323000000000 + n, ${payload},
      ${at}, ${at}
    from generate_series(1, ${count}::int) n`;
}

test("an event is stored if and only if its cause is stored", async (t) => {
  const outbox = await openEmptiedOutbox(t, systemClock);
  const { payments } = outbox.database;
  const webhook = { accountId: SHOP, event: "transaction.approved", transaction: {} } as const;
  await payments.atomically((db) => writeWebhook(db, outbox, webhook));
  const failing = payments.atomically(async (db) => {
    await writeWebhook(db, outbox, webhook);
    throw new Error("the thing itself failed");
  });
  await assert.rejects(failing, /the thing itself/);
  assert.equal((await new OutboxStore(payments).listEvents(SHOP)).length, 1);
});

test("the fields of a transaction are sent in the order in which they were written", async (t) => {
  const outbox = await openEmptiedOutbox(t, systemClock);
  await outbox.addAccount(SHOP, ENDPOINT);
  const transaction = { transaction_id: "323000000007", zip: null, amount: 1.5, a: "é\n" };
  await outbox.write({ accountId: SHOP, transaction });
  const sender = new ScriptedSender(() => DELIVERED);
  await outbox.drain(outbox.dispatcher(sender));
  assert.equal(sender.orders[0]?.transaction, JSON.stringify(transaction));
});

test("a later event waits for the earlier one of its transaction only", async (t) => {
  const clock = new StandingClock(NOON);
  const outbox = await openEmptiedOutbox(t, clock);
  await outbox.addAccount(SHOP, ENDPOINT);
  for (const [event, transactionId] of [
    ["a.approved", "1"],
    ["a.settled", "1"],
    ["b.approved", "2"],
    ["a.returned", "1"],
    ["no transaction", undefined],
  ] as const) {
    await outbox.write({ accountId: SHOP, event, transactionId });
  }
  let isBack = false;
  const sender = new ScriptedSender(({ event }) =>
    event.startsWith("a.") && !isBack ? REFUSED : DELIVERED,
  );
  const dispatcher = outbox.dispatcher(sender);
  await outbox.drain(dispatcher);
  assert.deepEqual([...sender.events].sort(), ["a.approved", "b.approved", "no transaction"]);
  isBack = true;
  later(clock, { seconds: 6 });
  await outbox.drain(dispatcher);
  assert.deepEqual(sender.events.slice(3), ["a.approved", "a.settled", "a.returned"]);
});

test("a later event is delivered when the earlier one has failed for good", async (t) => {
  const clock = new StandingClock(NOON);
  const outbox = await openEmptiedOutbox(t, clock);
  await outbox.addAccount(SHOP, ENDPOINT);
  await outbox.write({ accountId: SHOP, event: "approved", transactionId: "1" });
  await outbox.write({ accountId: SHOP, event: "settled", transactionId: "1" });
  const sender = new ScriptedSender(({ event }) => (event === "approved" ? REFUSED : DELIVERED));
  const dispatcher = outbox.dispatcher(sender);
  for (let hours = 0; hours < 80 && !sender.events.includes("settled"); hours++) {
    await outbox.drain(dispatcher);
    later(clock, { hours: 1 });
  }
  assert.equal(sender.events.at(-1), "settled");
  assert.equal(sender.events.filter((event) => event === "settled").length, 1);
});

test("two workers at once deliver each event once", async (t) => {
  const receiver = await openReceiver(t);
  const outbox = await openEmptiedOutbox(t, systemClock);
  for (const account of [SHOP, OTHER]) {
    await outbox.addAccount(account, receiver.url);
    await writeMany(outbox, account, 200);
  }
  const sender = new HttpWebhookSender({ environment: "certification", clock: systemClock });
  t.after(() => sender.close());
  const workers = [outbox.dispatcher(sender), outbox.dispatcher(sender)];
  await Promise.all(workers.map((worker) => outbox.drain(worker)));
  assert.equal(receiver.arrivals.length, 400);
  assert.equal(new Set(receiver.arrivals.map(({ id }) => id)).size, 400);
});

test("a killed worker loses no event, and each arrives with its id", async (t) => {
  const EVENTS = tier(200, 5_000);
  const KILLS = tier(2, 50);
  const receiver = await openReceiver(t);
  const outbox = await openOutbox(t, systemClock);
  await outbox.addAccount(SHOP, receiver.url);
  await writeMany(outbox, SHOP, EVENTS);
  const worker = path.resolve(import.meta.dirname, "../kit/delivery-worker.ts");
  const distinct = () => new Set(receiver.arrivals.map(({ id }) => id)).size;
  for (let kill = 1; kill <= KILLS; kill++) {
    const child = fork(worker, [outbox.database.url]);
    const before = receiver.arrivals.length;
    await receiver.has(Math.min(before + EVENTS / (KILLS + 2), EVENTS));
    child.kill("SIGKILL");
    await once(child, "exit");
  }
  assert.ok(distinct() < EVENTS, "nothing was left to lose");
  // What the dead still hold would be free after their lease; nobody wants to wait for that here.
  await outbox.database.owner
    .rows`update outbox set claimed_until = now() where delivered_at is null`;
  const sender = new HttpWebhookSender({ environment: "certification", clock: systemClock });
  t.after(() => sender.close());
  await outbox.drain(outbox.dispatcher(sender));
  const rows = await outbox.database.owner.rows<{ event_id: string }>`select event_id from outbox`;
  assert.equal(rows.length, EVENTS);
  assert.deepEqual(
    new Set(receiver.arrivals.map(({ id }) => id)),
    new Set(rows.map(({ event_id }) => event_id)),
  );
});

test("events of a dead worker are delivered within 30 seconds", async (t) => {
  const clock = new StandingClock(NOON);
  const outbox = await openOutbox(t, clock);
  await outbox.addAccount(SHOP, ENDPOINT);
  await outbox.write({ accountId: SHOP });
  const crashed = outbox.dispatcher(new ScriptedSender(() => new Promise(() => {})));
  assert.equal(await crashed.startRound(), 1);
  const sender = new ScriptedSender(() => DELIVERED);
  const other = outbox.dispatcher(sender);
  for (const [seconds, sent] of [
    [20, 0],
    [10, 1],
  ] as const) {
    later(clock, { seconds });
    await outbox.drain(other);
    assert.equal(sender.orders.length, sent);
  }
});

test("a worker that lost its claim can record success, but not failure", async (t) => {
  const clock = new StandingClock(NOON);
  const outbox = await openEmptiedOutbox(t, clock);
  await outbox.addAccount(SHOP, ENDPOINT);
  const store = new OutboxStore(outbox.database.owner);
  for (const word of [REFUSED, DELIVERED]) {
    const eventId = await outbox.write({ accountId: SHOP });
    const answers = [1, 2].map(() => Promise.withResolvers<WebhookAnswer>());
    const workers = answers.map(({ promise }) =>
      outbox.dispatcher(new ScriptedSender(() => promise)),
    );
    for (const worker of workers) {
      assert.equal(await worker.startRound(), 1);
      later(clock, { seconds: 30 });
    }
    answers[0]?.resolve(word);
    await workers[0]?.waitUntilIdle();
    const [event] = await store.listEvents(SHOP);
    assert.equal(event?.state, word === DELIVERED ? "delivered" : "waiting");
    assert.equal(event?.tries, word === DELIVERED ? 1 : 0);
    answers[1]?.resolve(DELIVERED);
    await workers[1]?.waitUntilIdle();
    assert.equal((await store.listEvents(SHOP))[0]?.state, "delivered");
    assert.equal((await store.listAttempts(SHOP, eventId)).length, 2);
  }
});

test("pauses grow, and after three days the event has failed", async (t) => {
  const clock = new StandingClock(NOON);
  const outbox = await openEmptiedOutbox(t, clock);
  await outbox.addAccount(SHOP, ENDPOINT);
  const eventId = await outbox.write({ accountId: SHOP });
  const dispatcher = outbox.dispatcher(new ScriptedSender(() => REFUSED));
  const store = new OutboxStore(outbox.database.owner);
  for (;;) {
    await outbox.drain(dispatcher);
    const [event] = await store.listEvents(SHOP);
    if (event?.state !== "waiting") break;
    clock.set(event.dueAt.toString());
  }
  const [event] = await store.listEvents(SHOP);
  assert.deepEqual([event?.state, event?.failureReason], ["set_aside", "gave_up"]);
  const attempts = await store.listAttempts(SHOP, eventId);
  const pauses = attempts.slice(1).map(({ at }, k) => {
    const before = attempts[k]?.at ?? at;
    return Math.round(before.until(at).total("seconds"));
  });
  assert.deepEqual(pauses.slice(0, 8), [5, 30, 120, 600, 1_800, 3_600, 10_800, 21_600]);
  const span = Temporal.Instant.from(NOON).until(attempts.at(-1)?.at ?? clock.wall());
  assert.ok(Math.abs(span.total("hours") - 72) < 0.01, span.toString());
  assert.deepEqual(
    [...new Set(attempts.map(({ outcome, status, answer }) => `${outcome} ${status} ${answer}`))],
    ["refused 500 no"],
  );
});

test("Retry-After of a receiver is respected", async (t) => {
  const clock = new StandingClock(NOON);
  const outbox = await openEmptiedOutbox(t, clock);
  await outbox.addAccount(SHOP, ENDPOINT);
  await outbox.write({ accountId: SHOP });
  const busy = { kind: "retry_later", status: 429, answer: "", afterMs: 900_000 } as const;
  const sender = new ScriptedSender(() => (sender.orders.length === 1 ? busy : DELIVERED));
  const dispatcher = outbox.dispatcher(sender);
  for (const minutes of [0, 14, 2]) {
    later(clock, { minutes });
    await outbox.drain(dispatcher);
  }
  assert.equal(sender.orders.length, 2);
  const [first, second] = sender.orders;
  assert.ok(first && second && first.at.until(second.at).total("minutes") === 16);
});

test("410 disables the endpoint in one commit with its audit entry, and sets the rest aside", async (t) => {
  const clock = new StandingClock(NOON);
  const outbox = await openEmptiedOutbox(t, clock);
  await outbox.addAccount(SHOP, ENDPOINT);
  const eventId = await outbox.write({ accountId: SHOP });
  const sender = new ScriptedSender(() => ({ kind: "gone", status: 410, answer: "moved" }));
  const heard: unknown[] = [];
  const dispatcher = outbox.dispatcher(sender, {
    onDisabled: async (db, what) => {
      heard.push(what, (await new EndpointStore(db).findEndpoint(firstEndpoint(SHOP)))?.isOn);
    },
  });
  await outbox.drain(dispatcher);
  const what = { ...firstEndpoint(SHOP), url: ENDPOINT, eventId, at: clock.wall() };
  assert.deepEqual(heard, [what, false]);
  await outbox.write({ accountId: SHOP });
  await outbox.drain(dispatcher);
  assert.equal(sender.orders.length, 1);
  const store = new OutboxStore(outbox.database.owner);
  const reasons = (await store.listEvents(SHOP)).map(({ failureReason }) => failureReason);
  assert.deepEqual(reasons, ["no_endpoint", "gone"]);
  assert.deepEqual(outbox.failures, []);
});

test("if disabling fails, the event is retried", async (t) => {
  const clock = new StandingClock(NOON);
  const outbox = await openEmptiedOutbox(t, clock);
  await outbox.addAccount(SHOP, ENDPOINT);
  await outbox.write({ accountId: SHOP });
  const sender = new ScriptedSender(() => ({ kind: "gone", status: 410, answer: "" }));
  const dispatcher = outbox.dispatcher(sender, {
    onDisabled: async () => {
      throw new Error("no audit, no act");
    },
  });
  await outbox.drain(dispatcher);
  const { owner } = outbox.database;
  assert.equal((await new EndpointStore(owner).findEndpoint(firstEndpoint(SHOP)))?.isOn, true);
  const [event] = await new OutboxStore(owner).listEvents(SHOP);
  assert.equal(event?.state, "waiting");
  assert.equal(outbox.failures.length, 1);
});

test("a dead endpoint does not delay the others", async (t) => {
  const receiver = await openReceiver(t);
  const dead = await openSocket(t);
  const outbox = await openOutbox(t, systemClock);
  await outbox.addAccount(SHOP, dead.url);
  await outbox.addAccount(OTHER, receiver.url);
  await writeMany(outbox, SHOP, 300);
  await writeMany(outbox, OTHER, 300);
  const sender = new HttpWebhookSender({ environment: "certification", clock: systemClock });
  t.after(() => sender.close());
  const { failures } = outbox;
  const onFailure = (error: unknown) => failures.push(error);
  const delivering = startDelivering({ dispatchers: [outbox.dispatcher(sender)], onFailure });
  await receiver.has(300);
  assert.ok(dead.connections() >= 1 && dead.connections() <= 8, `${dead.connections()}`);
  const start = performance.now();
  await delivering.stop(100);
  assert.ok(performance.now() - start < 2_000);
  const [held] = await outbox.database.owner.rows<{ count: number }>`
    select count(*)::int as count from outbox where claimed_until is not null`;
  assert.equal(held?.count, 0, "what was under way is given back");
  assert.deepEqual(failures, []);
});

test("an idle job checks a few times a second and can be stopped", async (t) => {
  const outbox = await openEmptiedOutbox(t, systemClock);
  let looks = 0;
  class Counted extends DeliveryStore {
    override listDueReceivers(...asked: Parameters<DeliveryStore["listDueReceivers"]>) {
      if (asked[0] === "webhook") looks++;
      return super.listDueReceivers(...asked);
    }
  }
  const deliveries = new Counted(outbox.database.payments);
  const sender = new ScriptedSender(() => DELIVERED);
  const { failures } = outbox;
  const onFailure = (error: unknown) => failures.push(error);
  const dispatchers = [outbox.dispatcher(sender, { deliveries })];
  const delivering = startDelivering({ dispatchers, onFailure });
  await pause(1_000);
  await delivering.stop(5_000);
  assert.ok(looks >= 2 && looks <= 6, `${looks}`);
  const before = looks;
  await pause(300);
  assert.equal(looks, before);
});

test("a busy account does not delay others", async (t) => {
  const outbox = await openEmptiedOutbox(t, systemClock);
  for (const account of ["1", "2", "3"]) await outbox.addAccount(account, `${ENDPOINT}/${account}`);
  await writeMany(outbox, "1", 100);
  await writeMany(outbox, "2", 1);
  await writeMany(outbox, "3", 1);
  const sender = new ScriptedSender(() => DELIVERED);
  await outbox.drain(outbox.dispatcher(sender, { limits: { overallMax: 4 } }));
  assert.equal(sender.orders.length, 102);
  const first = new Set(sender.orders.slice(0, 4).map(({ accountId }) => accountId));
  assert.deepEqual([...first].sort(), ["1", "2", "3"]);
});

test("no endpoint gets more parallel requests than its limit", async (t) => {
  const outbox = await openEmptiedOutbox(t, systemClock);
  for (const account of ["1", "2"]) {
    await outbox.addAccount(account, `${ENDPOINT}/${account}`);
    await writeMany(outbox, account, 60);
  }
  let [now, most] = [0, 0];
  const sender = new ScriptedSender(async () => {
    most = Math.max(most, ++now);
    await pause(2);
    now--;
    return DELIVERED;
  });
  const { failures } = outbox;
  const onFailure = (error: unknown) => failures.push(error);
  const dispatcher = outbox.dispatcher(sender, { limits: { perTargetMax: 6 } });
  const delivering = startDelivering({ dispatchers: [dispatcher], onFailure });
  while (sender.orders.length < 120) await pause(5);
  await delivering.stop(5_000);
  assert.equal(most, 6);
});

test("all accounts are served if there are more than one page", async (t) => {
  const outbox = await openOutbox(t, systemClock);
  const { owner } = outbox.database;
  await outbox.addAccount("1000", ENDPOINT);
  await owner.rows`
    insert into accounts (id, name, time_zone)
    select n, 'A shop', 'UTC' from generate_series(1, 250) n`;
  await owner.rows`
    insert into webhook_endpoints (account_id, url, origin, is_on, secret_sealed, updated_at)
    select n, url, origin, true, secret_sealed, updated_at
    from webhook_endpoints, generate_series(1, 250) n`;
  for (let account = 1; account <= 250; account++) await writeMany(outbox, String(account), 1);
  // The secret was sealed for another account, so no delivery succeeds; each is tried once.
  await outbox.drain(outbox.dispatcher(new ScriptedSender(() => DELIVERED)));
  const [tried] = await owner.rows<{ count: number }>`
    select count(distinct account_id)::int as count from delivery_attempts`;
  assert.equal(tried?.count, 250);
});

test("no step of a delivery reads the whole table, whatever the statistics", async (t) => {
  const outbox = await openOutbox(t, systemClock);
  const { owner, payments } = outbox.database;
  await outbox.addAccount(SHOP, ENDPOINT);
  await outbox.addAccount(OTHER);
  const putOffs: number[] = [];
  const scans = () =>
    payments.atomically(async (db) => {
      const store = new DeliveryStore(db);
      const now = systemClock.wall();
      const worker = crypto.randomUUID();
      await store.listDueReceivers("webhook", now, { after: "-1", most: 100 });
      const until = now.add({ seconds: 25 });
      const shares = [{ ...firstEndpoint(SHOP), most: 30 }];
      const { events, putOff } = await store.claimEvents({
        worker,
        kind: "webhook",
        now,
        until,
        shares,
      });
      assert.ok(events.length > 0);
      putOffs.push(putOff);
      const results = events.map(({ accountId, id }) => ({
        accountId,
        id,
        attemptedAt: now,
        durationMs: 1,
        outcome: "delivered" as const,
        status: 200,
        failure: undefined,
        answer: undefined,
        next: { kind: "delivered" as const },
      }));
      await store.writeResults(worker, now, results);
      await store.failDueEvents("webhook", now, {
        receivers: [firstEndpoint(OTHER)],
        why: "no_endpoint",
      });
      await store.releaseClaims(worker, events);
      const [row] = await db.rows<{ scans: string }>`
        select seq_scan as scans from pg_stat_xact_user_tables where relname = 'outbox'`;
      return Number(row?.scans);
    });
  for (const count of [10, 10, 10, 20_000]) await writeMany(outbox, SHOP, count);
  await writeMany(outbox, OTHER, 2_000);
  assert.equal(await scans(), 0, "never counted");
  assert.ok((putOffs[0] ?? 0) >= 20, "some gave way");
  await owner.rows`analyze outbox`;
  assert.equal(await scans(), 0, "counted when full");
});

test("the check for waiting events uses the index even if it was planned for an empty table", async (t) => {
  const outbox = await openOutbox(t, systemClock);
  const { owner, url, beforeDrop } = outbox.database;
  const pool = openDeliveryPool({ databaseQueue: 10, databaseTimeoutMs: 5_000 }, url);
  beforeDrop(() => pool.close());
  const isDue = async (db: Database) => {
    const page = { after: "-1", most: 100 };
    const store = new DeliveryStore(db);
    const { receivers } = await store.listDueReceivers("webhook", systemClock.wall(), page);
    return receivers.length > 0;
  };
  await owner.rows`vacuum analyze outbox`;
  for (let time = 0; time < 10; time++) assert.equal(await isDue(pool), false);
  await outbox.addAccount(SHOP, ENDPOINT);
  await writeMany(outbox, SHOP, 5_000);
  await owner.rows`update outbox set delivered_at = due_at where id <> (select max(id) from outbox)`;
  await pool.atomically(async (db) => {
    assert.equal(await isDue(db), true);
    const [row] = await db.rows<{ scans: string }>`
      select seq_scan as scans from pg_stat_xact_user_tables where relname = 'outbox'`;
    assert.equal(Number(row?.scans), 0);
  });
});
