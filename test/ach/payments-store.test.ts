/** STORE saves a bank account, and verifies it first if validate_ach_account requests it. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { openTestApp, post, type TestApp } from "../kit/app.ts";
import {
  ask,
  BANK,
  endingIn,
  idsToSend,
  pay,
  readStatus,
  readTransactionRow,
  reissue,
  timesAsked,
  verificationIn,
} from "../kit/bank.ts";
import { ALPINE, BOOKS, CLINIC } from "../kit/bank-logins.ts";
import { type Form, listNewWebhooks, NO_LIMITS, openHooked } from "../kit/hooked-app.ts";
import { type Lifetime, openShared } from "../kit/shared.ts";

const STORE = { ...BANK, transaction_type: "STORE" };
const VERIFIED_STORE = { ...STORE, validate_ach_account: "1" };

function open(t: Lifetime): Promise<TestApp> {
  return openTestApp(t, {}, NO_LIMITS);
}

function approvalIn(answer: Form): readonly unknown[] {
  return [answer["error_code"], answer["transaction_approved"], answer["authorization_message"]];
}

test("STORE with validate_ach_account verifies; the pass is remembered for later entries", async (t) => {
  const app = await openShared(t, open);
  const bank = endingIn("5001");
  const [asked, waiting] = [await timesAsked(app), await idsToSend(app)];
  const stored = await ask(app, { ...VERIFIED_STORE, ...bank });
  assert.deepEqual(verificationIn(stored), [true, "Accepted"]);
  assert.deepEqual(approvalIn(stored), [0, undefined, undefined]);
  assert.equal((await readTransactionRow(app, stored.transaction_id))["state"], "stored");
  assert.equal(await timesAsked(app), asked + 1);
  assert.deepEqual(verificationIn(await pay(app, bank)), [false, "Previously verified"]);
  assert.deepEqual(verificationIn(await ask(app, { ...VERIFIED_STORE, ...bank })), [
    true,
    "Accepted",
  ]);
  assert.equal(await timesAsked(app), asked + 2, "always, whatever was known");
  assert.equal(
    (await idsToSend(app)).length,
    waiting.length + 1,
    "a stored account goes into no file",
  );
});

test("a failed verification refuses the STORE, and status and report say so", async (t) => {
  const app = await openShared(t, open);
  const waiting = await idsToSend(app);
  const refused = await ask(app, { ...VERIFIED_STORE, ...endingIn("0002") });
  assert.deepEqual(verificationIn(refused), [false, "Account closed"]);
  assert.deepEqual(approvalIn(refused), [30002, false, "NOT BATCHED"]);
  assert.deepEqual([refused.error_message, refused.transaction_amount], ["DECLINED", 0]);
  const status = await readStatus(app, refused.transaction_id);
  assert.deepEqual(
    [status.found, status.transaction_approved, status.authorization_message],
    [true, false, "NOT BATCHED"],
  );
  const { transaction_id } = refused;
  const form = { ...BOOKS, transaction_id, response_format: "JSON" };
  const [record] = (await post(app.server, "/api/rsapi/3.8", form)).json().transactions;
  assert.deepEqual(
    [record.transaction_type, record.authorization_msg, record.transaction_amount],
    ["STORE", "NOT BATCHED", 0],
  );
  assert.deepEqual(await idsToSend(app), waiting);
  const again = await reissue(app, transaction_id, { validate_ach_account: "1" });
  assert.deepEqual(approvalIn(again), [30002, false, "NOT BATCHED"], "the token is verified too");
});

test("without validate_ach_account, or with 0, STORE does not verify", async (t) => {
  const app = await openShared(t, open);
  const asked = await timesAsked(app);
  for (const own of [{}, { validate_ach_account: "0" }, { validate_ach_account: "false" }]) {
    const stored = await ask(app, { ...STORE, ...endingIn("0002"), ...own });
    assert.deepEqual(verificationIn(stored), [false, "Not required"]);
    assert.equal(stored.error_code, 0);
  }
  const elsewhere = await ask(app, { ...VERIFIED_STORE, ...CLINIC });
  assert.deepEqual(verificationIn(elsewhere), [undefined, undefined], "the feature is off");
  assert.equal(elsewhere.error_code, 0);
  assert.equal(await timesAsked(app), asked);
});

test("with the provider unavailable the account's setting decides about the STORE", async (t) => {
  const app = await openShared(t, open);
  const away = { ...VERIFIED_STORE, ...endingIn("0009") };
  const declined = await ask(app, away);
  assert.deepEqual(verificationIn(declined), [false, "Verification unavailable"]);
  assert.deepEqual(approvalIn(declined), [30002, false, "NOT BATCHED"]);
  const accepted = await ask(app, { ...away, ...ALPINE });
  assert.deepEqual(verificationIn(accepted), [false, "Verification unavailable"]);
  assert.deepEqual(approvalIn(accepted), [0, undefined, undefined]);
});

test("a STORE that is sent again under its key asks once and answers the same", async (t) => {
  const app = await openShared(t, open);
  const asked = await timesAsked(app);
  const key = { "idempotency-key": "store 1" };
  const both = await Promise.all([1, 2].map(() => ask(app, VERIFIED_STORE, key)));
  assert.deepEqual(both[0], both[1]);
  assert.deepEqual(await ask(app, VERIFIED_STORE, key), both[0]);
  assert.equal(await timesAsked(app), asked + 1);
  assert.equal((await ask(app, STORE, key)).error_code, 20008);
});

test("a refused STORE sends a declined webhook", async (t) => {
  const app = await openHooked(t);
  const news = await listNewWebhooks(app, () =>
    ask(app, { ...VERIFIED_STORE, ...endingIn("0001") }),
  );
  assert.deepEqual(
    news.map(({ event }) => event),
    ["transaction.declined"],
  );
});
