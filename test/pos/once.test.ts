/** A sale is made once, however often it is sent and wherever the process crashes. */
import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { reconcile } from "../../src/core/payments/recovery/reconcile.ts";
import type { PosCore } from "../../src/core/pos/pos.ts";
import { createSale } from "../../src/core/pos/sales/create-sale.ts";
import type { SaleOrder } from "../../src/core/pos/sales/sale-order.ts";
import type { PosCaller } from "../../src/core/pos/users/pos-user.ts";
import type { DatabasePool } from "../../src/db/database-pool.ts";
import type { Cents } from "../../src/values/money.ts";
import { approve, ScriptedProcessor } from "../kit/payments.ts";
import {
  assertErrors,
  aToken,
  BOOKS,
  custom,
  logIn,
  openJobPos,
  openShopApp,
  settle,
  type TestShop,
} from "../kit/pos.ts";

const KEY = { headers: { "idempotency-key": "phone 7, sale 12" } };

async function books({ database }: TestShop) {
  const [row] = await database.owner.rows<{ sales: number; charged: number; mails: number }>`
    select (select count(*)::int from pos_sales) as sales,
      (select count(*)::int from transactions where transaction_type = 'SALE') as charged,
      (select count(*)::int from outbox where event = 'sale.receipt') as mails`;
  return row ?? assert.fail();
}

test("the same sale sent twice, or forty times at once, is one sale and one charge", async (t) => {
  const shop = await openShopApp(t);
  const token = await aToken(shop);
  for (const form of [custom("7.00", { token, customer_email: "a@b.test" }), custom("8.00")]) {
    const before = await books(shop);
    const headers = { "idempotency-key": `a key for ${JSON.stringify(form)}` };
    const sent = Array.from({ length: 40 }, () =>
      shop.owner.post("/transactions/", form, { headers }),
    );
    const answers = [
      ...(await Promise.all(sent)),
      await shop.owner.post("/transactions/", form, { headers }),
    ];
    for (const answer of answers) assert.equal(answer.statusCode, 201, answer.body);
    assert.equal(new Set(answers.map(({ body }) => body)).size, 1);
    assert.equal(new Set(answers.map(({ headers }) => headers.location)).size, 1);
    const replays = answers.filter((answer) => answer.headers["idempotent-replayed"] === "true");
    assert.equal(replays.length, 40);
    const after = await books(shop);
    assert.equal(after.sales - before.sales, 1);
    assert.equal(after.charged - before.charged, "token" in form ? 1 : 0);
    assert.equal(after.mails - before.mails, "customer_email" in form ? 1 : 0);
  }
});

test("a key with another sale is refused; keys of accounts are separate", async (t) => {
  const shop = await openShopApp(t);
  const first = await shop.owner.post("/transactions/", custom("7.00"), KEY);
  assert.equal(first.statusCode, 201);
  for (const other of [custom("7.01"), custom("7.00", { customer_email: "a@b.test" })]) {
    assertErrors(await shop.owner.post("/transactions/", other, KEY), ["Idempotency-Key"]);
  }
  const { id } = first.json();
  assertErrors(await shop.owner.post(`/transactions/${id}/refund`, {}, KEY), ["Idempotency-Key"]);
  assert.equal((await books(shop)).sales, 1);
  const clinic = await logIn(shop, "owner", "clinic");
  assert.equal((await clinic.post("/transactions/", custom("9.00"), KEY)).statusCode, 201);
});

test("a repeated decline is a decline; a refused sale can be corrected and sent again", async (t) => {
  const shop = await openShopApp(t);
  const token = await aToken(shop);
  for (let sent = 0; sent < 2; sent++) {
    const answer = await shop.owner.post("/transactions/", custom("1.05", { token }), KEY);
    assert.equal(answer.statusCode, 402);
    assert.equal(answer.json().detail, "DO NOT HONOR");
  }
  const headers = { "idempotency-key": "another" };
  const bad = custom("5.00", { token: "323000000077" });
  assertErrors(await shop.owner.post("/transactions/", bad, { headers }), ["token"]);
  const mended = await shop.owner.post("/transactions/", custom("5.00", { token }), { headers });
  assert.equal(mended.statusCode, 201, mended.body);
  assert.deepEqual(await books(shop), { sales: 2, charged: 2, mails: 0 });
});

test("a lost answer leaves the sale pending, and it ends with the card host's result", async (t) => {
  const shop = await openShopApp(t);
  const form = custom("1.90", { token: await aToken(shop), customer_email: "a@b.test" });
  const answer = await shop.owner.post("/transactions/", form, KEY);
  assert.equal(answer.statusCode, 202, answer.body);
  assert.equal(answer.json().status, "pending");
  const path = String(answer.headers.location).replace("/api/json", "");
  assert.equal((await shop.owner.post("/transactions/", form, KEY)).statusCode, 202);
  assertErrors(await shop.owner.post(`${path}refund`), ["refund_amount"]);
  assert.equal((await books(shop)).mails, 0);
  shop.clock.advance({ minutes: 1 });
  await settle(shop);
  assert.equal((await shop.owner.get(path)).json().status, "pending", "nobody knows yet");
  await reconcile(openJobPos(shop).payments, (error) => assert.fail(String(error)));
  shop.clock.advance({ minutes: 1 });
  // Viewing the sale settles it, so the job has nothing to do.
  const sale = (await shop.owner.get(path)).json();
  assert.deepEqual([sale.status, sale.last4], ["completed", "1111"]);
  assert.equal(await settle(shop), 0);
  const again = await shop.owner.post("/transactions/", form, KEY);
  assert.deepEqual([again.statusCode, again.json()], [201, sale]);
  assert.deepEqual(await books(shop), { sales: 1, charged: 1, mails: 1 });
});

interface Crash {
  readonly shop: TestShop;
  readonly pos: PosCore;
  readonly caller: PosCaller;
  readonly order: SaleOrder;
  readonly processor: ScriptedProcessor;
}

async function openCrash(t: TestContext): Promise<Crash> {
  const shop = await openShopApp(t);
  const processor = new ScriptedProcessor();
  const order: SaleOrder = {
    lines: [
      {
        place: 0,
        itemId: undefined,
        canonicalId: undefined,
        name: "Lamp",
        priceCents: 4_200 as Cents,
        taxRateIds: undefined,
        quantity: 1,
        notes: "",
        photo: undefined,
      },
    ],
    subtotalCents: 4_200 as Cents,
    discountCents: 0 as Cents,
    tipCents: 0 as Cents,
    totalCents: 4_200 as Cents,
    tokenId: await aToken(shop),
    customerEmail: "a@b.test",
    merchantEmail: undefined,
    key: "k",
  };
  const now = shop.clock.wall();
  const user = { firstName: "", lastName: "", role: "cashier", isActive: true } as const;
  const caller: PosCaller = {
    user: { ...user, id: "1", email: "c@books.test", createdAt: now, updatedAt: now },
    account: {
      id: BOOKS,
      name: "Main Street Books",
      timeZone: "America/New_York",
      receiptEmail: undefined,
      currency: "USD",
      isTaxedBeforeDiscount: false,
    },
  };
  return { shop, pos: openJobPos(shop, { processor }), caller, order, processor };
}

/** The process crashes at its n-th access to the tables of the point of sale. */
function dyingAt(pos: PosCore, nth: number): PosCore {
  let calls = 0;
  const within: DatabasePool["within"] = (scope, work) =>
    ++calls >= nth ? Promise.reject(new Error("crashed")) : pos.database.within(scope, work);
  return { ...pos, database: { within } as DatabasePool };
}

/** The accesses of a sale with a key: look up the key (1), price (2), write (3), end (4). */
const END = 4;

test("after a crash between charge and sale, the sale is paid and the card is charged once", async (t) => {
  for (const comesAgain of [false, true]) {
    const { shop, pos, caller, order, processor } = await openCrash(t);
    await assert.rejects(createSale(dyingAt(pos, END), caller, order), /crashed/);
    assert.equal(processor.submitted.length, 1);
    assert.deepEqual(await books(shop), { sales: 1, charged: 1, mails: 0 });
    if (comesAgain) {
      const outcome = await createSale(pos, caller, order);
      assert.equal(outcome.kind, "sold");
    }
    shop.clock.advance({ minutes: 1 });
    assert.equal(await settle(shop), comesAgain ? 0 : 1);
    const [sale] = await shop.database.owner.rows<{ status: string; id: string }>`
      select status, transaction_id as id from pos_sales`;
    assert.equal(sale?.status, "completed");
    const sold = await shop.database.owner.rows`
      select from transactions where id = ${sale.id} and state = 'sold'`;
    assert.equal(sold.length, 1);
    assert.deepEqual(await books(shop), { sales: 1, charged: 1, mails: 1 });
    assert.equal(processor.submitted.length, 1);
  }
});

test("after a crash before the charge there is no sale, and a repetition pays", async (t) => {
  for (const when of ["before the job", "after the job"]) {
    const { shop, pos, caller, order, processor } = await openCrash(t);
    const payments = { ...pos.payments, vault: failing(pos.payments.vault) };
    await assert.rejects(createSale({ ...pos, payments }, caller, order), /crashed/);
    assert.deepEqual(await books(shop), { sales: 1, charged: 0, mails: 0 });
    if (when === "after the job") {
      shop.clock.advance({ minutes: 1 });
      assert.equal(await settle(shop), 1);
      assert.deepEqual(await books(shop), { sales: 0, charged: 0, mails: 0 });
      const [left] = await shop.database.owner.rows<{ count: number }>`
        select (select count(*) from pos_keys) + (select count(*) from issued_ids)
          + (select count(*) from pos_sale_lines) + (select count(*) from pos_sale_terms)
          as count`;
      assert.equal(Number(left?.count), 0);
    }
    assert.equal((await createSale(pos, caller, order)).kind, "sold", when);
    assert.deepEqual(await books(shop), { sales: 1, charged: 1, mails: 1 });
    assert.equal(processor.submitted.length, 1);
  }
});

function failing(vault: PosCore["payments"]["vault"]): PosCore["payments"]["vault"] {
  return Object.create(vault, {
    openCardToCharge: { value: () => Promise.reject(new Error("crashed")) },
  }) as typeof vault;
}

test("the job does not end a sale before its lease expires, or while it is being charged", async (t) => {
  const { shop, pos, caller, order, processor } = await openCrash(t);
  const { promise: answered, resolve } = Promise.withResolvers<void>();
  const asked = Promise.withResolvers<void>();
  processor.answer = async (cardOrder) => {
    asked.resolve();
    await answered;
    return approve(cardOrder);
  };
  const selling = createSale(pos, caller, order);
  await asked.promise;
  assert.equal(await settle(shop), 0);
  shop.clock.advance({ minutes: 1 });
  assert.equal(await settle(shop), 1);
  assert.equal((await books(shop)).sales, 1);
  resolve();
  assert.equal((await selling).kind, "sold");
  assert.deepEqual(await books(shop), { sales: 1, charged: 1, mails: 1 });
});
