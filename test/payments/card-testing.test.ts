/** Card testing is slowed down, through HTTP, without affecting others. */
import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { ACCOUNT, CARD, OTHER_ACCOUNT, openTestApp, post, type TestApp } from "../kit/app.ts";

const NO_LIMITS = { callerPerSecond: 0, addressPerSecond: 0 };
const LIMIT = 5;
const SALE = { ...ACCOUNT, ...CARD, transaction_type: "SALE", transaction_amount: "1.00" };
const THIEF = { ip_address: "203.0.113.7" };
const DECLINED = { transaction_amount: "1.05" };
const HELD_BACK = {
  error: true,
  error_code: 50000,
  error_message: "TEMPORARY ERROR, ASK FOR THE STATUS",
  error_msg: "TEMPORARY ERROR, ASK FOR THE STATUS",
};

/** Test numbers as card brands and processors publish them. */
const PUBLISHED = [
  "4111111111111111",
  "4012888888881881",
  "4242424242424242",
  "5555555555554444",
  "5105105105105100",
  "378282246310005",
  "371449635398431",
  "6011111111111117",
  "6011000990139424",
  "3530111333300000",
];

type Form = Record<string, string>;

async function pay({ server }: TestApp, changes: Form = {}, headers: Form = {}, from?: string) {
  const type = { "content-type": "application/x-www-form-urlencoded" };
  const reply = await server.inject({
    method: "POST",
    url: "/api/qsapi/3.8",
    headers: { ...type, ...headers },
    payload: new URLSearchParams({ ...SALE, response_format: "JSON", ...changes }).toString(),
    ...(from === undefined ? {} : { remoteAddress: from }),
  });
  assert.equal(reply.statusCode, 200);
  return reply.json();
}

async function fetchId({ server }: TestApp): Promise<string> {
  const form = { ...ACCOUNT, action: "GET_TRANSACTION_ID", response_format: "JSON" };
  return (await post(server, "/api/tsapi/3.8", form)).json().transaction_id;
}

async function payMany(app: TestApp, count: number, form: (n: number) => Form) {
  const codes: number[] = [];
  for (let n = 0; n < count; n++) codes.push((await pay(app, form(n))).error_code);
  return { asked: codes.filter((code) => code !== 50000).length, codes };
}

/** Everything that a payment could have stored, including the card host's orders. */
async function tracesOf({ database }: TestApp) {
  const [row] = await database.owner.rows`
    select (select count(*) from transactions) as transactions,
      (select count(*) from attempts) as attempts,
      (select count(*) from open_attempts) as open_attempts,
      (select count(*) from idempotency_keys) as keys,
      (select count(*) from issued_ids) as ids,
      (select count(*) from vault) as cards,
      (select count(*) from outbox) as events,
      (select count(*) from simulator.card_orders) as orders`;
  return row;
}

async function openWatched(t: TestContext, limit = LIMIT) {
  const lines: string[] = [];
  const destination = { terminal: false, write: (line: string) => void lines.push(line) };
  const settings = { cardTestingDeclines: limit, logLevel: "warn" } as const;
  const app = await openTestApp(t, settings, { ...NO_LIMITS, destination });
  await app.database.owner.rows`
    insert into webhook_endpoints (account_id, url, origin, is_on, secret_sealed, updated_at)
    values (${ACCOUNT.account_id}, 'https://shop.test/', 'https://shop.test', true, '', now())`;
  const warnings = () => lines.map((line) => JSON.parse(line));
  return { app, lines, warnings };
}

/** The declines that make an address suspect, and the one payment that still passes. */
async function becomeSuspect(app: TestApp): Promise<void> {
  const { asked } = await payMany(app, LIMIT, () => ({ ...THIEF, ...DECLINED }));
  assert.equal(asked, LIMIT);
  assert.equal((await pay(app, THIEF)).error_code, 0);
}

test("a suspect address gets one small payment every ten seconds, and all again after ten minutes", async (t) => {
  const { app } = await openWatched(t);
  await becomeSuspect(app);
  for (let tens = 0; tens < 3; tens++) {
    const before = await tracesOf(app);
    assert.deepEqual(await pay(app, THIEF), HELD_BACK);
    assert.deepEqual(await pay(app, { ...THIEF, ...DECLINED }), HELD_BACK);
    assert.deepEqual(await tracesOf(app), before, "nothing is written, and nobody is asked");
    app.clock.advance({ seconds: 10 });
    assert.equal((await pay(app, THIEF)).error_code, 0);
  }
  app.clock.advance({ minutes: 10 });
  assert.equal((await payMany(app, 10, () => THIEF)).asked, 10);
});

test("others are not slowed down, nor the suspect's larger payments, stored cards and refunds", async (t) => {
  const { app } = await openWatched(t);
  const sale = await pay(app, THIEF);
  await becomeSuspect(app);
  assert.deepEqual(await pay(app, THIEF), HELD_BACK);
  for (const form of [
    { ip_address: "203.0.113.8" },
    { ip_address: "" },
    { ...OTHER_ACCOUNT, ...THIEF },
    { ...THIEF, transaction_amount: "10.01" },
    { ...THIEF, transaction_type: "STORE", transaction_amount: "0.00" },
    { ...THIEF, transaction_type: "REFUND", token_id: sale.transaction_id },
  ]) {
    assert.equal((await pay(app, form)).error_code, 0, JSON.stringify(form));
  }
  assert.deepEqual(await pay(app, { ...THIEF, transaction_amount: "10.00" }), HELD_BACK);
});

test("ids and keys of rate-limited payments can be used afterwards", async (t) => {
  const { app } = await openWatched(t);
  await becomeSuspect(app);
  const transaction_id = await fetchId(app);
  const key = { "idempotency-key": "order 7" };
  assert.deepEqual(await pay(app, { ...THIEF, transaction_id }), HELD_BACK);
  assert.deepEqual(await pay(app, THIEF, key), HELD_BACK);
  app.clock.advance({ minutes: 10 });
  const byId = await pay(app, { ...THIEF, transaction_id });
  assert.deepEqual([byId.transaction_id, byId.transaction_approved], [transaction_id, true]);
  assert.equal((await pay(app, THIEF, key)).transaction_approved, true);
});

test("payments by token count as well", async (t) => {
  const { app } = await openWatched(t);
  const store = { transaction_type: "STORE", transaction_amount: "0.00" };
  const { transaction_id: token_id } = await pay(app, { ...THIEF, ...store });
  const byToken = { ...THIEF, card_number: "", reissue: "1", token_id };
  const declines = await payMany(app, LIMIT, () => ({ ...byToken, ...DECLINED }));
  assert.deepEqual(new Set(declines.codes), new Set([30002]));
  await pay(app, byToken);
  assert.deepEqual(await pay(app, byToken), HELD_BACK);
});

test("a merchant that sends no customer addresses is slowed down only if most payments are declined", async (t) => {
  const { app, warnings } = await openWatched(t);
  const big = await payMany(app, 60, (n) => (n % 5 < 2 ? DECLINED : {}));
  assert.equal(big.asked, 60);
  assert.deepEqual(warnings(), []);
  const from = "2001:db8:0:7::1";
  for (let n = 0; n < LIMIT; n++) await pay(app, DECLINED, {}, from);
  const later = [await pay(app, {}, {}, from), await pay(app, {}, {}, "2001:db8:0:7::2")];
  assert.deepEqual([later[0].error_code, later[1]], [0, HELD_BACK], "its network is one address");
  assert.equal((await pay(app)).error_code, 0, "another server of the same account");
});

test("many declined cards from many addresses slow down the whole account", async (t) => {
  const { app, warnings } = await openWatched(t, 2);
  const trying = (n: number, card_number: string) => ({
    ...DECLINED,
    ip_address: `198.51.100.${n}`,
    card_number,
  });
  const cardOf = (n: number) => PUBLISHED[n] ?? CARD.card_number;
  const few = await payMany(app, 50, (n) => trying(n, cardOf(n % 9)));
  assert.equal(few.asked, 50, "nine cards are not many");
  await pay(app, trying(100, cardOf(9)));
  const later = await payMany(app, 10, (n) => trying(200 + n, cardOf(n)));
  assert.equal(later.asked, 1);
  assert.equal((await pay(app, OTHER_ACCOUNT)).error_code, 0);
  const [{ accountId, network, level }, ...more] = warnings();
  assert.deepEqual([accountId, network, level], [ACCOUNT.account_id, undefined, "warn"]);
  assert.deepEqual(more, []);
});

test("the log names a suspect once, without a card", async (t) => {
  const { app, lines, warnings } = await openWatched(t);
  await becomeSuspect(app);
  for (let n = 0; n < 20; n++) await pay(app, { ...THIEF, ...DECLINED });
  assert.deepEqual(
    warnings().map(({ accountId, network }) => [accountId, network]),
    [[ACCOUNT.account_id, THIEF.ip_address]],
  );
  assert.doesNotMatch(lines.join(), /411111|1111"/);
});

test("certification slows nobody down unless a setting asks for it", async (t) => {
  const app = await openTestApp(t, {}, NO_LIMITS);
  const all = await payMany(app, 30, () => ({ ...THIEF, ...DECLINED }));
  assert.deepEqual(new Set(all.codes), new Set([30002]));
});
