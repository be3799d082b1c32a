/** A merchant's closed batches: lists, totals by brand, downloads, and who may see them. */
import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { BatchListStore } from "../../src/core/transactions/batch-list-store.ts";
import type { CursorPage } from "../../src/interfaces/console/contract.ts";
import type {
  AchBatchLine,
  CardBatchAnswer,
  CardBatchLine,
} from "../../src/interfaces/console/merchant/contract.ts";
import { MONDAY, openAchOn } from "../kit/ach.ts";
import { ACCOUNT, openTestApp } from "../kit/app.ts";
import { sendPayment } from "../kit/guarded-app.ts";
import { CASHIER, CLINIC_OWNER, MerchantClient, TYPED_BANK } from "../kit/merchant.ts";

const BOOKS = "120000000001";
const CLINIC = "120000000002";
const MASTERCARD = { cardNumber: "5555 5555 5555 4444" };
const WHOLE = { before: undefined, take: 10 };

async function openBatches(t: TestContext) {
  const app = await openTestApp(t);
  app.clock.set(MONDAY);
  const client = await MerchantClient.of(app);
  const settle = () => sendPayment(app.server, { ...ACCOUNT, transaction_type: "SETTLE-BATCH" });
  return { app, client, settle };
}

async function listCardBatches(client: MerchantClient, query = "") {
  return (await client.get<CursorPage<CardBatchLine>>(`/merchant/batches${query}`)).body;
}

test("a card batch has totals by brand that add up to its net amount", async (t) => {
  const { client, settle } = await openBatches(t);
  const visa = await client.sell({ amountCents: 1_000 });
  await client.sell({ amountCents: 250 });
  await client.sell({ ...MASTERCARD, amountCents: 3_000 });
  await client.sell({ type: "AUTHORIZATION", amountCents: 9_000 });
  await settle();
  await client.change(visa.id, "refunds", { amountCents: 400 });
  await settle();
  const { items } = await listCardBatches(client);
  assert.deepEqual(
    items.map(({ number, transactionCount, netCents }) => [number, transactionCount, netCents]),
    [
      [2, 1, -400],
      [1, 3, 4_250],
    ],
  );
  const { body } = await client.get<CardBatchAnswer>("/merchant/batches/1");
  assert.deepEqual(body.brands, [
    { brand: "MASTERCARD", saleCount: 1, saleCents: 3_000, refundCount: 0, refundCents: 0 },
    { brand: "VISA", saleCount: 2, saleCents: 1_250, refundCount: 0, refundCents: 0 },
  ]);
  const second = (await client.get<CardBatchAnswer>("/merchant/batches/2")).body;
  assert.deepEqual(second.brands, [
    { brand: "VISA", saleCount: 0, saleCents: 0, refundCount: 1, refundCents: 400 },
  ]);
  const firstPage = await listCardBatches(client, "?take=1");
  assert.equal(firstPage.next, "2");
  const nextPage = await listCardBatches(client, "?take=1&after=2");
  assert.deepEqual([nextPage.items[0]?.number, nextPage.next], [1, undefined]);
});

test("the totals by brand of a batch are downloaded, by its own account only", async (t) => {
  const { app, client, settle } = await openBatches(t);
  await client.sell({ amountCents: 1_250 });
  await client.sell({ ...MASTERCARD, amountCents: 3_000 });
  await settle();
  const { headers, text } = await client.download("/merchant/batches/1/brands.csv");
  assert.match(String(headers["content-disposition"]), /card-batch-brands-120000000001-/);
  assert.deepEqual(text.trim().split("\r\n"), [
    "Brand,Sales,Sale amount,Refunds,Refund amount,Net amount",
    "Mastercard,1,30.00,0,0.00,30.00",
    "Visa,1,12.50,0,0.00,12.50",
  ]);
  const path = "/merchant/batches/1/brands.csv";
  const other = await MerchantClient.of(app, CLINIC_OWNER);
  assert.equal((await other.get(path)).status, 404);
  const cashier = await MerchantClient.of(app, CASHIER);
  assert.equal((await cashier.get(path)).status, 403);
});

test("card batches are downloaded with times in the account's time zone", async (t) => {
  const { client, settle } = await openBatches(t);
  const { id } = await client.sell({ amountCents: 905 });
  await settle();
  await client.change(id, "refunds", { amountCents: 5 });
  await settle();
  const { headers, text } = await client.download("/merchant/batches.csv");
  assert.match(String(headers["content-type"]), /^text\/csv/);
  assert.equal(
    headers["content-disposition"],
    `attachment; filename="card-batches-${BOOKS}-until-2026-11-16.csv"`,
  );
  const [header, second, first, end] = text.split("\r\n");
  assert.equal(header, "Batch,Closed (America/New_York),Transactions,Net amount");
  assert.match(second ?? "", /^2,2026-11-16 \d\d:\d\d:\d\d-05:00,1,-0\.05$/);
  assert.match(first ?? "", /^1,2026-11-16 \d\d:\d\d:\d\d-05:00,1,9\.05$/);
  assert.equal(end, "");
});

test("ACH batches are listed with their settlement date and status", async (t) => {
  const { app, client } = await openBatches(t);
  const ach = await openAchOn(app);
  await client.sell({ ...TYPED_BANK, amountCents: 1_000 });
  await ach.advance("2026-11-17T04:00:00Z");
  const list = async () => {
    const user = await MerchantClient.of(app);
    return (await user.get<CursorPage<AchBatchLine>>("/merchant/ach-batches")).body.items;
  };
  const [sent] = await list();
  assert.deepEqual(
    [sent?.status, sent?.debitCount, sent?.debitCents, sent?.creditCents],
    ["sent", 1, 1_000, 0],
  );
  assert.match(sent?.settlesOn ?? "", /^2026-11-1[78]$/);
  await ach.advance("2026-11-24T20:00:00Z");
  const [settled] = await list();
  assert.equal(settled?.status, "settled");
  const user = await MerchantClient.of(app);
  const { text } = await user.download("/merchant/ach-batches.csv");
  assert.match(text, /,2026-11-1[78],Settled,1,10\.00,0,0\.00,10\.00\r\n$/);
});

test("other merchants and cashiers do not see an account's batches", async (t) => {
  const { app, client, settle } = await openBatches(t);
  const ach = await openAchOn(app);
  await client.sell();
  await client.sell({ ...TYPED_BANK });
  await settle();
  assert.equal((await client.get("/merchant/batches/99999999999")).status, 404);
  await ach.advance("2026-11-17T04:00:00Z");
  const clinic = await MerchantClient.of(app, CLINIC_OWNER);
  assert.deepEqual((await listCardBatches(clinic)).items, []);
  assert.equal((await clinic.get("/merchant/batches/1")).status, 404);
  assert.deepEqual((await clinic.get("/merchant/ach-batches")).body, { items: [] });
  const cashier = await MerchantClient.of(app, CASHIER);
  for (const path of ["batches", "batches/1", "ach-batches", "batches.csv", "ach-batches.csv"]) {
    assert.equal((await cashier.get(`/merchant/${path}`)).status, 403, path);
  }
  // The database hides rows of other accounts even if a statement asks for them.
  const read = (table: "card_batches" | "own_ach_batches") =>
    app.database.app.within({ accountId: CLINIC }, (db) =>
      table === "card_batches"
        ? db.rows`select from card_batches where account_id = ${BOOKS}`
        : db.rows`select from own_ach_batches where account_id = ${BOOKS}`,
    );
  assert.deepEqual(
    [(await read("card_batches")).length, (await read("own_ach_batches")).length],
    [0, 0],
  );
  const store = new BatchListStore(app.database.app);
  assert.equal((await store.listCardBatches(BOOKS, WHOLE)).length, 1);
  assert.equal((await store.listAchBatches(BOOKS, WHOLE)).length, 1);
});
