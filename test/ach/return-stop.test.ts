/** What goes on and what does not while too many returns stop the debits of an account. */
import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { openAchApp } from "../kit/ach-app.ts";
import type { TestApp } from "../kit/app.ts";
import { BOOKS, endingIn, idsToSend, pay } from "../kit/bank.ts";
import { fetchId } from "../kit/hooked-app.ts";

async function openStopping(t: TestContext) {
  const { app } = await openAchApp(t);
  await app.database.owner.rows`
    update accounts set ach_return_stop = true, ach_retry_days = 1 where id = ${BOOKS.account_id}`;
  return { app };
}

/** As the watch stores it when it finds a rate above its limit. */
async function exceedLimit({ database }: TestApp, scope = "account", subject = BOOKS.account_id) {
  await database.owner.rows`
    insert into ach_rate_alerts (scope, subject_id, kind, level, rate, returned, debits, since)
    values (${scope}, ${subject}, 'overall', 'over', 0.5, 5, 10, now())`;
}

const endStop = ({ database }: TestApp) => database.owner.rows`delete from ach_rate_alerts`;

test("a repeated request gets its first answer while debits are stopped", async (t) => {
  const { app } = await openStopping(t);
  const transaction_id = await fetchId(app);
  const byId = () => pay(app, { transaction_id });
  const byKey = (changes = {}) => pay(app, changes, { "idempotency-key": "sale-1" });
  const [one, two] = [await byId(), await byKey()];
  assert.deepEqual([one.authorization_message, two.authorization_message], ["PENDING", "PENDING"]);
  await exceedLimit(app);
  assert.deepEqual(await byId(), one);
  assert.deepEqual(await byKey(), two);
  assert.equal((await byKey({ transaction_amount: "9.00" })).error_code, 20008);
  assert.equal((await pay(app)).error_code, 20024);
});

test("a stopped request leaves its id and key unused", async (t) => {
  const { app } = await openStopping(t);
  await exceedLimit(app);
  const transaction_id = await fetchId(app);
  const send = () => pay(app, { transaction_id }, { "idempotency-key": "sale-1" });
  assert.equal((await send()).error_code, 20024);
  assert.deepEqual(await idsToSend(app), []);
  assert.equal((await pay(app, { transaction_id: "323999999999" })).error_code, 20007);
  await endStop(app);
  const taken = await send();
  assert.deepEqual(
    [taken.authorization_message, taken.transaction_id],
    ["PENDING", transaction_id],
  );
});

test("a request that is repeated while the first one is verified gets the same answer", async (t) => {
  const { app } = await openStopping(t);
  const send = () => pay(app, endingIn("0004"), { "idempotency-key": "slow-1" });
  const asking = send();
  const openAttempts = () => app.database.owner.rows`select from open_attempts`;
  while ((await openAttempts()).length === 0) await new Promise(setImmediate);
  await exceedLimit(app);
  const again = await send();
  assert.deepEqual(again, await asking);
  assert.equal(again.authorization_message, "PENDING");
});
