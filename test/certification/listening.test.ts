/** Pointing the webhook of an account to a listener: what is put back, and who may take it. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { beginListening, endListening } from "../../src/core/accounts/listen-webhook.ts";
import { setWebhook } from "../../src/core/accounts/set-webhook.ts";
import { EndpointStore, firstEndpoint } from "../../src/core/outbox/endpoint-store.ts";
import { StandingClock } from "../kit/clock.ts";
import { openTestCustody } from "../kit/custody.ts";
import { openSeededDatabase } from "../kit/database.ts";
import { type Lifetime, openShared } from "../kit/shared.ts";

const OWN_URL = "https://shop.test/hook?a=1&b=2";
const by = { actor: { kind: "command_line", name: "ada" } } as const;

async function openStores(t: Lifetime) {
  const database = await openSeededDatabase(t);
  const custody = await openTestCustody(database.app);
  database.beforeDrop(async () => custody.close());
  return { database, custody };
}

let accounts = 0;

/** An account that only this test has. */
async function openListening(t: Lifetime) {
  const { database, custody } = await openShared(t, openStores);
  const account = String(7_000 + ++accounts);
  await database.owner.rows`
    insert into accounts (id, name, time_zone) values (${account}, 'A shop', 'UTC')`;
  const clock = new StandingClock();
  const needs = { db: database.owner, custody, clock, environment: "certification" } as const;
  const begin = async (wish: { takesOver?: boolean; isAlive?: boolean; port?: number } = {}) => {
    const { takesOver = false, isAlive = false, port = 40_001 } = wish;
    const listen = { port, takesOver, events: null, isAlive: async () => isAlive };
    return beginListening(needs, account, { wish: listen, by });
  };
  const begun = async (wish: Parameters<typeof begin>[0] = {}) => {
    const outcome = await begin(wish);
    assert.ok(outcome.kind === "listening", outcome.kind);
    return outcome;
  };
  const end = (url: string) => endListening(needs, account, { url, by });
  const stored = async () => {
    const found = await new EndpointStore(database.owner).findEndpoint(firstEndpoint(account));
    return found && { url: found.url, isOn: found.isOn, events: found.events };
  };
  const own = (wish: Parameters<typeof setWebhook>[2]["wish"]) =>
    setWebhook(needs, account, { wish: { url: OWN_URL, ...wish }, by });
  return { database, account, begin, begun, end, stored, own };
}

test("an account without a webhook has none again at the end, and both are audited", async (t) => {
  const { database, account, begun, end, stored } = await openListening(t);
  const { url } = await begun();
  assert.equal(url, "http://127.0.0.1:40001/sixdoors-listen");
  assert.deepEqual(await stored(), { url, isOn: true, events: undefined });
  assert.equal(await end(url), true);
  assert.equal(await stored(), undefined);
  const acts = await database.owner.rows<{ action: string }>`
    select action from audit_entries
    where action like 'account.%' and subject_id = ${account} order by id`;
  assert.deepEqual(
    acts.map(({ action }) => action),
    ["account.set_webhook", "account.remove_webhook"],
  );
});

test("the signing secret of an account without a webhook is the same at every start", async (t) => {
  const { begun, end } = await openListening(t);
  const first = await begun();
  await end(first.url);
  const second = await begun({ port: 40_002 });
  assert.match(first.secret.reveal(), /^whsec_[\w+/]{43}=$/);
  assert.equal(second.secret.reveal(), first.secret.reveal());
});

test("an own URL is replaced only on request, and put back with its events and secret", async (t) => {
  const { begin, begun, end, stored, own } = await openListening(t);
  const saved = await own({ isOn: false, events: ["transaction.settled"] });
  const before = await stored();
  assert.deepEqual(await begin(), { kind: "own_url", url: OWN_URL });
  const { url, secret } = await begun({ takesOver: true });
  assert.deepEqual(await stored(), { url, isOn: true, events: undefined });
  assert.ok(saved.kind === "saved");
  assert.equal(secret.reveal(), saved.secret?.reveal());
  await end(url);
  assert.deepEqual(await stored(), before);
});

test("after a killed listener, the next one takes its place and puts the own URL back", async (t) => {
  const { begin, begun, end, stored, own } = await openListening(t);
  await own({});
  await begun({ takesOver: true });
  assert.deepEqual(await begin({ isAlive: true }), { kind: "other_listener" });
  const { url, former } = await begun({ port: 40_002 });
  assert.equal(former?.url, OWN_URL);
  await end(url);
  assert.deepEqual(await stored(), { url: OWN_URL, isOn: true, events: undefined });
});

test("a webhook that somebody changed meanwhile stays as it is", async (t) => {
  const { begun, end, stored, own } = await openListening(t);
  const { url } = await begun();
  await own({});
  assert.equal(await end(url), false);
  assert.equal((await stored())?.url, OWN_URL);
});
