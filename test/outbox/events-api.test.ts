/** The event interface: lists past events of an account in pages, and sends one again. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { ACCOUNT, OTHER_ACCOUNT, openTestApp, post } from "../kit/app.ts";
import { type Form, HOOK, hook, NO_LIMITS, openHooked, pay } from "../kit/hooked-app.ts";
import { DELIVERED, REFUSED, ScriptedSender } from "../kit/outbox.ts";
import {
  addSecond,
  askEvents as ask,
  deliveriesOf,
  EVENTS_PATH,
  type EventPage,
  type ListedEvent,
  listEvents as list,
  SECOND,
  sendAgain,
} from "../kit/past-events.ts";
import { openShared } from "../kit/shared.ts";

const BOOKS = ACCOUNT.account_id;

test("events are listed with their content and the state of each delivery", async (t) => {
  const app = await openHooked(t);
  await addSecond(app);
  const sale = (await pay(app, { custom_id: "order 1" })).json();
  const rows = await app.database.owner.rows`select from outbox`;
  assert.equal(rows.length, 1, "the payment writes one row, however many endpoints there are");
  await deliveriesOf(app)(new ScriptedSender(({ url }) => (url === SECOND ? REFUSED : DELIVERED)));
  const { events, next_cursor, error_code } = await list(app);
  assert.deepEqual([events.length, next_cursor, error_code], [1, null, 0]);
  const [event] = events;
  assert.match(event?.event_id ?? "", /^[0-9a-f-]{36}$/);
  assert.deepEqual(
    [event?.event, event?.transaction_id, event?.transaction["custom_id"]],
    ["transaction.approved", sale.transaction_id, "order 1"],
  );
  assert.deepEqual(
    event?.deliveries.map(({ endpoint, state, attempts }) => [endpoint, state, attempts]),
    [
      [1, "delivered", 1],
      [2, "pending", 1],
    ],
  );
  assert.ok("delivered_at" in (event?.deliveries[0] ?? {}));
  assert.ok("next_attempt_at" in (event?.deliveries[1] ?? {}));
});

test("events are filtered by time, kind and transaction, and come in pages", async (t) => {
  const app = await openHooked(t);
  const sales: string[] = [];
  const times: string[] = [];
  for (let k = 0; k < 5; k++) {
    times.push(app.clock.wall().toString());
    sales.push((await pay(app)).json().transaction_id);
    app.clock.advance({ minutes: 1 });
  }
  await pay(app, { transaction_amount: "1.05" });
  const ids = ({ events }: EventPage) => events.map(({ transaction_id }) => transaction_id);
  const kind = { event: "transaction.approved" };
  assert.deepEqual(ids(await list(app, kind)), sales.toReversed());
  const from = { since: times[1] ?? "", until: times[3] ?? "" };
  assert.deepEqual(ids(await list(app, from)), [sales[2], sales[1]]);
  const shifted = { since: (times[4] ?? "").replace("Z", "+00:00"), ...kind };
  assert.deepEqual(ids(await list(app, shifted)), [sales[4]]);
  assert.deepEqual(ids(await list(app, { transaction_id: sales[3] ?? "" })), [sales[3]]);
  const first = await list(app, { ...kind, limit: "2" });
  const second = await list(app, { ...kind, limit: "2", cursor: first.next_cursor ?? "" });
  const third = await list(app, { ...kind, limit: "2", cursor: second.next_cursor ?? "" });
  assert.deepEqual([...ids(first), ...ids(second), ...ids(third)], sales.toReversed());
  assert.equal(third.next_cursor, null);
});

test("one event is found by its id, in lower or upper case", async (t) => {
  const app = await openHooked(t);
  for (let k = 0; k < 2; k++) await pay(app);
  const [, first] = (await list(app)).events;
  const event_id = first?.event_id ?? "";
  for (const id of [event_id, event_id.toUpperCase()]) {
    const { events } = await list(app, { event_id: id });
    assert.deepEqual(
      events.map((event) => event.event_id),
      [event_id],
    );
    assert.equal((await sendAgain(app, { event_id: id })).event_id, event_id);
  }
  assert.deepEqual((await list(app, { event_id: crypto.randomUUID() })).events, []);
});

test("an event has no deliveries until it is assigned to endpoints", async (t) => {
  const app = await openHooked(t);
  const states = async () => {
    const [event] = (await list(app)).events;
    return event?.deliveries.map(({ endpoint, state }) => [endpoint, state]);
  };
  await pay(app);
  assert.deepEqual(await states(), [[1, "pending"]], "the only endpoint");
  const sender = new ScriptedSender(() => DELIVERED);
  await deliveriesOf(app)(sender);
  await addSecond(app);
  app.clock.advance({ seconds: 1 });
  await pay(app);
  assert.deepEqual(await states(), []);
  await deliveriesOf(app)(sender);
  assert.deepEqual(await states(), [
    [1, "delivered"],
    [2, "delivered"],
  ]);
});

test("pages go on behind the last event, even if it was deleted meanwhile, and show no row numbers", async (t) => {
  const app = await openHooked(t);
  const ids: string[] = [];
  for (let k = 0; k < 5; k++) {
    ids.unshift((await pay(app)).json().transaction_id);
    if (k > 1) app.clock.advance({ seconds: 1 });
  }
  const { owner } = app.database;
  const listed: (string | undefined)[] = [];
  let cursor: string | null = null;
  do {
    const page: EventPage = await list(app, { limit: "1", ...(cursor && { cursor }) });
    listed.push(...page.events.map(({ transaction_id }) => transaction_id));
    cursor = page.next_cursor;
    const rows = await owner.rows<{ id: string }>`select id from outbox`;
    assert.ok(rows.every(({ id }) => cursor !== id));
  } while (cursor);
  assert.deepEqual(listed, ids);
  const page = await list(app, { limit: "2" });
  await owner.rows`delete from outbox where transaction_id = ${ids[1]}`;
  const next = await list(app, { limit: "2", cursor: page.next_cursor ?? "" });
  assert.deepEqual(
    next.events.map(({ transaction_id }) => transaction_id),
    ids.slice(2, 4),
  );
});

test("an account sees and sends only its own events", async (t) => {
  const app = await openHooked(t);
  await pay(app);
  const [event] = (await list(app)).events;
  assert.deepEqual((await list(app, {}, OTHER_ACCOUNT)).events, []);
  const refused = await sendAgain(app, { event_id: event?.event_id ?? "" }, OTHER_ACCOUNT);
  assert.deepEqual([refused.error_code, refused.error_message], [31311, "event_id is not valid"]);
  const wrong = await list(app, {}, { ...ACCOUNT, api_accesskey: "2".repeat(32) });
  assert.equal(wrong.error_code, 20001);
});

test("an event is sent again with its id, to every endpoint or to one", async (t) => {
  const app = await openHooked(t);
  const drain = deliveriesOf(app);
  await pay(app);
  const sender = new ScriptedSender(() => DELIVERED);
  await drain(sender);
  await addSecond(app);
  const [event] = (await list(app)).events;
  const event_id = event?.event_id ?? "";
  const urls = () => sender.orders.splice(0).map(({ url, eventId }) => [url, eventId]);
  assert.deepEqual(urls(), [[HOOK, event_id]]);
  const both = await sendAgain(app, { event_id });
  assert.deepEqual([both.event_id, both.endpoints, both.error_code], [event_id, [1, 2], 0]);
  await drain(sender);
  assert.deepEqual(urls().sort(), [
    [SECOND, event_id],
    [HOOK, event_id],
  ]);
  for (const endpoint of ["2", "1", "2"]) {
    assert.deepEqual((await sendAgain(app, { event_id, endpoint })).endpoints, [Number(endpoint)]);
    await drain(sender);
    assert.deepEqual(urls(), [[endpoint === "1" ? HOOK : SECOND, event_id]]);
  }
  const acts = await app.database.owner.rows<{ actor_name: string; after: object }>`
    select actor_name, after from audit_entries where action = 'account.replay_webhook' order by id`;
  assert.deepEqual(acts[0], {
    actor_name: `API key of account ${BOOKS}`,
    after: { eventId: event_id, endpoints: [1, 2] },
  });
  assert.equal(acts.length, 4);
});

test("an event that nobody has tried yet is sent once, even if it is sent again meanwhile", async (t) => {
  const app = await openHooked(t);
  await addSecond(app);
  app.clock.advance({ seconds: 1 });
  await pay(app);
  const [event] = (await list(app)).events;
  await sendAgain(app, { event_id: event?.event_id ?? "", endpoint: "2" });
  const sender = new ScriptedSender(() => DELIVERED);
  await deliveriesOf(app)(sender);
  assert.deepEqual(sender.orders.map(({ url }) => url).sort(), [SECOND, HOOK]);
});

test("an endpoint that is removed, disabled or did not choose the event gets nothing", async (t) => {
  const app = await openHooked(t);
  await pay(app);
  const remove = await addSecond(app, ["transaction.settled"]);
  const [event] = (await list(app)).events;
  const event_id = event?.event_id ?? "";
  const refusal = async (fields: Form) => {
    const reply = await ask(app, { action: "SEND_EVENT", event_id, ...fields });
    return [reply.json().error_code, reply.headers["x-error-detail"]];
  };
  assert.deepEqual((await sendAgain(app, { event_id })).endpoints, [1]);
  assert.deepEqual(await refusal({ endpoint: "2" }), [
    31311,
    "endpoint must have this kind of event among its chosen events.",
  ]);
  await remove();
  const unknown = "endpoint must be the number of an enabled endpoint of this account.";
  assert.deepEqual(await refusal({ endpoint: "2" }), [31311, unknown]);
  await hook(app, { isOn: false });
  assert.deepEqual(await refusal({}), [31311, unknown]);
});

test("invalid input is refused with what is allowed", async (t) => {
  const app = await openShared(t, openHooked);
  for (const [fields, code, message, detail] of [
    [{ action: "SEND" }, 20002, "Invalid action", /action must be one of: LIST_EVENTS, SEND_EVENT/],
    [{ action: "LIST_EVENTS", limit: "101" }, 31311, "limit is not valid", /from 1 to 100/],
    [{ action: "LIST_EVENTS", limit: "0" }, 31311, "limit is not valid", /from 1 to 100/],
    [{ action: "LIST_EVENTS", since: "today" }, 31311, "since is not valid", /time with an offset/],
    [
      { action: "LIST_EVENTS", until: "-271821-04-20T00:00:00Z" },
      31311,
      "until is not valid",
      /time with an offset/,
    ],
    [{ action: "LIST_EVENTS", event: "x" }, 31311, "event is not valid", /transaction\.approved/],
    [{ action: "LIST_EVENTS", cursor: "x" }, 31311, "cursor is not valid", /next_cursor/],
    [{ action: "LIST_EVENTS", cursor: "1842" }, 31311, "cursor is not valid", /next_cursor/],
    [{ action: "LIST_EVENTS", event_id: "x" }, 31311, "event_id is not valid", /UUID/],
    [{ action: "LIST_EVENTS", endpoint: "1" }, 31311, "endpoint is not valid", /SEND_EVENT only/],
    [
      { action: "LIST_EVENTS", transaction_id: "x" },
      20007,
      "Invalid transaction_id",
      /transaction id of up to 12 digits/,
    ],
    [
      { action: "LIST_EVENTS", since: "2026-01-02T00:00:00Z", until: "2026-01-01T00:00:00Z" },
      31311,
      "until is not valid",
      /later than since/,
    ],
    [{ action: "SEND_EVENT" }, 31311, "event_id is required", /required/],
    [{ action: "SEND_EVENT", event_id: "x" }, 31311, "event_id is not valid", /UUID/],
    [
      { action: "SEND_EVENT", event_id: crypto.randomUUID(), endpoint: "6" },
      31311,
      "endpoint is not valid",
      /from 1 to 5/,
    ],
    [
      { action: "SEND_EVENT", event_id: crypto.randomUUID() },
      31311,
      "event_id is not valid",
      /id of an event of this account/,
    ],
  ] as const) {
    const reply = await ask(app, fields);
    const { error_code, error_message } = reply.json();
    assert.deepEqual([error_code, error_message], [code, message], JSON.stringify(fields));
    assert.match(String(reply.headers["x-error-detail"]), detail);
  }
});

test("the answer has the format of payments, with lists as JSON text in a form", async (t) => {
  const app = await openHooked(t);
  await pay(app);
  const fields = { ...ACCOUNT, action: "LIST_EVENTS" };
  const form = new URLSearchParams((await post(app.server, EVENTS_PATH, fields)).body);
  assert.deepEqual([form.get("error"), form.get("next_cursor")], ["0", ""]);
  const events: ListedEvent[] = JSON.parse(form.get("events") ?? "");
  assert.equal(events[0]?.event, "transaction.approved");
});

test("requests count against the rate limit of the account", async (t) => {
  const limits = { ...NO_LIMITS, callerPerSecond: 0.01, callerBurst: 2 };
  const app = await openTestApp(t, {}, limits);
  const codes = [(await list(app)).error_code, (await pay(app)).json().error_code];
  assert.deepEqual([...codes, (await list(app)).error_code], [0, 0, 50000]);
});

test("emails are not events", async (t) => {
  const app = await openHooked(t);
  await pay(app, { email: "grace@example.com", send_customer_receipt: "true" });
  const { events } = await list(app);
  assert.deepEqual(
    events.map(({ event }) => event),
    ["transaction.approved"],
  );
});
