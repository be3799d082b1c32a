/** What a return means for the bank account: verification ends, and some returns block debits. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { clearBankBlock } from "../../src/core/bank-accounts/clear-block.ts";
import type { TestAch } from "../kit/ach.ts";
import { OPERATOR, openAchApp, sendAll, sendBack } from "../kit/ach-app.ts";
import type { TestApp } from "../kit/app.ts";
import {
  BANK,
  endingIn,
  pay,
  readStatus,
  readTransactionRow,
  reissue,
  SALE,
  verificationIn,
} from "../kit/bank.ts";
import { BOOKS, CLINIC } from "../kit/bank-logins.ts";
import { send } from "../kit/hooked-app.ts";
import { openShared } from "../kit/shared.ts";

const UNAUTHORIZED = ["R05", "R07", "R10", "R11", "R29", "R51"];
const UNUSABLE = ["R02", "R03", "R04", "R12", "R13", "R16", "R20"];
/** Returns after which the customer may pay again. */
const OTHERS = ["R01", "R08", "R09", "R14", "R24", "R26", "R31"];

/** A sale that was sent and returned. */
async function sellAndReturn(app: TestApp, ach: TestAch, code: string, changes = {}) {
  const { transaction_id } = await pay(app, changes);
  await sendAll(ach);
  await sendBack(ach, transaction_id, code);
  return transaction_id as string;
}

function assertBlocked(answer: Record<string, unknown>, code: string): void {
  assert.equal(answer["error_code"], 30002, code);
  assert.equal(answer["authorization_message"], "NOT BATCHED");
  assert.equal(answer["transaction_approved"], false);
  assert.deepEqual(verificationIn(answer), [false, `Account blocked after return ${code}`]);
}

test("after an unauthorized or unusable account, debits are refused like a failed verification", async (t) => {
  const { app, ach } = await openShared(t, openAchApp);
  for (const [at, code] of [...UNAUTHORIZED, ...UNUSABLE].entries()) {
    const bank = endingIn(String(5000 + at));
    const token = await sellAndReturn(app, ach, code, bank);
    const again = await pay(app, bank);
    assertBlocked(again, code);
    assertBlocked(await reissue(app, token), code);
    const status = await readStatus(app, again.transaction_id);
    assert.equal(status.authorization_message, "NOT BATCHED");
  }
});

test("other returns do not block, but the bank account is verified again", async (t) => {
  const { app, ach } = await openShared(t, openAchApp);
  for (const [at, code] of OTHERS.entries()) {
    const bank = endingIn(String(5100 + at));
    await sellAndReturn(app, ach, code, bank);
    const again = await pay(app, bank);
    assert.deepEqual(verificationIn(again), [true, "Accepted"], code);
    assert.deepEqual(verificationIn(await pay(app, bank)), [false, "Previously verified"]);
  }
});

test("a block is about one bank account of one merchant, and about debits", async (t) => {
  const { app, ach } = await openShared(t, openAchApp);
  const bank = endingIn("5201");
  await sellAndReturn(app, ach, "R10", bank);
  assertBlocked(await pay(app, bank), "R10");
  assertBlocked(await pay(app, { ...bank, ach_account_type: "savings" }), "R10");
  assertBlocked(await pay(app, { ...bank, validate_ach_account: "1" }), "R10");
  assertBlocked(await pay(app, { ...bank, validate_ach_account: "0" }), "R10");
  assert.equal((await pay(app, endingIn("4321"))).error_code, 0);
  assert.equal((await pay(app, { ...CLINIC, ...bank })).error_code, 0);
  assert.equal((await pay(app, { ...bank, transaction_type: "CREDIT" })).error_code, 0);
  assert.equal((await pay(app, { ...bank, transaction_type: "STORE" })).error_code, 0);
});

test("an account without verification gets the same answer without the two fields", async (t) => {
  const { app, ach } = await openShared(t, openAchApp);
  const bank = { ...CLINIC, ...endingIn("5202") };
  await sellAndReturn(app, ach, "R03", bank);
  const again = await pay(app, bank);
  assert.deepEqual([again.error_code, again.authorization_message], [30002, "NOT BATCHED"]);
  assert.deepEqual(verificationIn(again), [undefined, undefined]);
});

test("X-Error-Detail of a blocked debit says why, and so does that of its repetition", async (t) => {
  const { app, ach } = await openShared(t, openAchApp);
  const bank = { ...CLINIC, ...endingIn("5203") };
  await sellAndReturn(app, ach, "R03", bank);
  for (let left = 2; left > 0; left--) {
    const { headers } = await send(app, { ...SALE, ...bank }, { "idempotency-key": "blocked-1" });
    assert.equal(
      headers["x-error-detail"],
      "The bank account is blocked after return R03. It can be debited again after the block was cleared in the console, under ACH verification.",
    );
  }
});

test("the provider is not asked about a blocked bank account", async (t) => {
  const { app, ach } = await openShared(t, openAchApp);
  const bank = endingIn("5204");
  await sellAndReturn(app, ach, "R02", bank);
  const asked = () => app.database.owner.rows`select from simulator.verifications`;
  const before = (await asked()).length;
  await pay(app, bank);
  assert.equal((await asked()).length, before);
});

test("a blocked bank account can be debited again after it was cleared, which is audited", async (t) => {
  const { app, ach } = await openShared(t, openAchApp);
  const bank = endingIn("5205");
  const token = await sellAndReturn(app, ach, "R10", bank);
  const needs = { db: app.database.app };
  const clear = (transactionId: string) =>
    clearBankBlock(needs, BOOKS.account_id, { transactionId, by: OPERATOR });
  assert.equal((await clear("323999999999")).kind, "not_blocked");
  assert.equal((await clear(token)).kind, "cleared");
  assert.equal((await clear(token)).kind, "not_blocked");
  assert.equal((await pay(app, bank)).error_code, 0);
  const [act] = await app.database.owner.rows<{ before: Record<string, string> }>`
    select before from audit_entries where action = 'account.clear_bank_block'`;
  const { transactionId, returnCode, last4 } = act?.before ?? {};
  assert.deepEqual([transactionId, returnCode, last4], [token, "R10", "5205"]);
});

test("a debit that waits for its file when the bank account is blocked is not sent", async (t) => {
  const { app, ach } = await openShared(t, openAchApp);
  const bank = endingIn("5206");
  const first = await pay(app, bank);
  await sendAll(ach);
  const waiting = await pay(app, bank);
  const credit = await pay(app, { ...bank, transaction_type: "CREDIT" });
  const other = await pay(app, endingIn("5207"));
  await sendBack(ach, first.transaction_id, "R10");
  await sendAll(ach);
  const row = await readTransactionRow(app, waiting.transaction_id);
  assert.deepEqual([row["state"], row["message"]], ["rejected", "DECLINED\\ERRORS"]);
  assert.equal(row["verification_message"], "Account blocked after return R10");
  const entries = await app.database.owner.rows`
    select from ach_entries where transaction_id = ${waiting.transaction_id}`;
  assert.equal(entries.length, 0);
  for (const { transaction_id } of [credit, other]) {
    assert.equal((await readTransactionRow(app, transaction_id))["message"], "BATCHED");
  }
});

test("a batch whose only debit was left out of the file counts no entry and no money", async (t) => {
  const { app, ach } = await openShared(t, openAchApp);
  const bank = endingIn("5208");
  const first = await pay(app, bank);
  await sendAll(ach);
  await pay(app, {
    ...bank,
    ach_sec_code: "CCD",
    company: "Smith Ltd",
    transaction_amount: "7.00",
  });
  await pay(app, { transaction_amount: "2.00", ...endingIn("5209") });
  await sendBack(ach, first.transaction_id, "R10");
  await sendAll(ach);
  const batches = await app.database.owner.rows<object>`
    select sec_code as sec, entry_count as entries, amount_cents::int as cents from ach_batches
    where file_id = (select max(id) from ach_files) order by number`;
  assert.deepEqual(batches, [
    { sec: "CCD", entries: 0, cents: 0 },
    { sec: "WEB", entries: 1, cents: 200 },
  ]);
});

test("whatever happens at the same moment, no debit leaves after the return is stored", async (t) => {
  const { app, ach } = await openShared(t, openAchApp);
  const bank = endingIn("5210");
  const first = await pay(app, bank);
  await sendAll(ach);
  const racing = Array.from({ length: 20 }, () => pay(app, bank));
  await Promise.all([sendBack(ach, first.transaction_id, "R07"), ...racing]);
  const answers = await Promise.all(racing);
  await sendAll(ach);
  for (const { transaction_id } of answers) {
    const { state } = await readTransactionRow(app, transaction_id);
    assert.match(String(state), /^(not_batched|rejected)$/);
  }
  const ids = [first, ...answers].map(({ transaction_id }) => transaction_id);
  const sent = await app.database.owner.rows<{ id: string }>`
    select transaction_id as id from ach_entries where transaction_id = any (${ids}::bigint[])`;
  assert.deepEqual(sent, [{ id: first.transaction_id }]);
});

test("a pass that was asked for before the return does not count after it", async (t) => {
  const { app, ach } = await openAchApp(t);
  const first = await pay(app, endingIn("0004"));
  await sendAll(ach);
  // The provider takes two seconds to accept this bank account.
  const asking = pay(app, { ...endingIn("0004"), validate_ach_account: "1" });
  const leases = () => app.database.owner.rows`
    select from verification_leases where held_until > clock_timestamp()`;
  while ((await leases()).length === 0) await new Promise(setImmediate);
  await sendBack(ach, first.transaction_id, "R01");
  assert.deepEqual(verificationIn(await asking), [true, "Accepted"]);
  const next = await pay(app, endingIn("0004"));
  assert.deepEqual(verificationIn(next), [true, "Accepted"], "verified once more");
});

test("no table has the number of a blocked bank account in the clear", async (t) => {
  const { app, ach } = await openShared(t, openAchApp);
  const bank = endingIn("5211");
  const token = await sellAndReturn(app, ach, "R10", bank);
  const rows = await app.database.owner.rows<{ row: string }>`
    select b::text as row from bank_blocks b where transaction_id = ${token}`;
  assert.equal(rows.length, 1);
  for (const { row } of rows) {
    assert.ok(!row.includes(bank.bank_account_number) && !row.includes(BANK.bank_routing_number));
  }
});
