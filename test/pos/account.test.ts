/** The account at the point of sale. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { post } from "../kit/app.ts";
import { BOOKS, openShopApp } from "../kit/pos.ts";

test("tax_before_discount is in every answer with the account", async (t) => {
  const { owner, server } = await openShopApp(t);
  assert.equal((await owner.get("/account")).json().tax_before_discount, false);
  for (const [sent, expected] of [
    ["1", true],
    ["false", false],
    ["true", true],
  ] as const) {
    const changed = await owner.post("/account", { tax_before_discount: sent });
    assert.equal(changed.json().tax_before_discount, expected, changed.body);
    assert.equal((await owner.get("/account")).json().tax_before_discount, expected);
  }
  const login = await post(server, "/api/json/account/login/", {
    account_id: BOOKS,
    email: "owner@books.test",
    passsword: "certification-owner",
  });
  assert.equal(login.json().account.tax_before_discount, true, login.body);
});
