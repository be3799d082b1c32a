/** Payments through HTTP with named card hosts. */
import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import type { IsoMessage } from "../../src/adapters/iso8583/codec/message-spec.ts";
import { NamedHosts } from "../../src/app/areas/card-hosts/named-hosts.ts";
import { openPayments } from "../../src/app/areas/payments.ts";
import { updateAccount } from "../../src/core/accounts/update-account.ts";
import { CardHostStore } from "../../src/core/card-hosts/card-host-store.ts";
import { lapseAuthorizations } from "../../src/core/payments/changes/lapse.ts";
import { reconcile } from "../../src/core/payments/recovery/reconcile.ts";
import type { CardHostConnection } from "../../src/ports/card-host-settings.ts";
import { ACCOUNT, CARD, openTestApp, post, type TestApp } from "../kit/app.ts";
import { openCardHost } from "../kit/card-host.ts";
import { NO_LIMITS } from "../kit/hooked-app.ts";
import { testHosts } from "../kit/hosts.ts";
import { IsoCardHost, type IsoCardHostRules, type IsoFault } from "../kit/iso-card-host.ts";
import { testConfig } from "../kit/test-config.ts";
import { until } from "../kit/until.ts";

const SALE = { ...ACCOUNT, ...CARD, transaction_type: "SALE", response_format: "JSON" };
/** Short where a reply is lost, and long where every order is answered. */
const [SHORT, LONG] = [{ processorTimeoutMs: 400 }, { processorTimeoutMs: 20_000 }];
/** For a new process whose host does not reply: enough to connect and to send. */
const DEAF = { processorTimeoutMs: 2_000 };
const NUMBERS = { cardMerchantId: "MERCHANT1", cardTerminalId: "TERM1", cardCategoryCode: "5812" };

async function addHost(app: TestApp, name: string, connection: CardHostConnection) {
  await new CardHostStore(app.database.owner).insertHost({ name, connection });
}

async function chooseHost(
  { database, custody, clock }: TestApp,
  cardProcessor: string,
  numbers: Partial<typeof NUMBERS> = {},
) {
  const needs = { db: database.owner, custody, clock, environment: "certification" } as const;
  const by = { actor: { kind: "system", name: "test" } } as const;
  const changes = { ...NUMBERS, ...numbers, cardProcessor };
  const outcome = await updateAccount(needs, ACCOUNT.account_id, { changes, by });
  assert.equal(outcome.kind, "updated");
}

async function openIso(t: TestContext, rules: IsoCardHostRules = {}) {
  const host = await IsoCardHost.open(t, rules);
  const app = await openTestApp(t, rules.fault === undefined ? LONG : SHORT, NO_LIMITS);
  await addHost(app, "switch", host.settings());
  await chooseHost(app, "switch");
  const pay = async (form: Record<string, string>) =>
    (await post(app.server, "/api/qsapi/3.8", { ...SALE, ...form })).json();
  return { host, app, pay };
}

function openSecondProcess({ database, custody, clock }: TestApp, patience = LONG) {
  const config = { ...testConfig(), ...patience };
  const hosts = testHosts(config);
  const payments = openPayments({ db: database.payments, custody, clock, config, hosts });
  return { payments, close: () => hosts.close() };
}

/** Runs the job as another process would, after the lease has expired. */
async function askAgain(app: TestApp, patience = LONG): Promise<void> {
  app.clock.advance({ hours: 2 });
  const { payments, close } = openSecondProcess(app, patience);
  await reconcile(payments, (error) => {
    throw error;
  });
  await close();
}

async function statusOf({ server }: TestApp, transaction_id: string) {
  const question = { ...ACCOUNT, action: "GET_TRANSACTION_STATUS", transaction_id };
  return (await post(server, "/api/tsapi/3.8", { ...question, response_format: "JSON" })).json();
}

const UNHEARD = { log: { warn: () => {} }, metrics: { countCardHostCall: () => {} } };

const types = (host: IsoCardHost) => host.received.map(({ type }) => type);

for (const dialect of ["1987", "1993"] as const) {
  test(`ISO 8583:${dialect}: sale, authorization, capture, refund and reversal`, async (t) => {
    const { host, pay } = await openIso(t, { dialect });
    const sold = await pay({ transaction_amount: "12.34" });
    assert.deepEqual([sold.transaction_approved, sold.authorization_code], [true, "A1B2C3"]);
    const wish = { transaction_type: "AUTHORIZATION", transaction_amount: "20.00" };
    const held = await pay(wish);
    const token_id = held.transaction_id;
    const taken = { transaction_type: "CAPTURE", transaction_amount: "20.00", token_id };
    assert.equal((await pay(taken)).transaction_approved, true);
    const refund = { transaction_type: "REFUND", transaction_amount: "5.00", token_id };
    assert.equal((await pay(refund)).transaction_approved, true);
    const undo = { transaction_type: "REVERSAL", token_id: sold.transaction_id };
    assert.equal((await pay(undo)).transaction_approved, true);
    const first = dialect === "1987" ? "0" : "1";
    assert.deepEqual(
      types(host),
      ["200", "100", "220", "200", "400"].map((rest) => first + rest),
    );
  });
}

test("the merchant's numbers go to the host, and each order has its own trace number", async (t) => {
  const { host, pay } = await openIso(t);
  for (const amount of ["1.00", "2.00"]) await pay({ transaction_amount: amount });
  const [first, second] = host.received;
  assert.deepEqual(
    [18, 41, 42].map((field) => String(first?.fields.get(field)).trim()),
    ["5812", "TERM1", "MERCHANT1"],
  );
  const numbers = [first, second].map((message) => Number(message?.fields.get(11)));
  assert.equal(numbers[1], (numbers[0] ?? 0) + 1);
});

test("a swiped card reaches the host as track 2", async (t) => {
  const { host, pay } = await openIso(t);
  const { card_number: _number, card_expiration: _expiration, ...swipe } = CARD;
  const track = "4111111111111111=30121010000000000";
  const amount = { transaction_amount: "10.00" };
  const answer = await pay({ ...swipe, ...amount, card_number: "", card_tracks: `;${track}?` });
  assert.equal(answer.transaction_approved, true, JSON.stringify(answer));
  assert.equal(host.received[0]?.fields.get(35), track);
  assert.equal(host.received[0]?.fields.get(2), undefined);
});

/** The reply to an order is lost as said. Everything else is answered. */
function loseOrders(kind: IsoFault["kind"]): IsoCardHostRules {
  const fault = ({ type }: { readonly type: string }) =>
    ({ kind: type === "0200" ? kind : "answer" }) as IsoFault;
  return { fault };
}

for (const kind of ["drop", "lose", "cut"] as const) {
  test(`a sale without a reply (${kind}) is unknown, and another process reverses it`, async (t) => {
    const { host, app, pay } = await openIso(t, loseOrders(kind));
    const { error_code } = await pay({ transaction_amount: "10.00" });
    assert.equal(error_code, 50_000);
    const [open] = await app.database.owner.rows<{ id: string }>`
      select transaction_id as id from open_attempts`;
    assert.ok(open);
    assert.equal((await statusOf(app, open.id)).authorization_message, "IN PROGRESS");
    await askAgain(app);
    const status = await statusOf(app, open.id);
    assert.deepEqual([status.found, status.transaction_approved], [true, false]);
    assert.equal(host.charged().length, 0, "nothing stays charged");
    assert.equal(types(host).at(-1), "0420");
  });
}

test("a reversal that is not acknowledged is repeated as 0421 until it is", async (t) => {
  let isDeaf = true;
  const fault = () => ({ kind: isDeaf ? "lose" : "answer" }) as IsoFault;
  const { host, app, pay } = await openIso(t, { fault });
  await pay({ transaction_amount: "10.00" });
  await askAgain(app, DEAF);
  await askAgain(app, DEAF);
  isDeaf = false;
  await askAgain(app);
  assert.deepEqual(types(host), ["0200", "0420", "0421", "0421"]);
  assert.deepEqual(await app.database.owner.rows`select from open_attempts`, []);
});

test("a capture and a refund go to the host of their payment, also after the account moved", async (t) => {
  const { host, app, pay } = await openIso(t);
  const wish = { transaction_type: "AUTHORIZATION", transaction_amount: "20.00" };
  const held = await pay(wish);
  const bridge = await openCardHost(t);
  await addHost(app, "bridge", { kind: "json", url: bridge.url });
  await chooseHost(app, "bridge", { cardMerchantId: "MERCHANT2", cardTerminalId: "TERM2" });
  let sold = "";
  // The change takes effect within a second.
  await until(async () => {
    sold = (await pay({ transaction_amount: "3.00" })).transaction_id;
    return bridge.asked("orders").length === 1;
  });
  const taken = { transaction_type: "CAPTURE", transaction_amount: "20.00" };
  assert.equal((await pay({ ...taken, token_id: held.transaction_id })).transaction_approved, true);
  const capture = host.received.at(-1);
  assert.deepEqual(
    [capture?.type, ...[41, 42].map((field) => String(capture?.fields.get(field)).trim())],
    ["0220", "TERM1", "MERCHANT1"],
    "with the numbers that the merchant has at that host",
  );
  const refund = { transaction_type: "REFUND", transaction_amount: "1.00" };
  const refunded = await pay({ ...refund, token_id: sold });
  assert.equal(refunded.transaction_approved, true, JSON.stringify(refunded));
  assert.deepEqual(
    bridge.asked("orders").map(({ transaction_type }) => transaction_type),
    ["SALE", "REFUND"],
  );
});

test("an expired authorization is released at the host, with the merchant's numbers", async (t) => {
  const { host, app, pay } = await openIso(t);
  await pay({ transaction_type: "AUTHORIZATION", transaction_amount: "20.00" });
  app.clock.advance({ hours: 24 * 40 });
  const needs = openSecondProcess(app);
  await lapseAuthorizations(needs.payments, app.clock.business());
  await needs.close();
  const released = host.received.at(-1);
  assert.deepEqual(
    [released?.type, ...[41, 42].map((field) => String(released?.fields.get(field)).trim())],
    ["0400", "TERM1", "MERCHANT1"],
  );
  assert.deepEqual(host.charged(), []);
});

for (const dialect of ["1987", "1993"] as const) {
  test(`ISO 8583:${dialect}: the reversal of a refund has its processing code and its card`, async (t) => {
    const { host, pay } = await openIso(t, { dialect });
    const sold = await pay({ transaction_amount: "20.00" });
    const refund = { transaction_type: "REFUND", transaction_amount: "5.00" };
    const refunded = await pay({ ...refund, token_id: sold.transaction_id });
    const undone = { transaction_type: "REVERSAL", token_id: refunded.transaction_id };
    assert.equal((await pay(undone)).transaction_approved, true);
    const { fields } = host.received.at(-1) ?? {};
    assert.deepEqual([fields?.get(3), fields?.get(2)], ["200000", CARD.card_number]);
  });
}

test("an approval that arrives after the payment was reversed is reversed, across restarts", async (t) => {
  const { host, app, pay } = await openIso(t, {
    fault: ({ type }) => ({ kind: type === "0200" ? "lose" : "answer" }),
  });
  await pay({ transaction_amount: "10.00" });
  const [asked] = host.received;
  assert.ok(asked);
  const [first] = host.wire.callers;
  await askAgain(app);
  assert.deepEqual(types(host), ["0200", "0420"]);
  first?.send({ type: "0210", fields: new Map(asked.fields).set(39, "00").set(38, "A1B2C3") });
  const owed = () => app.database.owner.rows`select from open_attempts where state = 'reversing'`;
  await until(async () => (await owed()).length === 1);
  await askAgain(app);
  assert.deepEqual(await owed(), []);
  assert.match(types(host).at(-1) ?? "", /^042/);
});

test("an account whose host is missing gets NOT SENT", async (t) => {
  const { app, pay } = await openIso(t);
  await new CardHostStore(app.database.owner).markRemoved("switch");
  const { error_code, transaction_id } = await pay({ transaction_amount: "10.00" });
  assert.equal(error_code, 50_000);
  assert.equal((await statusOf(app, transaction_id)).authorization_message, "NOT SENT");
});

/** Field 48 of a message, by tag. */
function privateTexts({ fields }: IsoMessage | undefined = NO_MESSAGE): Record<string, string> {
  const values = (fields.get(48) ?? new Map()) as ReadonlyMap<string, Uint8Array>;
  return Object.fromEntries(
    Array.from(values, ([tag, value]) => [tag, String(Buffer.from(value))]),
  );
}
const NO_MESSAGE: IsoMessage = { type: "", fields: new Map() };

for (const dialect of ["1987", "1993"] as const) {
  test(`ISO 8583:${dialect}: a repeated capture has the tip and the tax of the first`, async (t) => {
    let losses = 1;
    const isCapture = ({ type }: IsoMessage) => type.slice(1, 3) === "22";
    const fault = (request: IsoMessage): IsoFault => ({
      kind: isCapture(request) && losses-- > 0 ? "lose" : "answer",
    });
    const { host, app, pay } = await openIso(t, { dialect, fault });
    const wish = { transaction_type: "AUTHORIZATION", transaction_amount: "20.00" };
    const { transaction_id: token_id } = await pay({ ...wish, level2_tax: "1.20" });
    const taken = { transaction_type: "CAPTURE", transaction_amount: "20.00", token_id };
    assert.equal((await pay({ ...taken, restaurant_gratuity: "2.00" })).error_code, 50_000);
    await askAgain(app);
    const captures = host.received.filter(isCapture).map((one) => privateTexts(one));
    const sent = { TX: "000000000120", TP: "000000000200" };
    assert.deepEqual(captures, [sent, sent]);
    assert.equal((await statusOf(app, token_id)).authorization_message, "CAPTURED");
  });
}

test("a host whose kind only a later release knows does not keep others from being used", async (t) => {
  const host = await IsoCardHost.open(t);
  const app = await openTestApp(t, LONG, NO_LIMITS);
  const { owner } = app.database;
  await owner.rows`alter table card_hosts drop constraint card_hosts_kind_check`;
  await owner.rows`insert into card_hosts (name, kind, settings) values ('ahead', 'xml', '{}')`;
  await addHost(app, "switch", host.settings());
  await chooseHost(app, "switch");
  const sale = { ...SALE, transaction_amount: "1.00" };
  const sold = (await post(app.server, "/api/qsapi/3.8", sale)).json();
  assert.equal(sold.transaction_approved, true, JSON.stringify(sold));
  const hosts = new NamedHosts({ config: { ...testConfig(), ...LONG }, ...UNHEARD });
  t.after(() => hosts.close());
  await hosts.watch(owner);
  assert.deepEqual(
    hosts.states().map(({ name, problem }) => [name, problem]),
    [
      ["ahead", "Card host ahead has the kind xml, which this release does not know."],
      ["switch", undefined],
    ],
  );
});
