/** An account has up to five webhook endpoints: added, changed, removed, and audited. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { showOnce } from "../../src/core/access/show-once.ts";
import {
  rotateWebhookSecret,
  setWebhook,
  type WebhookChange,
} from "../../src/core/accounts/set-webhook.ts";
import { showAccount } from "../../src/core/accounts/show-account.ts";
import { addWebhook, removeWebhook } from "../../src/core/accounts/webhook-endpoints.ts";
import { AuditEntryStore } from "../../src/core/audit/audit-entry-store.ts";
import { openEndpointSecret } from "../../src/core/outbox/endpoint.ts";
import { EndpointStore } from "../../src/core/outbox/endpoint-store.ts";
import { OutboxStore } from "../../src/core/outbox/outbox-store.ts";
import { openUnlimitedApp } from "../kit/hooked-app.ts";
import { REFUSED, ScriptedSender, TestOutbox } from "../kit/outbox.ts";
import { type Lifetime, openShared } from "../kit/shared.ts";

const BY = { actor: { kind: "operator", id: "7", name: "Olga" } } as const;
const OTHER = "120000000002";

let accounts = 0;

/** The endpoints of an account that only this test has. */
async function openEndpoints(t: Lifetime, opened = openShared(t, openUnlimitedApp)) {
  const app = await opened;
  const accountId = String(7_000 + ++accounts);
  await app.database.owner.rows`
    insert into accounts (id, name, time_zone) values (${accountId}, 'A shop', 'UTC')`;
  const { database, custody, clock } = app;
  const needs = { db: database.app, custody, clock, environment: "certification" } as const;
  const endpoints = new EndpointStore(database.owner);
  return {
    ...app,
    accountId,
    add: (url: string, wish: WebhookChange = {}, id = accountId) =>
      addWebhook(needs, id, { wish: { url, ...wish }, by: BY }),
    set: (endpoint: number, wish: WebhookChange) =>
      setWebhook(needs, accountId, { endpoint, wish, by: BY }),
    remove: (endpoint: number) => removeWebhook(needs, accountId, { endpoint, by: BY }),
    rotate: (endpoint: number) => rotateWebhookSecret(needs, accountId, { endpoint, by: BY }),
    secret: async (number: number) => {
      const secret = await openEndpointSecret(
        { endpoints, custody },
        { accountId: accountId, number },
      );
      return secret && showOnce(secret);
    },
    list: async () =>
      ((await showAccount(needs, accountId))?.webhooks ?? []).map(({ number, url }) => [
        number,
        url,
      ]),
    acts: async () => {
      const entries = new AuditEntryStore(database.owner);
      const all = await entries.listEntries({ subjectId: accountId, take: 100 });
      return all.filter(({ action }) => action.startsWith("account.")).reverse();
    },
  };
}

test("an account has at most five endpoints, each with the lowest free number", async (t) => {
  const { add, remove, list } = await openEndpoints(t);
  for (const number of [1, 2, 3, 4, 5]) {
    const added = await add(`http://shop.test/${number}`);
    assert.ok(added.kind === "saved" && added.secret !== undefined);
    assert.equal(added.number, number);
  }
  assert.deepEqual(await add("http://shop.test/6"), { kind: "too_many_webhooks" });
  assert.equal((await add("http://shop.test/6", {}, OTHER)).kind, "saved", "of another account");
  assert.deepEqual(await remove(3), { kind: "removed" });
  assert.deepEqual(await remove(3), { kind: "no_webhook" });
  const again = await add("http://shop.test/6");
  assert.equal(again.kind === "saved" && again.number, 3);
  assert.deepEqual(
    (await list()).map(([number]) => number),
    [1, 2, 3, 4, 5],
  );
});

test("two callers at once cannot add more endpoints than allowed", async (t) => {
  const { add, list } = await openEndpoints(t);
  for (let k = 0; k < 4; k++) await add(`http://shop.test/${k}`);
  const adding = ["a", "b"].map((name) => add(`http://shop.test/${name}`));
  const kinds = (await Promise.all(adding)).map(({ kind }) => kind);
  assert.deepEqual(kinds.sort(), ["saved", "too_many_webhooks"]);
  assert.equal((await list()).length, 5);
});

test("endpoints have secrets of their own, and a rotation overlaps for one endpoint only", async (t) => {
  const { add, rotate, secret, database, custody, clock, accountId } = await openEndpoints(
    t,
    openUnlimitedApp(t),
  );
  for (const url of ["http://one.test/", "http://two.test/"]) await add(url);
  const [one, two] = [await secret(1), await secret(2)];
  assert.notEqual(one, two);
  assert.deepEqual(await rotate(4), { kind: "no_webhook" });
  const rotated = await rotate(2);
  assert.ok(rotated.kind === "rotated");
  assert.equal(await secret(2), showOnce(rotated.secret));
  assert.equal(await secret(1), one);
  const outbox = new TestOutbox(database, custody, clock);
  await outbox.write({ accountId: accountId });
  const sender = new ScriptedSender(() => REFUSED);
  await outbox.drain(outbox.dispatcher(sender));
  const counts = sender.orders.map(({ url, secrets }) => [url, secrets.length]).sort();
  assert.deepEqual(counts, [
    ["http://one.test/", 1],
    ["http://two.test/", 2],
  ]);
});

test("a further endpoint is changed, and every act is audited with its number", async (t) => {
  const { add, set, remove, rotate, list, acts } = await openEndpoints(t);
  assert.deepEqual(await set(2, { url: "http://two.test/" }), { kind: "no_webhook" });
  await add("http://one.test/");
  await add("http://two.test/", { events: ["transaction.settled"] });
  const saved = await set(2, { isOn: false });
  assert.equal(saved.kind === "saved" && saved.secret, undefined);
  await rotate(2);
  await remove(2);
  assert.deepEqual(await list(), [[1, "http://one.test/"]]);
  const two = { endpoint: 2, url: "http://two.test/", isOn: true, events: ["transaction.settled"] };
  assert.deepEqual(
    (await acts()).map(({ action, before, after }) => [action, before, after]),
    [
      ["account.set_webhook", null, { url: "http://one.test/", isOn: true }],
      ["account.set_webhook", null, two],
      ["account.set_webhook", two, { ...two, isOn: false }],
      ["account.rotate_webhook_secret", null, { endpoint: 2 }],
      ["account.remove_webhook", { ...two, isOn: false }, null],
    ],
  );
});

test("what waits for a removed endpoint fails, and is not sent to a later one", async (t) => {
  const { add, remove, database, custody, clock, accountId } = await openEndpoints(
    t,
    openUnlimitedApp(t),
  );
  for (const url of ["http://one.test/", "http://two.test/"]) await add(url);
  const outbox = new TestOutbox(database, custody, clock);
  await outbox.write({ accountId: accountId });
  const sender = new ScriptedSender(() => REFUSED);
  const dispatcher = outbox.dispatcher(sender);
  await outbox.drain(dispatcher);
  await remove(2);
  await add("http://three.test/");
  clock.advance({ minutes: 1 });
  await outbox.drain(dispatcher);
  assert.ok(!sender.orders.some(({ url }) => url === "http://three.test/"));
  const rows = await new OutboxStore(database.owner).listEvents(accountId, { endpoint: 2 });
  assert.deepEqual(
    rows.map(({ failureReason }) => failureReason),
    ["no_endpoint"],
  );
});
