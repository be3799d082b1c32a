/** Area C: how a refund may be asked for, and what is refused before anything goes back. */
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  assertErrors,
  aToken,
  custom,
  type FormFields,
  openShopApp,
  type TestShop,
} from "../kit/till.ts";

interface Sold {
  readonly sale: number;
  /** Of 10.00, of 5.00 and of nothing. */
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
  test(`${method}: a line that cost nothing is refused by itself, and goes back with others`, async (t) => {
    const shop = await openShopApp(t);
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
