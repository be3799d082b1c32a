/** A search of an account with more transactions than a page looks at: nothing is hidden or repeated. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { MATCHES_MAX } from "../../src/core/transactions/list/exact-match-store.ts";
import { SEARCHED_MAX } from "../../src/core/transactions/list/transaction-list-store.ts";
import type { DatabasePool } from "../../src/db/database-pool.ts";
import type { TransactionList } from "../../src/interfaces/console/merchant/contract.ts";
import { monthNumber, transactionId } from "../../src/values/transaction-id.ts";
import { MerchantClient } from "../kit/merchant.ts";
import { NOW, openReportEnvironment, type Row } from "../kit/reports.ts";
import { type Lifetime, openShared } from "../kit/shared.ts";

const BOOKS = "120000000001";
const BATCHED = { batch_id: 1, batched_at: "2026-10-31T00:00:00Z" };
/** More than are shown on a page, or were once read from an index. */
const MANY = 1_100;
const RETURNED = { tender_type: "ACH", transaction_type: "SALE", state: "returned", ...BATCHED };

async function open(t: Lifetime) {
  const env = await openReportEnvironment(t);
  const { owner } = env.database;
  await addNewest(owner, SEARCHED_MAX + 10);
  const old = (place: number): Row => ({
    ...BATCHED,
    amount_cents: 2_500,
    authorized_at: Temporal.Instant.from("2026-11-01T12:00:00Z")
      .subtract({ minutes: place })
      .toString(),
  });
  const sales = await env.add(...Array.from({ length: MANY }, (_, place) => old(place)));
  const [returned, inPart, frequent] = await env.add(
    { ...old(40), ...RETURNED },
    { ...old(60), amount_cents: 900, description: "a deposit of 25.00" },
    { ...old(80), ...RETURNED, amount_cents: 100 },
  );
  await owner.rows`analyze transactions`;
  return { ...env, owner: await MerchantClient.of(env), sales, returned, inPart, frequent };
}

/** Batched sales of 1.00, yesterday. */
async function addNewest(owner: DatabasePool, count: number): Promise<void> {
  const first = transactionId(monthNumber(Temporal.Instant.from(NOW)), 800_000_000);
  await owner.rows`
    insert into transactions (account_id, id, attempt_id, transaction_type, tender_type, state,
      is_approved, authorized_at, amount_cents, request_amount_cents, currency, message, batch_id,
      batched_at)
    select ${BOOKS}, ${first}::bigint + place, gen_random_uuid(), 'SALE', 'CARD', 'sold', true,
      '2026-11-14T12:00:00Z'::timestamptz + place * interval '1 ms', 100, 100, 'USD', 'APPROVED', 2,
      '2026-11-14T22:00:00Z'
    from generate_series(1, ${count}::int) as place`;
}

/** The ids of each page, to the end. */
async function readPages(client: MerchantClient, query: Record<string, string>) {
  const pages: (readonly string[])[] = [];
  for (let after: string | undefined = ""; after !== undefined; ) {
    const page: TransactionList = await client.list({ ...query, after, take: "100" });
    pages.push(page.items.map(({ id }) => id));
    after = page.next;
    assert.ok(pages.length < 50, "the pages do not end");
  }
  return pages;
}

test("a number of an ID's length is also an order or phone number, and filters still apply", async (t) => {
  const app = await openReportEnvironment(t);
  const client = await MerchantClient.of(app);
  const idsOf = async (query: Record<string, string>) =>
    (await client.list(query)).items.map(({ id }) => id);
  const [order = "", phone] = await app.add(
    { custom_id: "4155550123", authorized_at: "2026-11-12T17:00:00Z" },
    { phone: "4155550123", authorized_at: "2026-11-10T17:00:00Z" },
  );
  assert.deepEqual(await idsOf({ q: "4155550123" }), [order, phone]);
  assert.deepEqual(await idsOf({ q: "4155550123", from: "2026-11-11" }), [order]);
  assert.deepEqual(await idsOf({ q: order, from: "2026-11-12" }), [order]);
  assert.deepEqual(await idsOf({ q: order, to: "2026-11-11" }), []);
  assert.deepEqual(await idsOf({ q: order, status: "declined" }), []);
  assert.deepEqual(await idsOf({ q: order, sort: "name" }), [order]);
  const file = await client.download("/merchant/transactions.csv?q=4155550123&columns=id");
  assert.equal(file.text, `Transaction ID\r\n${order}\r\n${phone}\r\n`);
});

test("a search finds an old ID in a list in any order, within the filters", async (t) => {
  const { owner, sales } = await openShared(t, open);
  const [id = ""] = sales.slice(-1);
  for (const sort of ["", "-amount", "name"]) {
    const { items } = await owner.list({ q: id, sort });
    assert.deepEqual(
      items.map((one) => one.id),
      [id],
    );
    assert.deepEqual((await owner.list({ q: id, sort, type: "REFUND" })).items, []);
  }
});

test("an exact match is found behind a thousand others that the filters leave out", async (t) => {
  const { owner, returned } = await openShared(t, open);
  const idsOf = async (query: Record<string, string>) =>
    (await owner.list({ q: "25.00", ...query })).items.map(({ id }) => id);
  assert.deepEqual(await idsOf({ status: "returned" }), [returned]);
  assert.deepEqual(await idsOf({ tender: "ACH" }), [returned]);
  assert.equal((await idsOf({ take: "100" })).length, 100);
});

test("the pages of a search show every exact match once, the newest first", async (t) => {
  const { owner, sales, returned = "", inPart = "" } = await openShared(t, open);
  const pages = await readPages(owner, { q: "25.00" });
  assert.deepEqual(pages[0], [...sales.slice(0, 40), returned, ...sales.slice(40, 99)]);
  const found = pages.flat();
  assert.equal(found.length, new Set(found).size);
  assert.deepEqual(new Set(found), new Set([...sales, returned, inPart]));
});

test("a match of a value too frequent to read at once is found by continuing the search", async (t) => {
  const { owner, frequent } = await openShared(t, open);
  assert.ok(SEARCHED_MAX > MATCHES_MAX);
  const pages = await readPages(owner, { q: "1.00", status: "returned" });
  assert.deepEqual(pages, [[], [frequent]]);
});
