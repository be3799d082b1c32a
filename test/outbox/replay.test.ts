/** Listing and replaying events, and the settings and secrets of endpoints. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { systemClock } from "../../src/adapters/system-clock.ts";
import { sendDeliveryAgain } from "../../src/core/accounts/send-event-again.ts";
import { rotateSecret, saveEndpoint } from "../../src/core/outbox/endpoint.ts";
import { firstEndpoint } from "../../src/core/outbox/endpoint-store.ts";
import { OutboxStore } from "../../src/core/outbox/outbox-store.ts";
import { replayFailed } from "../../src/core/outbox/replay.ts";
import { TEST_EVENT } from "../../src/core/outbox/webhook-events.ts";
import { writeWebhook } from "../../src/core/outbox/write-event.ts";
import { StandingClock } from "../kit/clock.ts";
import { DELIVERED, later, openEmptiedOutbox, REFUSED, ScriptedSender } from "../kit/outbox.ts";

const NOON = "2026-03-01T12:00:00Z";
const SHOP = "120000000001";
const OTHER = "120000000002";
const ENDPOINT = "https://shop.example/hook";
const BY = { actor: { kind: "system", name: "a test" } } as const;

test("a response is stored masked, and no byte in it can break the statement", async (t) => {
  const outbox = await openEmptiedOutbox(t, systemClock);
  await outbox.addAccount(SHOP, ENDPOINT);
  const eventId = await outbox.write({ accountId: SHOP });
  const answer = "card 4111111111111111 \u0000\u001b[2J \ud800 fine";
  await outbox.drain(outbox.dispatcher(new ScriptedSender(() => ({ ...REFUSED, answer }))));
  const [attempt] = await new OutboxStore(outbox.database.owner).listAttempts(SHOP, eventId);
  assert.match(attempt?.answer ?? "", /^card .*1111 .* fine$/);
  assert.ok(!attempt?.answer?.includes("4111111111111111"));
  assert.deepEqual(outbox.failures, []);
});

test("events are listed by state and transaction, newest first, in pages", async (t) => {
  const clock = new StandingClock(NOON);
  const outbox = await openEmptiedOutbox(t, clock);
  await outbox.addAccount(SHOP, ENDPOINT);
  await outbox.write({ accountId: SHOP, event: "one", transactionId: "1" });
  await outbox.write({ accountId: SHOP, event: "two", transactionId: "2" });
  await outbox.write({ accountId: SHOP, event: "three", transactionId: "1" });
  await outbox.write({ accountId: OTHER, event: "four", transactionId: "1" });
  const sender = new ScriptedSender(({ event }) => (event === "two" ? REFUSED : DELIVERED));
  await outbox.drain(outbox.dispatcher(sender));
  const store = new OutboxStore(outbox.database.owner);
  const names = async (filter: Parameters<OutboxStore["listEvents"]>[1]) =>
    (await store.listEvents(SHOP, filter)).map(({ event }) => event);
  assert.deepEqual(await names({}), ["three", "two", "one"]);
  assert.deepEqual(await names({ state: "waiting" }), ["two"]);
  assert.deepEqual(await names({ state: "delivered", transactionId: "1" }), ["three", "one"]);
  assert.deepEqual(await names({ state: "set_aside" }), []);
  const [first] = await store.listEvents(SHOP, { limit: 1 });
  assert.deepEqual(await names({ before: first?.position, limit: 1 }), ["two"]);
});

test("an interface sees the events of its own account only, and may write any", async (t) => {
  const outbox = await openEmptiedOutbox(t, systemClock);
  const eventId = await outbox.write({ accountId: SHOP });
  const { app } = outbox.database;
  const needs = { db: app, clock: systemClock };
  const seen = async (accountId: string) => [
    ...(await app.within({ accountId }, async (db) => {
      const store = new OutboxStore(db);
      await writeWebhook(db, outbox, { accountId: "0", event: TEST_EVENT, transaction: {} });
      return [
        (await store.listEvents(SHOP)).length,
        (await store.listAttempts(SHOP, eventId)).length,
      ];
    })),
    (await sendDeliveryAgain(needs, accountId, { eventId, by: BY })).kind,
  ];
  await outbox.addAccount(SHOP, ENDPOINT);
  assert.deepEqual(await seen(SHOP), [1, 0, "sent_again"]);
  assert.deepEqual(await seen(OTHER), [0, 0, "no_such_event"]);
});

test("an event in any state can be replayed and keeps its id", async (t) => {
  const clock = new StandingClock(NOON);
  const outbox = await openEmptiedOutbox(t, clock);
  await outbox.addAccount(SHOP, ENDPOINT);
  const eventId = await outbox.write({ accountId: SHOP });
  const sender = new ScriptedSender(() => DELIVERED);
  const dispatcher = outbox.dispatcher(sender);
  const store = new OutboxStore(outbox.database.owner);
  await outbox.drain(dispatcher);
  const needs = { db: outbox.database.owner, clock };
  const sendAgain = async (accountId: string) =>
    (await sendDeliveryAgain(needs, accountId, { eventId, by: BY })).kind;
  assert.equal(await sendAgain(SHOP), "sent_again");
  await outbox.drain(dispatcher);
  assert.deepEqual(
    sender.orders.map((order) => order.eventId),
    [eventId, eventId],
  );
  assert.equal((await store.listAttempts(SHOP, eventId)).length, 2);
  assert.equal(await sendAgain(OTHER), "no_such_event");
});

test("exactly the failed events since a time are replayed", async (t) => {
  const clock = new StandingClock(NOON);
  const outbox = await openEmptiedOutbox(t, clock);
  await outbox.addAccount(SHOP, ENDPOINT);
  await outbox.addAccount(OTHER);
  let isBack = false;
  const sender = new ScriptedSender(({ event }) =>
    isBack || event === "good" ? DELIVERED : REFUSED,
  );
  const dispatcher = outbox.dispatcher(sender);
  await outbox.write({ accountId: SHOP, event: "old" });
  later(clock, { hours: 1 });
  const since = clock.wall();
  await outbox.write({ accountId: SHOP, event: "pausing" });
  await outbox.write({ accountId: SHOP, event: "good" });
  await outbox.write({ accountId: OTHER, event: "another's" });
  await outbox.drain(dispatcher);
  await outbox.database.owner.rows`
    update outbox set set_aside_at = ${clock.wall()} where event = 'old'`;
  isBack = true;
  const needs = { db: outbox.database.owner, clock };
  const before = sender.orders.length;
  assert.equal(await replayFailed(needs, SHOP, { since }), 1);
  await outbox.drain(dispatcher);
  assert.deepEqual(sender.events.slice(before), ["pausing"]);
  assert.equal(await replayFailed(needs, SHOP, { since: Temporal.Instant.from(NOON) }), 1);
  await outbox.drain(dispatcher);
  assert.deepEqual(sender.events.slice(before), ["pausing", "old"]);
});

test("after a rotation both secrets sign for a day", async (t) => {
  const clock = new StandingClock(NOON);
  const outbox = await openEmptiedOutbox(t, clock);
  await outbox.addAccount(SHOP);
  const saved = await saveEndpoint(outbox.endpointNeeds, firstEndpoint(SHOP), {
    url: ENDPOINT,
    isOn: true,
  });
  assert.ok(saved.kind === "saved" && saved.secret);
  const again = await saveEndpoint(outbox.endpointNeeds, firstEndpoint(SHOP), {
    url: `${ENDPOINT}/2`,
    isOn: true,
  });
  assert.deepEqual(again, { kind: "saved", secret: undefined });
  const fresh = await rotateSecret(outbox.endpointNeeds, firstEndpoint(SHOP));
  const sender = new ScriptedSender(() => DELIVERED);
  const dispatcher = outbox.dispatcher(sender);
  for (const hours of [0, 23, 2]) {
    later(clock, { hours });
    await outbox.write({ accountId: SHOP });
    await outbox.drain(dispatcher);
  }
  const texts = sender.orders.map(({ secrets }) => secrets.map((secret) => secret.reveal()));
  const [oldText, newText] = [saved.secret.reveal(), fresh?.reveal()];
  assert.deepEqual(texts, [[newText, oldText], [newText, oldText], [newText]]);
  assert.match(oldText, /^whsec_[A-Za-z0-9+/]{43}=$/);
  assert.equal(sender.orders[0]?.url, `${ENDPOINT}/2`);
});

test("an endpoint's address has no credentials and is https, in certification also http", async (t) => {
  const outbox = await openEmptiedOutbox(t, systemClock);
  await outbox.addAccount(SHOP);
  const error = async (url: string, environment: "certification" | "production") => {
    const needs = { ...outbox.endpointNeeds, environment };
    const outcome = await saveEndpoint(needs, firstEndpoint(SHOP), { url, isOn: true });
    return outcome.kind === "bad_url" ? outcome.error : "none";
  };
  assert.equal(await error("http://shop.example/", "production"), "not_https");
  assert.equal(await error("http://shop.example/", "certification"), "none");
  assert.equal(await error("ftp://shop.example/", "certification"), "not_https");
  assert.equal(await error("https://me:secret@shop.example/", "production"), "has_credentials");
  assert.equal(await error("shop.example", "production"), "not_a_url");
  assert.equal(await error("https://10.0.0.7/", "production"), "not_public");
  assert.equal(await error("https://localhost/", "production"), "not_public");
  assert.equal(await error("https://shop.example:25/", "production"), "bad_port");
  assert.equal(await error("https://10.0.0.7:25/", "certification"), "none");
  assert.equal(await error(`https://shop.example/${"x".repeat(2_000)}`, "production"), "too_long");
});

test("old events are removed, waiting ones are not", async (t) => {
  const clock = new StandingClock(NOON);
  const outbox = await openEmptiedOutbox(t, clock);
  await outbox.addAccount(SHOP, ENDPOINT);
  await outbox.write({ accountId: SHOP, event: "delivered" });
  await outbox.write({ accountId: SHOP, event: "pausing" });
  const sender = new ScriptedSender(({ event }) => (event === "pausing" ? REFUSED : DELIVERED));
  await outbox.drain(outbox.dispatcher(sender));
  later(clock, { hours: 31 * 24 });
  await outbox.write({ accountId: SHOP, event: "new" });
  const store = new OutboxStore(outbox.database.payments);
  const before = clock.wall().subtract({ hours: 30 * 24 });
  const purge = async () =>
    (await store.purgeAttempts(before, 100)) + (await store.purgeEvents(before, 100));
  assert.equal(await purge(), 3);
  assert.equal(await purge(), 0);
  const left = (await store.listEvents(SHOP)).map(({ event }) => event);
  assert.deepEqual(left, ["new", "pausing"]);
  const backlog = await store.countBacklog(clock.wall());
  assert.equal(backlog.waiting, 2);
  // A pause is counted from the end of the try, which takes a moment of real time.
  const due = backlog.oldestDueAt?.toString({ smallestUnit: "second" });
  assert.equal(due, "2026-03-01T12:00:05Z");
});
