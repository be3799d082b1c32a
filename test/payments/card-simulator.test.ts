/** The simulated card host, through its port. */
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { type TestContext, test } from "node:test";
import pg from "pg";
import { CardSimulator } from "../../src/adapters/card-simulator.ts";
import { Database } from "../../src/db/database.ts";
import type { CardOrder, ProcessorAnswer } from "../../src/ports/processor.ts";
import type { Cents } from "../../src/values/money.ts";
import { Secret } from "../../src/values/secret.ts";
import { openDatabase, type TestDatabase } from "../kit/database.ts";
import { openShared } from "../kit/shared.ts";
import { untilSomebodyWaits } from "../kit/waits.ts";

const CARD = "4111111111111111";
const VERIFICATION = "7319";

type Changes = Partial<Omit<CardOrder, "amount">> & { amount?: number };

function anOrder(changes: Changes = {}): CardOrder {
  return {
    reference: randomUUID(),
    accountId: "120",
    transactionId: "323000000001",
    transactionType: "SALE",
    currency: "USD",
    card: {
      number: new Secret(CARD),
      expiration: "1230",
      verification: new Secret(VERIFICATION),
    },
    original: undefined,
    authorizationCode: undefined,
    allowsPartial: false,
    entryMode: "KEYED",
    streetAddress: "1 Main St",
    zip: "12345",
    ...changes,
    amount: (changes.amount ?? 1_000) as Cents,
  };
}

function approvalOf(order: CardOrder) {
  return {
    kind: "approved",
    message: "APPROVED",
    authorizationCode: order.reference.slice(-6).toUpperCase(),
    amount: order.amount,
    avsResponse: "Y",
    cvvResponse: "M",
  };
}

interface KeptOrder {
  readonly reference: string;
  readonly account_id: string;
  readonly transaction_id: string;
  readonly transaction_type: string;
  readonly amount_cents: number;
  readonly answer: ProcessorAnswer | { readonly kind: "never_arrived" };
  readonly reversed_at: Temporal.Instant | null;
}

async function keptOf(
  { owner }: TestDatabase,
  ...orders: readonly Pick<CardOrder, "reference">[]
): Promise<KeptOrder[]> {
  return owner.rows<KeptOrder>`
    select reference, account_id, transaction_id, transaction_type, amount_cents, answer,
      reversed_at
    from simulator.card_orders
    where reference = any (${orders.map(({ reference }) => reference)})`;
}

async function open(t: TestContext) {
  const database = await openShared(t, openDatabase);
  return { database, host: new CardSimulator(database.payments) };
}

/** A database that runs each statement and changes the answer as the test says. */
function lineOf(database: TestDatabase, after: (sent: number) => void): Database {
  const pool = new pg.Pool({ connectionString: database.url, max: 4 });
  // A connection that closes with the database emits an error, which must be handled.
  pool.on("error", () => {});
  database.beforeDrop(() => pool.end());
  let sent = 0;
  const query = async (config: pg.QueryConfig) => {
    const result = await pool.query(config);
    after(++sent);
    return result;
  };
  return new Database({ query: query as pg.Pool["query"] });
}

function brokenLine(error: Error): Database {
  return new Database({ query: (() => Promise.reject(error)) as pg.Pool["query"] });
}

test("an approval is answered, found by an inquiry, and stored without the card", async (t) => {
  const { database, host } = await open(t);
  const order = anOrder();
  assert.deepEqual(await host.submit(order), approvalOf(order));
  assert.deepEqual(await host.resolve(order), approvalOf(order));
  assert.deepEqual(await keptOf(database, order), [
    {
      reference: order.reference,
      account_id: "120",
      transaction_id: "323000000001",
      transaction_type: "SALE",
      amount_cents: 1_000,
      answer: approvalOf(order),
      reversed_at: null,
    },
  ]);
  const [row] = await database.owner.rows<{ text: string }>`
    select kept::text as text from simulator.card_orders kept
    where reference = ${order.reference}`;
  assert.doesNotMatch(row?.text ?? CARD, new RegExp(`${CARD}|${VERIFICATION}|Main St`));
});

for (const [amount, what, answer, found] of [
  [105, "it is declined", "declined", "declined"],
  [190, "no answer, and the look-up says approved", "unknown", "approved"],
  [191, "no answer, and the look-up says it never arrived", "unknown", "never_arrived"],
  [192, "nothing was sent", "not_sent", "never_arrived"],
] as const) {
  test(`${amount} cents: ${what}`, async (t) => {
    const { database, host } = await open(t);
    const order = anOrder({ amount });
    assert.equal((await host.submit(order)).kind, answer);
    assert.equal((await host.resolve(order)).kind, found);
    const [kept] = await keptOf(database, order);
    assert.equal(kept?.answer.kind, found);
  });
}

test("an order that arrives after an inquiry is refused, because it never arrived", async (t) => {
  const { host } = await open(t);
  const order = anOrder();
  assert.deepEqual(await host.resolve(order), { kind: "never_arrived" });
  assert.deepEqual(await host.submit(order), { kind: "declined", message: "TOO LATE" });
  assert.deepEqual(await host.resolve(order), { kind: "never_arrived" });
});

test("an inquiry waits for an order that is being stored", async (t) => {
  const { database, host } = await open(t);
  const order = anOrder();
  await host.submit(order);
  const [stored, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const later = { ...order, reference: randomUUID() };
  const storing = database.owner.atomically(async (db) => {
    await db.rows`insert into simulator.card_orders (reference, account_id, transaction_id,
        transaction_type, amount_cents, answer)
      select ${later.reference}, account_id, transaction_id, transaction_type, amount_cents, answer
      from simulator.card_orders where reference = ${order.reference}`;
    stored.resolve();
    await released.promise;
  });
  await stored.promise;
  const found = host.resolve(later);
  await untilSomebodyWaits(database.owner);
  released.resolve();
  await storing;
  assert.equal((await found).kind, "approved");
});

test("195 cents: the answer takes 3 seconds, and an inquiry finds it meanwhile", async (t) => {
  const database = await openShared(t, openDatabase);
  const order = anOrder({ amount: 195 });
  const pauses: number[] = [];
  const host: CardSimulator = new CardSimulator(database.payments, async (ms) => {
    pauses.push(ms);
    assert.deepEqual(await host.resolve(order), approvalOf(order));
  });
  assert.deepEqual(await host.submit(order), approvalOf(order));
  assert.deepEqual(pauses, [3_000]);
});

test("a reversal is accepted at once for every amount", async (t) => {
  const database = await openShared(t, openDatabase);
  const host = new CardSimulator(database.payments, () => assert.fail("it waited"));
  for (const amount of [102, 120, 190, 191, 192, 195]) {
    const order = anOrder({ transactionType: "REVERSAL", amount, card: undefined });
    assert.equal((await host.submit(order)).kind, "approved");
    assert.equal((await host.resolve(order)).kind, "approved");
  }
});

test("concurrent orders each get their own answer, in few statements", async (t) => {
  const database = await openDatabase(t);
  let statements = 0;
  const line = lineOf(database, (sent) => {
    statements = sent;
  });
  const host = new CardSimulator(line);
  const orders = Array.from({ length: 91 }, (_, place) =>
    anOrder({ amount: 99 + place, transactionId: String(323_000_000_001 + place) }),
  );
  const answers = await Promise.all(orders.map((order) => host.submit(order)));
  orders.forEach((order, place) => {
    const isDeclined = (order.amount > 100 && order.amount < 107) || order.amount === 120;
    assert.equal(answers[place]?.kind, isDeclined ? "declined" : "approved");
    if (!isDeclined) assert.deepEqual(answers[place], approvalOf(order));
  });
  assert.ok(statements <= 2, `${statements} statements`);
  const kept = await keptOf(database, ...orders);
  assert.deepEqual(
    new Map(kept.map((row) => [row.reference, [row.transaction_id, row.amount_cents]])),
    new Map(orders.map((order) => [order.reference, [order.transactionId, order.amount]])),
  );
});

test("a reference is processed once, and repetitions get the first answer", async (t) => {
  const { database, host } = await open(t);
  const reference = randomUUID();
  const orders = Array.from({ length: 50 }, (_, place) => anOrder({ reference, amount: place }));
  const answers = await Promise.all(orders.map((order) => host.submit(order)));
  const [kept, ...more] = await keptOf(database, { reference });
  assert.equal(more.length, 0);
  for (const answer of answers) assert.deepEqual(answer, kept?.answer);
  assert.deepEqual(await host.submit(anOrder({ reference, amount: 777 })), kept?.answer);
});

test("an order that cannot be stored fails alone", async (t) => {
  const { database, host } = await open(t);
  const orders = Array.from({ length: 63 }, () => anOrder());
  const poisoned = anOrder({ transactionId: "no number" });
  const [bad, ...good] = await Promise.allSettled(
    [poisoned, ...orders].map((order) => host.submit(order)),
  );
  assert.equal(bad?.status, "rejected");
  good.forEach((result, place) => {
    const order = orders[place];
    assert.ok(order !== undefined && result.status === "fulfilled");
    assert.deepEqual(result.value, approvalOf(order));
  });
  assert.equal((await keptOf(database, poisoned, ...orders)).length, 63);
});

test("a reversal works once, and an inquiry reports it", async (t) => {
  const { database, host } = await open(t);
  const order = anOrder();
  await host.submit(order);
  assert.equal(await host.reverse(order), "reversed");
  const [first] = await keptOf(database, order);
  assert.equal(await host.reverse(order), "reversed");
  const [second, ...more] = await keptOf(database, order);
  assert.notEqual(first?.reversed_at, null);
  assert.deepEqual(String(second?.reversed_at), String(first?.reversed_at));
  assert.deepEqual(second?.answer, approvalOf(order));
  assert.equal(more.length, 0);
  assert.deepEqual(await host.resolve(order), { kind: "reversed" });
});

test("an order that was reversed before it arrived is declined", async (t) => {
  const { database, host } = await open(t);
  const order = anOrder();
  assert.equal(await host.reverse(order), "reversed");
  assert.deepEqual(await host.resolve(order), { kind: "reversed" });
  const others = [anOrder(), anOrder()] as const;
  const [late, ...approved] = await Promise.all(
    [order, ...others].map((each) => host.submit(each)),
  );
  assert.deepEqual(late, { kind: "declined", message: "REVERSED" });
  assert.deepEqual(approved, others.map(approvalOf));
  assert.deepEqual(await host.resolve(order), { kind: "reversed" });
  const [kept] = await keptOf(database, order);
  assert.deepEqual(kept?.answer, { kind: "declined", message: "REVERSED" });
});

test("a repeated order that was reversed meanwhile is declined", async (t) => {
  const { host } = await open(t);
  const order = anOrder();
  await host.submit(order);
  await host.reverse(order);
  assert.deepEqual(await host.submit(order), { kind: "declined", message: "REVERSED" });
});

test("if an order and its reversal race, the order ends reversed", async (t) => {
  const { database, host } = await open(t);
  const orders = Array.from({ length: 40 }, () => anOrder());
  const answers = await Promise.all(
    orders.map(async (order) => (await Promise.all([host.submit(order), host.reverse(order)]))[0]),
  );
  for (const [place, order] of orders.entries()) {
    const answer = answers[place];
    if (answer?.kind !== "approved") {
      assert.deepEqual(answer, { kind: "declined", message: "REVERSED" });
    }
    assert.deepEqual(await host.resolve(order), { kind: "reversed" });
  }
  assert.equal((await keptOf(database, ...orders)).length, orders.length);
});

test("an answer that was lost after its commit is found by another process", async (t) => {
  const { database, host } = await open(t);
  const lost = lineOf(database, () => {
    throw new Error("Connection terminated unexpectedly");
  });
  const orders = [anOrder(), anOrder({ amount: 102 })] as const;
  const cut = new CardSimulator(lost);
  assert.deepEqual(await Promise.all(orders.map((order) => cut.submit(order))), [
    { kind: "unknown" },
    { kind: "unknown" },
  ]);
  assert.deepEqual(await host.resolve(orders[0]), approvalOf(orders[0]));
  assert.deepEqual(await host.resolve(orders[1]), {
    kind: "declined",
    message: "INSUFFICIENT FUNDS",
  });
});

for (const [what, error] of [
  ["a refused connection", Object.assign(new Error("connect"), { code: "ECONNREFUSED" })],
  ["a cut connection", new Error("Connection terminated unexpectedly")],
  ["a server that stops", Object.assign(new Error("shutdown"), { code: "57P01" })],
  ["a full disk", Object.assign(new Error("disk full"), { code: "53100" })],
] as const) {
  test(`${what} is a network failure: the outcome is unknown, and nothing is thrown`, async () => {
    const host = new CardSimulator(brokenLine(error));
    assert.deepEqual(await host.submit(anOrder()), { kind: "unknown" });
    assert.deepEqual(await host.resolve(anOrder()), { kind: "still_unknown" });
    assert.equal(await host.reverse(anOrder()), "unknown");
  });
}

test("a statement that the server refuses is thrown, not reported as unknown", async () => {
  const missing = Object.assign(new Error("no such table"), { code: "42P01" });
  const host = new CardSimulator(brokenLine(missing));
  await assert.rejects(host.submit(anOrder()), missing);
  await assert.rejects(host.resolve(anOrder()), missing);
  await assert.rejects(host.reverse(anOrder()), missing);
});

test("an order beyond the queue limit is not sent", async () => {
  const never = new Promise<never>(() => {});
  const host = new CardSimulator(new Database({ query: (() => never) as pg.Pool["query"] }));
  for (let sent = 0; sent < 10_000; sent++) void host.submit(anOrder());
  assert.deepEqual(await host.submit(anOrder()), { kind: "not_sent" });
});
