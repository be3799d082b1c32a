/** The forms of refund requests, and what is refused before anything is refunded. */
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  assertErrors,
  aToken,
  custom,
  type FormFields,
  openShopApp,
  type TestShop,
} from "../kit/pos.ts";
import { openShared } from "../kit/shared.ts";

interface Sold {
  readonly sale: number;
  /** Lines of 10.00, 5.00 and 0.00. */
  readonly lines: readonly [number, number, number];
}

async function sell({ owner }: TestShop, own: FormFields = {}): Promise<Sold> {
  const form = custom("10.00", {
    "line_items[1][name]": "Cap",
    "line_items[1][price]": "5.00",
    "line_items[2][name]": "Gift",
    "line_items[2][price]": "0",
    subtotal: "15.00",
    total: "15.00",
    ...own,
  });
  const answer = await owner.post("/transactions/", form);
  assert.equal(answer.statusCode, 201, answer.body);
  const { id, line_items } = answer.json();
  const [first, second, third] = line_items.map((line: { id: number }) => line.id);
  return { sale: id, lines: [first, second, third] };
}

for (const method of ["card", "cash"]) {
  test(`${method}: a line that cost nothing cannot be refunded alone, only with others`, async (t) => {
    const shop = await openShared(t, openShopApp);
    const own: FormFields = method === "card" ? { token: await aToken(shop) } : {};
    const { sale, lines } = await sell(shop, own);
    const [first, , free] = lines;
    const refund = (form: FormFields) => shop.owner.post(`/transactions/${sale}/refund`, form);
    assertErrors(await refund({ "line_items[]": [free] }), ["line_items"]);
    assertErrors(await refund({ "line_items[]": [free], refund_amount: "1" }), ["line_items"]);
    const both = await refund({ "line_items[]": [first, free] });
    assert.equal(both.statusCode, 200, both.body);
    assert.equal(both.json().refunded, "10.00");
    assert.deepEqual(both.json().refunds[0].line_items, [first, free]);
  });
}

test("lines are sent as a repeated field, numbered fields or a comma list", async (t) => {
  const shop = await openShared(t, openShopApp);
  const spellings: ((one: number, other: number) => FormFields)[] = [
    (one, other) => ({ "line_items[]": [one, other] }),
    (one, other) => ({ "line_items[0]": one, "line_items[1]": other }),
    (one, other) => ({ line_items: `${one},${other}` }),
  ];
  for (const spell of spellings) {
    const { sale, lines } = await sell(shop);
    const form = spell(lines[1], lines[2]);
    const answer = await shop.owner.post(`/transactions/${sale}/refund`, form);
    assert.equal(answer.statusCode, 200, answer.body);
    assert.equal(answer.json().refunded, "5.00", JSON.stringify(form));
  }
});

test("invalid lines are refused and do not refund everything", async (t) => {
  const shop = await openShared(t, openShopApp);
  const { sale, lines } = await sell(shop);
  for (const name of ["line_items[0][id]", "line_items[x]", "line_items[][id]", "line_items[0"]) {
    const answer = await shop.owner.post(`/transactions/${sale}/refund`, { [name]: lines[1] });
    assertErrors(answer, ["line_items"], name);
  }
  const twice = { "line_items[0]": lines[1], "line_items[1]": lines[1] };
  assertErrors(await shop.owner.post(`/transactions/${sale}/refund`, twice), ["line_items"]);
  const kept = (await shop.owner.get(`/transactions/${sale}/`)).json();
  assert.deepEqual([kept.status, kept.refunded], ["completed", "0.00"]);
});
