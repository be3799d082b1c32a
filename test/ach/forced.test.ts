/** Manual actions of operators, their webhooks, and return rates. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { setWebhook } from "../../src/core/accounts/set-webhook.ts";
import { forceChange } from "../../src/core/ach/forced/force-change.ts";
import { forceCutOffs } from "../../src/core/ach/forced/force-cut-off.ts";
import { forceReturn } from "../../src/core/ach/forced/force-return.ts";
import { forceSettle, forceSettleMany } from "../../src/core/ach/forced/force-settle.ts";
import { returnRates } from "../../src/core/ach/return-rates.ts";
import { StatusStore } from "../../src/core/payments/status-store.ts";
import {
  addEntry,
  BOOKS,
  CLINIC,
  listUpdates,
  openTestAch,
  readEntry,
  type TestAch,
} from "../kit/ach.ts";
import { sendAll } from "../kit/ach-app.ts";
import { type Lifetime, openShared } from "../kit/shared.ts";

const BY = { actor: { kind: "operator", id: "1", name: "Otto" } } as const;
const NOW = "2026-11-16T15:00:00Z";

async function openSent(t: Lifetime) {
  const ach = await openTestAch(t);
  const transactionId = await addEntry(ach);
  await forceCutOffs(ach.needs, undefined, BY);
  return { ach, transactionId };
}

async function actsOf({ database }: TestAch): Promise<string[]> {
  const rows = await database.owner.rows<{ said: string }>`
    select concat_ws(' ', actor_name, action, subject_id, after ->> 'state', after ->> 'code') as said
    from audit_entries where action like 'ach.%' order by id`;
  return rows.map(({ said }) => said);
}

async function toldOf({ database }: TestAch) {
  const rows = await database.owner.rows<{ event: string; payload: Record<string, unknown> }>`
    select event, payload from outbox where kind = 'webhook' order by id`;
  return rows.map(({ event, payload }) => [
    event,
    payload["authorization_message"],
    payload["transaction_approved"],
    payload["error_code"],
    payload["ach_return_code"] ?? payload["noc_data"] ?? null,
    payload["action_date"],
  ]);
}

test("a manual cut-off sends waiting entries once, which settle on the next banking day", async (t) => {
  const { ach, transactionId } = await openSent(t);
  const { message, settle_at } = await readEntry(ach, transactionId);
  assert.deepEqual([message, `${settle_at}`], ["BATCHED", "2026-11-17T13:30:00Z"]);
  ach.clock.advance({ minutes: 1 });
  const again = await forceCutOffs(ach.needs, "simulator", BY);
  assert.deepEqual(
    again?.map(({ entries, files }) => [entries, files]),
    [[0, []]],
  );
  assert.equal(await forceCutOffs(ach.needs, "nowhere", BY), undefined);
});

test("a manual return has the effect of a bank's return; after settlement it is late", async (t) => {
  const { ach, transactionId } = await openSent(t);
  const force = (code: string) => forceReturn(ach.needs, { transactionId, code }, BY);
  assert.deepEqual(await force("R99"), { kind: "unknown_code" });
  assert.deepEqual(await force("R68"), { kind: "unknown_code" });
  assert.equal((await forceSettle(ach.needs, { transactionId }, BY)).kind, "done");
  assert.deepEqual(await force("R10"), { kind: "done", accountId: BOOKS, state: "returned" });
  assert.deepEqual(await force("R10"), { kind: "not_fit", state: "returned" });
  assert.deepEqual(await listUpdates(ach, transactionId), [
    `${NOW}: SETTLED\\FUNDED`,
    `${NOW}: DECLINED\\RETURNED R10 late`,
  ]);
  assert.deepEqual(await actsOf(ach), [
    "Otto ach.cut_off simulator",
    `Otto ach.settle ${BOOKS}/${transactionId} settled`,
    `Otto ach.return ${BOOKS}/${transactionId} returned R10`,
  ]);
});

test("an entry that was not sent can be neither returned nor settled", async (t) => {
  const ach = await openShared(t, openTestAch);
  const transactionId = await addEntry(ach);
  const none = { kind: "not_found" };
  assert.deepEqual(await forceReturn(ach.needs, { transactionId, code: "R01" }, BY), none);
  assert.deepEqual(await forceSettle(ach.needs, { transactionId }, BY), none);
});

test("for an id that two accounts have, the account must be given", async (t) => {
  const ach = await openShared(t, openTestAch);
  const transactionId = await addEntry(ach);
  await addEntry(ach, { accountId: CLINIC, id: transactionId });
  await sendAll(ach);
  const wish = { transactionId, code: "R01" };
  const outcome = await forceReturn(ach.needs, wish, BY);
  assert.deepEqual(outcome, { kind: "ambiguous", accountIds: [BOOKS, CLINIC] });
  const clear = await forceReturn(ach.needs, { ...wish, accountId: CLINIC }, BY);
  assert.deepEqual(clear, { kind: "done", accountId: CLINIC, state: "returned" });
});

test("all sent entries can be settled, or only those that are due", async (t) => {
  const { ach } = await openSent(t);
  await addEntry(ach);
  ach.clock.advance({ minutes: 1 });
  await forceCutOffs(ach.needs, undefined, BY);
  assert.equal(await forceSettleMany(ach.needs, "due", BY), 0);
  assert.equal(await forceSettleMany(ach.needs, "all", BY), 2);
  assert.equal(await forceSettleMany(ach.needs, "all", BY), 0);
});

test("webhooks report settled, returned, rejected and changed entries", async (t) => {
  const { ach, transactionId } = await openSent(t);
  const { database: db, needs, clock } = ach;
  await forceChange(needs, { transactionId, code: "C01", corrected: "111222333" }, BY);
  assert.deepEqual(await toldOf(ach), [], "nobody listens");
  const wish = { url: "http://shop.test/hook" };
  const hooked = {
    db: db.app,
    custody: needs.custody,
    clock,
    environment: "certification",
  } as const;
  await setWebhook(hooked, BOOKS, { wish, by: { actor: { kind: "system", name: "a test" } } });
  const rejected = await addEntry(ach);
  ach.clock.advance({ minutes: 1 });
  await forceCutOffs(needs, undefined, BY);
  await forceChange(needs, { transactionId, code: "C02", corrected: "061000146" }, BY);
  await forceSettle(needs, { transactionId }, BY);
  await forceReturn(needs, { transactionId, code: "R10" }, BY);
  await forceReturn(needs, { transactionId: rejected, code: "R26" }, BY);
  const day = "2026-11-16";
  assert.deepEqual(await toldOf(ach), [
    ["transaction.changed", "BATCHED", true, 0, "C02 routing 061000146", day],
    ["transaction.settled", "SETTLED\\FUNDED", true, 0, null, day],
    ["transaction.returned", "DECLINED\\RETURNED", false, 30002, "R10", day],
    ["transaction.rejected", "DECLINED\\ERRORS", false, 30002, "R26", day],
  ]);
});

test("status answers the latest state, and a returned entry is not approved", async (t) => {
  const ach = await openShared(t, openTestAch);
  const transactionId = await addEntry(ach, { accountNumber: "9876500001" });
  await sendAll(ach);
  const statuses = new StatusStore({ db: ach.db, queueMax: 10 });
  const said = async () => {
    const status = await statuses.findTransactionStatus(BOOKS, transactionId);
    return [status?.message, status?.isApproved];
  };
  assert.deepEqual(await said(), ["BATCHED", true]);
  await forceSettle(ach.needs, { transactionId }, BY);
  assert.deepEqual(await said(), ["SETTLED\\FUNDED", true]);
  await forceReturn(ach.needs, { transactionId, code: "R10" }, BY);
  assert.deepEqual(await said(), ["DECLINED\\RETURNED", false]);
});

test("return rates count debits of 60 days by category", async (t) => {
  const ach = await openTestAch(t);
  const ids: string[] = [];
  for (let left = 10; left > 0; left--) ids.push(await addEntry(ach));
  await addEntry(ach, { type: "CREDIT" });
  await addEntry(ach, { secCode: "RCK", checkNumber: "1", accountNumber: "5551001" });
  await forceCutOffs(ach.needs, undefined, BY);
  for (const [place, code] of ["R10", "R03", "R01"].entries()) {
    await forceReturn(ach.needs, { transactionId: ids[place] ?? "", code }, BY);
  }
  ach.clock.set("2026-11-17T15:00:00Z");
  const rates = () => returnRates(ach.database.payments, ach.clock.business());
  assert.deepEqual(await rates(), [
    {
      accountId: BOOKS,
      accountName: "Main Street Books",
      debits: 10,
      returned: { unauthorized: 1, administrative: 1, overall: 3 },
      rates: { unauthorized: 0.1, administrative: 0.1, overall: 0.3 },
      near: [],
      over: ["unauthorized", "administrative", "overall"],
    },
  ]);
  assert.deepEqual(await returnRates(ach.database.payments, ach.clock.business(), CLINIC), []);
  ach.clock.advance({ hours: 24 * 60 });
  assert.deepEqual(await rates(), []);
});
