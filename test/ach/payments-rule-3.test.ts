/** F, routing rule 3: the code that a reissue reuses is the one that the original was sent with. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { pay, readTransactionRow, reissue, verificationIn } from "../kit/bank.ts";
import { ALPINE, BOOKS } from "../kit/bank-logins.ts";
import { openUnlimitedApp } from "../kit/hooked-app.ts";
import { openShared } from "../kit/shared.ts";

test("rule 3: of a CREDIT that was sent with a code that code is reused, not the one it went out by", async (t) => {
  const app = await openShared(t, openUnlimitedApp);
  const credit = { ...ALPINE, transaction_type: "CREDIT", ach_sec_code: "WEB" };
  const first = await pay(app, credit);
  const again = await reissue(app, first.transaction_id, ALPINE);
  assert.deepEqual(verificationIn(again), [true, "Accepted"]);
  assert.equal((await readTransactionRow(app, again.transaction_id, ALPINE))["sec_code"], "WEB");
});

test("rule 3: of a CREDIT without a code there is none to reuse: the default applies", async (t) => {
  const app = await openShared(t, openUnlimitedApp);
  const first = await pay(app, { transaction_type: "CREDIT" });
  const again = await reissue(app, first.transaction_id);
  assert.equal((await readTransactionRow(app, again.transaction_id, BOOKS))["sec_code"], "WEB");
});

test("rule 3: where neither has a code, the default is the account's of today", async (t) => {
  const app = await openUnlimitedApp(t);
  const first = await pay(app, ALPINE);
  await app.database.owner.rows`
    update accounts set ach_default_sec_code = 'WEB' where id = ${ALPINE.account_id}`;
  await t.waitFor(
    async () => {
      const again = await reissue(app, first.transaction_id, ALPINE);
      assert.deepEqual(verificationIn(again), [true, "Accepted"]);
    },
    { timeout: 5_000 },
  );
});
