/** While a process stops, a form is refused in the format that it asks for. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { ACCOUNT, CARD, openTestApp, post } from "../kit/app.ts";

test("a form that arrives while the process stops is told to try again in its own format", async (t) => {
  const app = await openTestApp(t);
  const sale = { ...ACCOUNT, ...CARD, transaction_type: "SALE", transaction_amount: "10.00" };
  app.drain();
  const json = await post(app.server, "/api/qsapi/3.8", { ...sale, response_format: "JSON" });
  assert.equal(json.json().error_code, 50_000);
  assert.equal(json.headers["connection"], "close");
  const form = await post(app.server, "/api/qsapi/3.8", sale);
  assert.match(form.body, /(^|&)error_code=50000(&|$)/);
  assert.deepEqual(await app.database.owner.rows`select from open_attempts`, []);
  assert.deepEqual(await app.database.owner.rows`select from transactions`, []);
});
