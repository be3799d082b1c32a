/** What goes on and what does not while too many returns stop the debits of an account. */
import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { openAchApp, sendAll, sendBack } from "../kit/ach-app.ts";
import type { TestApp } from "../kit/app.ts";
import { endingIn, idsToSend, pay, readTransactionRow } from "../kit/bank.ts";
import { BOOKS } from "../kit/bank-logins.ts";
import { fetchId } from "../kit/hooked-app.ts";

async function openStopping(t: TestContext) {
  const { app, ach } = await openAchApp(t);
  await app.database.owner.rows`
    update accounts set ach_return_stop = true, ach_retry_days = 1 where id = ${BOOKS.account_id}`;
  return { app, ach };
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

for (const [scope, subject] of [
  ["account", BOOKS.account_id],
  ["company", "1000000001"],
] as const) {
  test(`debits are not presented again while the ${scope} is stopped`, async (t) => {
    const { app, ach } = await openStopping(t);
    const { transaction_id: id } = await pay(app);
    await sendAll(ach);
    await sendBack(ach, id, "R01");
    await exceedLimit(app, scope, subject);
    ach.clock.advance({ hours: 24 });
    assert.deepEqual(await sendAll(ach), []);
    assert.equal((await readTransactionRow(app, id))["state"], "returned");
    await endStop(app);
    assert.equal((await sendAll(ach)).length, 1);
    assert.equal((await readTransactionRow(app, id))["state"], "pending");
  });
}

test("without the setting, debits are presented again whatever the rates are", async (t) => {
  const { app, ach } = await openStopping(t);
  await app.database.owner.rows`update accounts set ach_return_stop = false`;
  const { transaction_id: id } = await pay(app);
  await sendAll(ach);
  await sendBack(ach, id, "R01");
  await exceedLimit(app);
  ach.clock.advance({ hours: 24 });
  assert.equal((await sendAll(ach)).length, 1);
});
