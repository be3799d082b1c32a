/**
 * Payments through a network that cuts, delays and repeats requests at random: as many charges as
 * payments. `npm run proof -- client` makes 1,000.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import { type Client, createClient, SixdoorsError } from "../../client/index.ts";
import { ACCOUNT, CARD as WIRE_CARD } from "../kit/app.ts";
import { inTurns } from "../kit/in-turns.ts";
import { tier } from "../kit/tier.ts";
import { Random } from "../proof/random.ts";
import { openFaultProxy } from "./fault-proxy.ts";
import { CARD, LOGINS, openClient } from "./open-client.ts";

const PAYMENTS = tier(40, 1_000);
const FAULTS = { cutPercent: 25, duplicatePercent: 20, delayMaxMs: 15 };
const SEED = Number(process.env["CLIENT_SEED"] ?? 20261117);
/** Short pauses and little patience, so that pending results occur, too. */
const HURRY = { retry: { tries: 3, baseMs: 2, maxMs: 40 }, waitForOutcomeMs: 200 };
const UNLIMITED = { ratePerCaller: 0, ratePerAddress: 0 };
const CALLS_MAX = 50;
const NAIVE_PAYMENTS = 20;
const NAIVE_SALE = { transaction_type: "SALE", transaction_amount: "10.00" };

/** How an order is paid: with an id of the client, with an id of its own, or in two steps. */
const WAYS = [payAtOnce, payWithOwnId, payInTwoSteps];

test(`${PAYMENTS} payments through an unreliable network are ${PAYMENTS} charges`, async (t) => {
  const { url, client: direct, app } = await openClient(t, {}, UNLIMITED);
  const proxy = await openFaultProxy(t, url, { random: new Random(SEED), faults: FAULTS });
  const client = createClient({ baseUrl: proxy.url, ...LOGINS, ...HURRY });
  const orders = Array.from({ length: PAYMENTS }, (_, place) => `order ${place}`);
  const paid = new Map<string, string>();
  await inTurns(orders.entries().toArray(), async ([place, order]) => {
    const pay = WAYS[place % WAYS.length] ?? assert.fail();
    paid.set(order, await pay(client, order));
  });
  await proxy.quiet();

  const { cuts, duplicates } = proxy.counts();
  t.diagnostic(`seed ${SEED}: ${cuts} cuts, ${duplicates} requests forwarded twice`);
  assert.ok(cuts > PAYMENTS / 10 && duplicates > PAYMENTS / 10, "the network was too good");

  const charged = await app.database.owner.rows<{ id: string }>`
    select transaction_id::text as id from simulator.card_orders
    where transaction_type in ('SALE', 'CAPTURE') and reversed_at is null`;
  assert.deepEqual(charged.map(({ id }) => id).sort(), [...paid.values()].sort());

  const reported = new Map<string, string>();
  for await (const row of direct.reports.rows({ startDate: "2020-01-01" })) {
    assert.ok(!reported.has(row.customId), `${row.customId} is reported twice`);
    assert.equal(row.amount, "10.00");
    reported.set(row.customId, row.id);
  }
  assert.deepEqual(new Map([...reported].sort()), new Map([...paid].sort()));
});

test("through the same network, sending again without an id charges more than once", async (t) => {
  const { url, app } = await openClient(t, {}, UNLIMITED);
  const proxy = await openFaultProxy(t, url, { random: new Random(SEED), faults: FAULTS });
  await inTurns(Array(NAIVE_PAYMENTS).fill("sale"), () => payNaively(proxy.url));
  await proxy.quiet();
  const [row] = await app.database.owner.rows<{ charges: number }>`
    select count(*)::int as charges from simulator.card_orders`;
  assert.ok((row?.charges ?? 0) > NAIVE_PAYMENTS, `${row?.charges} charges`);
});

async function payNaively(url: string): Promise<void> {
  const body = new URLSearchParams({ ...ACCOUNT, ...WIRE_CARD, ...NAIVE_SALE });
  for (let round = 0; round < CALLS_MAX; round++) {
    const reply = await fetch(`${url}api/qsapi/3.8`, { method: "POST", body }).catch(
      () => undefined,
    );
    const text = await reply?.text().catch(() => undefined);
    if (text?.includes("transaction_approved=1")) return;
  }
}

async function payAtOnce(client: Client, customId: string): Promise<string> {
  let id: string | undefined;
  return untilApproved(async () => {
    const known = id === undefined ? {} : { id };
    const sale = await client.payments.sale({ ...known, amount: "10.00", card: CARD, customId });
    id = sale.id;
    return sale;
  });
}

async function payWithOwnId(client: Client, customId: string): Promise<string> {
  const id = await insist(() => client.payments.reserveId());
  return untilApproved(() => client.payments.sale({ id, amount: "10.00", card: CARD, customId }));
}

async function payInTwoSteps(client: Client, customId: string): Promise<string> {
  const id = await insist(() => client.payments.reserveId());
  const input = { id, amount: "12.00", card: CARD, customId };
  await untilApproved(() => client.payments.authorize(input));
  const capture = { amount: "10.00", idempotencyKey: customId };
  return untilApproved(() => client.payments.capture(id, capture));
}

interface Result {
  readonly outcome: "approved" | "declined" | "pending";
  readonly id?: string;
}

/** After a pending result the same call is made again, as the page of the client says. */
async function untilApproved(call: () => Promise<Result>): Promise<string> {
  const result = await insist(async () => {
    const result = await call();
    return result.outcome === "pending" ? undefined : result;
  });
  assert.equal(result.outcome, "approved");
  return result.id ?? assert.fail("an approved payment has an id");
}

/** A temporary error that names no transaction means that nothing was started. */
async function insist<T>(call: () => Promise<T | undefined>): Promise<T> {
  for (let round = 0; round < CALLS_MAX; round++) {
    const result = await call().catch((error) => {
      assert.ok(error instanceof SixdoorsError && error.isTemporary, error);
      assert.equal(error.transactionId, undefined);
      return undefined;
    });
    if (result !== undefined) return result;
  }
  return assert.fail(`no result after ${CALLS_MAX} calls`);
}
