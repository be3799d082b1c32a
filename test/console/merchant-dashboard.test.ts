/** The dashboard's figures, and the pages and filters of the transaction list. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { DashboardAnswer, DayTotals } from "../../src/interfaces/console/merchant/contract.ts";
import { openTestApp, type TestApp } from "../kit/app.ts";
import { CLINIC_OWNER, MerchantClient, TYPED_BANK } from "../kit/merchant.ts";

const BOOKS = "120000000001";

async function today(client: MerchantClient): Promise<DashboardAnswer> {
  return (await client.get<DashboardAnswer>("/merchant/dashboard")).body;
}

async function days(client: MerchantClient, query = ""): Promise<readonly DayTotals[]> {
  return (await client.get<readonly DayTotals[]>(`/merchant/days${query}`)).body;
}

const FILLED_AT_ONCE = 10_000;

/** Sales of 1, 2, 3, … cents, one per minute, the newest a minute ago. */
async function fill({ database, clock }: TestApp, count: number): Promise<void> {
  const now = clock.business();
  const month = now.toZonedDateTimeISO("UTC");
  const first = String(((month.year - 2000) * 12 + month.month) * 1_000_000_000 + 500_000_000);
  // In parts, because one statement would exceed its time limit on a busy machine.
  for (let from = 1; from <= count; from += FILLED_AT_ONCE) {
    const to = Math.min(count, from + FILLED_AT_ONCE - 1);
    await database.owner.rows`
      insert into transactions (account_id, id, attempt_id, transaction_type, tender_type, state,
        is_approved, authorized_at, amount_cents, request_amount_cents, currency, message,
        card_brand, last4, first_name, last_name, email, description)
      select ${BOOKS}, ${first}::bigint - n, gen_random_uuid(), 'SALE', 'CARD', 'sold', true,
        ${now}::timestamptz - n * interval '1 minute', n, n, 'USD', 'APPROVED', 'VISA',
        lpad((n % 10000)::text, 4, '0'), 'Ada', 'Byron ' || n, 'ada' || n || '@example.com',
        'Order ' || n
      from generate_series(${from}::int, ${to}::int) n`;
  }
}

test("the dashboard counts sales, declines, refunds and voids correctly", async (t) => {
  const app = await openTestApp(t);
  const client = await MerchantClient.of(app);
  await client.sell({ amountCents: 1_000 });
  const part = await client.sell({ amountCents: 2_000 });
  const undone = await client.sell({ amountCents: 4_000 });
  await client.sell({ type: "AUTHORIZATION", amountCents: 8_000 });
  await client.pay({ amountCents: 102 });
  await client.change(part.id, "refunds", { amountCents: 500 });
  await client.change(undone.id, "reversals");
  const bank = await client.sell({ ...TYPED_BANK, amountCents: 300 });
  assert.ok(bank);
  const { today: sums, yesterday, inFlight } = await today(client);
  assert.deepEqual(sums, {
    saleCount: 3,
    saleCents: 3_300,
    refundCount: 1,
    refundCents: 500,
    approvedCount: 5,
    declinedCount: 1,
  });
  assert.equal(yesterday.saleCount, 0);
  assert.deepEqual([inFlight.waitingCount, inFlight.waitingCents], [1, 300]);
});

test("other days are summed up to the same local time", async (t) => {
  const app = await openTestApp(t);
  const client = await MerchantClient.of(app);
  const noon = app.clock.business().toZonedDateTimeISO("America/New_York").with({
    hour: 12,
    minute: 0,
    second: 0,
    millisecond: 0,
    microsecond: 0,
    nanosecond: 0,
  });
  const moves = [
    [noon.subtract({ days: 7 }), 100],
    [noon.subtract({ days: 1 }), 200],
    [noon.subtract({ days: 1 }).add({ hours: 1 }), 400],
    [noon.startOfDay(), 800],
    [noon.startOfDay().subtract({ seconds: 1 }), 1_600],
  ] as const;
  for (const [at, cents] of moves) {
    const { id } = await client.sell({ amountCents: cents });
    await app.database.owner.rows`
      update transactions set authorized_at = ${at.toInstant()} where id = ${id}`;
  }
  app.clock.set(noon.add({ seconds: 1 }).toInstant().toString());
  const later = await MerchantClient.of(app);
  const glance = await today(later);
  assert.equal(glance.day, noon.toPlainDate().toString());
  assert.equal(glance.today.saleCents, 800);
  assert.equal(glance.yesterday.saleCents, 200);
  assert.equal(glance.lastWeek.saleCents, 100);
  const drawn = await days(later);
  assert.equal(drawn.length, 30);
  assert.deepEqual([drawn.at(-1)?.saleCents, drawn.at(-2)?.saleCents], [800, 2_200]);
});

/** Makes a transaction older. A cluster refuses to subtract from a time with a zone. */
async function moveBack({ database }: TestApp, id: string, days: number): Promise<void> {
  await database.owner.rows`
    update transactions
    set authorized_at =
      (authorized_at at time zone 'UTC' - make_interval(days => ${days}::int)) at time zone 'UTC'
    where id = ${id}`;
}

test("the chart shows 7, 30 or 90 days, and a short one keeps the sums of a long one", async (t) => {
  const app = await openTestApp(t);
  const client = await MerchantClient.of(app);
  const { id } = await client.sell({ amountCents: 700 });
  await moveBack(app, id, 80);
  const sales = async (query: string) => {
    const shown = await days(client, query);
    return [shown.length, shown.reduce((sum, { saleCents }) => sum + saleCents, 0)];
  };
  assert.deepEqual(await sales("?days=90"), [90, 700]);
  assert.deepEqual(await sales("?days=7"), [7, 0]);
  assert.deepEqual(await sales("?days=31"), [30, 0], "other lengths are ignored");
  await app.database.owner.rows`update transactions set amount_cents = 900 where id = ${id}`;
  assert.deepEqual(await sales("?days=90"), [90, 700], "kept");
});

test("sums of past days are stored, and computed again when they are no longer fresh", async (t) => {
  const app = await openTestApp(t);
  const client = await MerchantClient.of(app);
  const { id } = await client.sell({ amountCents: 700 });
  await moveBack(app, id, 3);
  const soldOn = async () => (await days(client)).find(({ saleCount }) => saleCount > 0);
  assert.equal((await soldOn())?.saleCents, 700);
  await app.database.owner.rows`update transactions set amount_cents = 900 where id = ${id}`;
  assert.equal((await soldOn())?.saleCents, 700, "kept");
  await app.database.owner.rows`update day_sums
    set summed_at = (summed_at at time zone 'UTC' - interval '1 hour') at time zone 'UTC'`;
  assert.equal((await soldOn())?.saleCents, 900, "aged");
  const clinic = await MerchantClient.of(app, CLINIC_OWNER);
  assert.ok((await days(clinic)).every(({ saleCount }) => saleCount === 0));
});

test("pages are complete and in order, newest first", async (t) => {
  const app = await openTestApp(t);
  await fill(app, 60);
  const client = await MerchantClient.of(app);
  const seen: number[] = [];
  let after: string | undefined;
  do {
    const page = await client.list({ take: "25", ...(after && { after }) });
    seen.push(...page.items.map(({ amountCents }) => amountCents));
    after = page.next;
  } while (after !== undefined);
  assert.deepEqual(
    seen,
    Array.from({ length: 60 }, (_, at) => at + 1),
  );
  assert.deepEqual((await (await MerchantClient.of(app, CLINIC_OWNER)).list()).items, []);
});

test("transactions with the same time appear on exactly one page", async (t) => {
  const app = await openTestApp(t);
  await fill(app, 30);
  await app.database.owner.rows`update transactions set authorized_at = ${app.clock.business()}`;
  const client = await MerchantClient.of(app);
  const first = await client.list({ take: "20" });
  const second = await client.list({ take: "20", after: first.next ?? "" });
  const ids = new Set([...first.items, ...second.items].map(({ id }) => id));
  assert.deepEqual([ids.size, second.next], [30, undefined]);
});

test("each filter finds the matching transactions", async (t) => {
  const app = await openTestApp(t);
  await fill(app, 5);
  const client = await MerchantClient.of(app);
  const declined = await client.pay({
    amountCents: 102,
    firstName: "Grace",
    lastName: "100%_Hopper",
  });
  assert.ok(declined.body.kind === "declined");
  const { id } = declined.body.payment;
  const bank = await client.sell(TYPED_BANK);
  const idsOf = async (query: Record<string, string>) =>
    (await client.list(query)).items.map((one) => one.id);
  assert.deepEqual(await idsOf({ status: "declined" }), [id]);
  assert.deepEqual(await idsOf({ message: "insufficient" }), [id]);
  assert.deepEqual(await idsOf({ q: "grace 100%_h" }), [id]);
  assert.deepEqual(await idsOf({ q: "100x" }), []);
  assert.deepEqual(await idsOf({ q: id }), [id]);
  assert.deepEqual(await idsOf({ last4: "1111" }), [id]);
  assert.deepEqual(await idsOf({ tender: "ACH" }), [bank.id]);
  assert.deepEqual(await idsOf({ brand: "ACH" }), [bank.id]);
  assert.equal((await idsOf({ q: "ada3@" })).length, 1);
  assert.equal((await idsOf({ min: "0.02", max: "0.04" })).length, 3);
  assert.equal((await idsOf({ type: "SALE" })).length, 7);
  assert.equal((await idsOf({ from: "2100-01-01" })).length, 0);
  assert.equal((await idsOf({ to: "2020-01-01" })).length, 0);
  assert.equal((await idsOf({ from: "nonsense", after: "nonsense", status: "x" })).length, 7);
});

test("a page searches a limited number of transactions and says how far it got", async (t) => {
  const app = await openTestApp(t);
  await fill(app, 30_000 * 2);
  const client = await MerchantClient.of(app);
  const first = await client.list({ q: "Byron 60000" });
  assert.deepEqual(first.items, []);
  assert.ok(first.next !== undefined && first.lookedUntil !== undefined);
  const second = await client.list({ q: "Byron 60000", after: first.next });
  assert.deepEqual(
    second.items.map(({ name }) => name),
    ["Ada Byron 60000"],
  );
  assert.equal(second.next, undefined);
  // A batched payment is found by the index of its name at once, and only once.
  await app.database.owner.rows`
    update transactions set batched_at = authorized_at, batch_id = 1 where last_name = 'Byron 60000'`;
  const found = await client.list({ q: "BYRON 60000" });
  assert.deepEqual(
    found.items.map(({ name }) => name),
    ["Ada Byron 60000"],
  );
  assert.ok(found.next !== undefined && found.lookedUntil !== undefined);
  const rest = await client.list({ q: "BYRON 60000", after: found.next });
  assert.deepEqual([rest.items, rest.next], [[], undefined]);
  const sorted = await client.list({ sort: "amount", take: "1" });
  assert.deepEqual([sorted.items[0]?.amountCents, sorted.lookedUntil !== undefined], [1, true]);
});
