/** Refunds by line, by amount and of everything, through the gateway, never more than was paid. */
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { reconcile } from "../../src/core/payments/recovery/reconcile.ts";
import { checkRefund } from "../../src/core/pos/refunds/check-refund.ts";
import type { Sale, SaleLine } from "../../src/core/pos/sales/sale.ts";
import type { Cents } from "../../src/values/money.ts";
import { post } from "../kit/app.ts";
import * as pos from "../kit/pos.ts";
import { openShared } from "../kit/shared.ts";
import { tier } from "../kit/tier.ts";

interface Refunded {
  readonly sale: number;
  readonly lines: readonly number[];
}

/** Three lines, two taxed at 8.875 %, 10 % off, a tip: 60.00 − 6.00 + 4.00 + 5.00 = 63.00. */
async function sell({ owner }: pos.TestShop, own: pos.FormFields): Promise<Refunded> {
  const rate = (await owner.post("/tax-rates/", { name: "T", amount: "8.875" })).json().id;
  const answer = await owner.post("/transactions/", {
    "line_items[0][name]": "A",
    "line_items[0][price]": "30.00",
    "line_items[0][tax_rate_ids]": rate,
    "line_items[1][name]": "B",
    "line_items[1][price]": "20.00",
    "line_items[1][tax_rate_ids]": rate,
    "line_items[2][name]": "C",
    "line_items[2][price]": "5.00",
    "line_items[2][quantity]": "2",
    subtotal: "60.00",
    discount: "6.00",
    tip: "5.00",
    // 45.00 × 8.875 % = 3.99375.
    total: "62.99",
    ...own,
  });
  assert.equal(answer.statusCode, 201, answer.body);
  const { id, line_items } = answer.json();
  return { sale: id, lines: line_items.map((line: { id: number }) => line.id) };
}

/** The amount that the gateway has refunded for the sale's transaction. */
async function givenBack({ database }: pos.TestShop, sale: number): Promise<number[]> {
  const rows = await database.owner.rows<{ amount_cents: number }>`
    select refund.amount_cents from pos_sales sale join transactions refund
      on refund.account_id = sale.account_id and refund.original_id = sale.transaction_id
    where sale.id = ${sale} and refund.is_approved order by refund.id`;
  return rows.map(({ amount_cents }) => amount_cents);
}

for (const method of ["card", "cash"]) {
  test(`${method}: lines are refunded with their share of discount and tax, and add up to the total without the tip`, async (t) => {
    const shop = await pos.openShopApp(t);
    const token = await pos.aToken(shop);
    const { sale, lines } = await sell(shop, method === "card" ? { token } : {});
    const refund = (form: pos.FormFields) => shop.owner.post(`/transactions/${sale}/refund`, form);
    // 27.00 + 2.39625; 18.00 + 1.5975; the last line gets the rest of 57.99.
    const first = await refund({ "line_items[]": [lines[0] ?? 0] });
    assert.equal(first.statusCode, 200, first.body);
    assert.deepEqual(
      [first.json().status, first.json().refunded, first.json().line_items[0].is_refunded],
      ["partially_refunded", "29.40", true],
    );
    pos.assertErrors(await refund({ "line_items[]": [lines[0] ?? 0] }), ["line_items"]);
    pos.assertErrors(await refund({ line_items: `${lines[1]}`, refund_amount: "19.59" }), [
      "refund_amount",
    ]);
    const rest = await refund({
      line_items: `${lines[2]},${lines[1]}`,
      refund_amount: "28.59",
    });
    assert.equal(rest.statusCode, 200, rest.body);
    assert.equal(rest.json().refunded, "57.99");
    const tip = await refund({});
    assert.deepEqual([tip.json().status, tip.json().refunded], ["refunded", "62.99"]);
    pos.assertErrors(await refund({}), ["refund_amount"]);
    const amounts = tip.json().refunds.map(({ amount }: { amount: string }) => amount);
    assert.deepEqual(amounts, ["29.40", "28.59", "5.00"]);
    const atGateway = await givenBack(shop, sale);
    assert.deepEqual(atGateway, method === "card" ? [2_940, 2_859, 500] : []);
  });
}

test("a full refund is a void at the gateway, and a part is a refund", async (t) => {
  const shop = await openShared(t, pos.openShopApp);
  const token = await pos.aToken(shop);
  const { sale } = await sell(shop, { token });
  const all = (await shop.owner.post(`/transactions/${sale}/refund/`)).json();
  assert.deepEqual([all.status, all.refunded], ["refunded", "62.99"]);
  const marks = all.line_items.map(({ is_refunded }: { is_refunded: boolean }) => is_refunded);
  assert.deepEqual(
    marks,
    [true, true, true],
    "a refund of everything includes all remaining lines",
  );
  const [row] = await shop.database.owner.rows<{ message: string; state: string }>`
    select message, state from transactions where id = ${all.refunds[0].transaction_id}`;
  assert.deepEqual(row, { message: "VOID", state: "voided" });

  const other = await sell(shop, { token });
  const refund = (form: pos.FormFields, isMultipart = false) =>
    shop.owner.post(`/transactions/${other.sale}/refund`, form, { isMultipart });
  const part = await refund({ refund_amount: "10" }, true);
  assert.deepEqual([part.json().status, part.json().refunded], ["partially_refunded", "10.00"]);
  pos.assertErrors(await refund({ refund_amount: "53.00" }), ["refund_amount"]);
  pos.assertErrors(await refund({ refund_amount: "0" }), ["refund_amount"]);
  pos.assertErrors(await refund({ refund_amount: "-1" }), ["refund_amount"]);
  pos.assertErrors(await refund({ "line_items[]": "x" }), ["line_items"]);
  pos.assertErrors(await refund({ "line_items[]": "999999" }), ["line_items"]);
  pos.assertErrors(await refund({ "line_items[]": [...other.lines] }), ["refund_amount"]);
  assert.equal((await refund({ refund_amount: "52.99" })).json().status, "refunded");
  assert.deepEqual(await givenBack(shop, other.sale), [1_000, 5_299]);
});

test("a cashier can refund only their own sales", async (t) => {
  const shop = await openShared(t, pos.openShopApp);
  const cashier = await pos.logIn(shop, "cashier");
  const theirs = (await shop.owner.post("/transactions/", pos.custom("5.00"))).json();
  pos.assertDetail(await cashier.post(`/transactions/${theirs.id}/refund`), 403);
  const own = (await cashier.post("/transactions/", pos.custom("5.00"))).json();
  assert.equal((await cashier.post(`/transactions/${own.id}/refund`)).statusCode, 200);
  const manager = await pos.logIn(shop, "manager");
  assert.equal((await manager.post(`/transactions/${theirs.id}/refund`)).statusCode, 200);
});

test("concurrent refunds never exceed what was paid", async (t) => {
  const shop = await openShared(t, pos.openShopApp);
  const token = await pos.aToken(shop);
  for (const own of [{ token }, {}]) {
    const { sale, lines } = await sell(shop, own);
    const forms: pos.FormFields[] = [
      {},
      { refund_amount: "40.00" },
      { refund_amount: "20.00" },
      ...lines.map((id) => ({ "line_items[]": id })),
    ];
    const count = tier(18, 300);
    const sent = Array.from({ length: count }, (_, at) =>
      shop.owner.post(`/transactions/${sale}/refund`, forms[at % forms.length]),
    );
    const answers: readonly pos.Answer[] = await Promise.all(sent);
    const good = answers.filter(({ statusCode }) => statusCode === 200).length;
    for (const { statusCode, body } of answers) assert.ok([200, 400].includes(statusCode), body);
    const { refunds, refunded } = (await shop.owner.get(`/transactions/${sale}`)).json();
    assert.equal(refunds.length, good);
    assert.ok(good >= 1 && Number(refunded) <= 62.99, refunded);
    if (!("token" in own)) continue;
    const atGateway = (await givenBack(shop, sale)).reduce((sum, one) => sum + one, 0);
    assert.equal(atGateway, Math.round(Number(refunded) * 100));
  }
});

test("the same refund with one key is made once", async (t) => {
  const shop = await openShared(t, pos.openShopApp);
  const token = await pos.aToken(shop);
  for (const own of [{ token }, {}]) {
    const { sale } = await sell(shop, own);
    const headers = { "idempotency-key": `refund of ${sale}` };
    const form = { refund_amount: "10.00" };
    const send = () => shop.owner.post(`/transactions/${sale}/refund`, form, { headers });
    const answers = [...(await Promise.all([send(), send(), send()])), await send()];
    for (const answer of answers) assert.equal(answer.statusCode, 200, answer.body);
    assert.equal((await shop.owner.get(`/transactions/${sale}`)).json().refunded, "10.00");
    const other = await shop.owner.post(`/transactions/${sale}/refund`, {}, { headers });
    pos.assertErrors(other, ["Idempotency-Key"]);
  }
});

test("a declined refund releases its amount; an unknown one keeps it until the result is known", async (t) => {
  const shop = await pos.openShopApp(t);
  const { sale, lines } = await sell(shop, { token: await pos.aToken(shop) });
  const refund = (form: pos.FormFields) => shop.owner.post(`/transactions/${sale}/refund`, form);
  pos.assertDetail(await refund({ refund_amount: "1.02" }), 402);
  pos.assertDetail(await refund({ refund_amount: "1.92" }), 503);
  const after = (await shop.owner.get(`/transactions/${sale}`)).json();
  assert.deepEqual([after.status, after.refunded], ["completed", "0.00"]);
  assert.deepEqual(
    after.refunds.map(({ status }: { status: string }) => status),
    ["declined", "failed"],
  );
  const lost = await refund({ refund_amount: "1.90" });
  assert.equal(lost.statusCode, 202);
  assert.equal(lost.json().refunded, "0.00");
  pos.assertErrors(await refund({ refund_amount: "62.00" }), ["refund_amount"]);

  shop.clock.advance({ minutes: 1 });
  await reconcile(pos.openJobPos(shop).payments, (error) => assert.fail(String(error)));
  assert.equal(await pos.settle(shop), 1);
  const known = (await shop.owner.get(`/transactions/${sale}`)).json();
  assert.deepEqual([known.status, known.refunded], ["partially_refunded", "1.90"]);
  assert.equal((await refund({ "line_items[]": lines[0] ?? 0 })).statusCode, 200);
});

test("what was refunded at the gateway cannot be refunded again", async (t) => {
  const shop = await openShared(t, pos.openShopApp);
  const { sale } = await sell(shop, { token: await pos.aToken(shop) });
  const { transaction_id } = (await shop.owner.get(`/transactions/${sale}`)).json();

  await post(shop.server, "/api/qsapi/3.8", {
    account_id: "120000000001",
    api_accesskey: "1".repeat(32),
    transaction_type: "REFUND",
    token_id: transaction_id,
  });
  pos.assertErrors(await shop.owner.post(`/transactions/${sale}/refund`), ["refund_amount"]);
  const kept = (await shop.owner.get(`/transactions/${sale}`)).json();
  assert.deepEqual([kept.status, kept.refunds], ["completed", []]);
});

test("refunds in any order never exceed the total", () => {
  const lines = fc.array(fc.nat(5_000), { minLength: 1, maxLength: 6 });
  const step = fc.oneof(
    fc.record({ amountCents: fc.integer({ min: 1, max: 9_000 }) }),
    fc.record({ line: fc.nat(6) }),
    fc.constant({}),
  );
  fc.assert(
    fc.property(lines, fc.nat(500), fc.array(step, { maxLength: 12 }), (shares, tip, steps) => {
      const totalCents = (shares.reduce((sum, one) => sum + one, 0) + tip) as Cents;
      let refundedCents = 0;
      const open = new Map(shares.map((share, at) => [String(at), share]));
      for (const one of steps) {
        const sale = {
          status: "completed",
          totalCents,
          refundedCents,
          lines: shares.map((shareCents, at) => ({
            id: String(at),
            shareCents,
            refundId: open.has(String(at)) ? null : "1",
          })) as unknown as SaleLine[],
        } as unknown as Sale;
        const judged = checkRefund(sale, {
          amountCents: "amountCents" in one ? (one.amountCents as Cents) : undefined,
          lineIds: "line" in one ? [String(one.line)] : undefined,
          key: undefined,
        });
        if (judged.kind === "refused") continue;
        refundedCents += judged.amountCents;
        for (const id of judged.lineIds) assert.ok(open.delete(id));
        assert.ok(refundedCents <= totalCents);
      }
    }),
  );
});
