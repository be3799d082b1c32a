/** Prenotes: stored bank accounts that are checked by an entry of zero dollars. */
import assert from "node:assert/strict";
import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { test } from "node:test";
import { parseCutOffWindow } from "../../src/core/ach/cut-offs.ts";
import { returnRates } from "../../src/core/ach/return-rates.ts";
import { clearBankBlock } from "../../src/core/bank-accounts/clear-block.ts";
import {
  BOOKS,
  connectFolder,
  listUpdates,
  openAchOn,
  readEntry,
  type TestAch,
} from "../kit/ach.ts";
import { OPERATOR, sendAll, sendBack } from "../kit/ach-app.ts";
import { openTestApp, type TestApp } from "../kit/app.ts";
import { ask, BANK, endingIn, pay, readStatus, reissue } from "../kit/bank.ts";
import { NO_LIMITS } from "../kit/hooked-app.ts";
import { readPlainly } from "../kit/plain-nacha.ts";
import { type Lifetime, openShared } from "../kit/shared.ts";

const STORE = { ...BANK, transaction_type: "STORE" };

async function openPrenotes(t: Lifetime) {
  const app = await openTestApp(t, {}, NO_LIMITS);
  app.clock.set("2026-11-16T15:00:00Z");
  const ach = await openAchOn(app);
  await app.database.owner.rows`update accounts set ach_prenotes = true where id = ${BOOKS}`;
  const store = async (changes: Record<string, string> = {}) => {
    const answer = await ask(app, { ...STORE, ...changes });
    assert.equal(answer.error_code, 0, JSON.stringify(answer));
    return answer.transaction_id as string;
  };
  return { app, ach, store };
}

async function readFiles(outbox: string) {
  const names = (await readdir(outbox)).sort();
  const texts = names.map((name) => readFile(path.join(outbox, name), "utf8"));
  const files = (await Promise.all(texts)).map(readPlainly);
  return files.map(({ batches }) =>
    batches.flatMap(({ entries }) => entries.map(({ code, cents }) => `${code} ${cents}`)),
  );
}

test("a STORE sends a prenote with the code of its kind of account", async (t) => {
  const { ach, store } = await openPrenotes(t);
  const { folders } = await connectFolder(ach, "first-bank");
  const id = await store();
  await store({ ach_account_type: "savings" });
  await ach.advance("2026-11-16T22:30:00Z");
  assert.deepEqual(await readFiles(folders.outbox), [["28 0", "38 0"]]);
  const { state, message, trace_num } = await readEntry(ach, id);
  assert.deepEqual([state, message, trace_num], ["stored", "BATCHED", "140000001"]);
});

test("a prenote is in the batch of other entries of its class", async (t) => {
  const { app, ach, store } = await openPrenotes(t);
  const { folders } = await connectFolder(ach, "first-bank", { writesOffset: false });
  await store();
  await pay(app, { validate_ach_account: "0" });
  await ach.advance("2026-11-16T22:30:00Z");
  assert.deepEqual(await readFiles(folders.outbox), [["27 100", "28 0"]]);
});

test("without the setting, and for classes of checks, a STORE sends nothing", async (t) => {
  const { app, ach, store } = await openPrenotes(t);
  const { folders } = await connectFolder(ach, "first-bank");
  await store({ ach_sec_code: "ARC", check_number: "17" });
  await app.database.owner.rows`update accounts set ach_prenotes = false where id = ${BOOKS}`;
  await ach.advance("2026-11-16T22:30:00Z");
  assert.deepEqual(await readdir(folders.outbox), []);
});

test("an entry by the token waits until the third banking day after the prenote settled", async (t) => {
  const { app, ach, store } = await openPrenotes(t);
  const { folders } = await connectFolder(ach, "first-bank");
  const token = await store();
  const sale = await reissue(app, token, { validate_ach_account: "0" });
  assert.equal(sale.authorization_message, "PENDING");
  // The prenote is sent on Monday and settles on Tuesday. The third banking day after is Friday.
  await ach.advance("2026-11-19T22:30:00Z");
  assert.deepEqual(await readFiles(folders.outbox), [["28 0"]]);
  await ach.advance("2026-11-20T22:30:00Z");
  assert.deepEqual(await readFiles(folders.outbox), [["28 0"], ["27 200"]]);
  const again = await reissue(app, sale.transaction_id, { validate_ach_account: "0" });
  await ach.advance("2026-11-23T22:30:00Z");
  assert.equal((await readEntry(ach, again.transaction_id)).message, "BATCHED");
});

test("an entry that waits for a prenote does not go on the same day", async (t) => {
  const { app, ach, store } = await openPrenotes(t);
  const names = ["14:00 America/New_York same-day", "17:00 America/New_York"];
  const windows = names.map(parseCutOffWindow).filter((window) => window !== undefined);
  await connectFolder(ach, "first-bank", { windows });
  const token = await store();
  const sell = async () => {
    const sale = await reissue(app, token, { validate_ach_account: "0", ach_same_day: "1" });
    return [sale.ach_same_day, sale.ach_same_day_message];
  };
  assert.deepEqual(await sell(), [false, "The bank account is still being checked"]);
  await ach.advance("2026-11-20T15:00:00Z");
  assert.deepEqual(await sell(), [true, "Same day"]);
});

test("the return of a prenote declines the stored account and stops the entries that wait for it", async (t) => {
  const { app, ach, store } = await openPrenotes(t);
  const token = await store({ bank_account_number: "555121003" });
  const sale = await reissue(app, token, { validate_ach_account: "0" });
  await ach.advance("2026-11-18T15:00:00Z");
  const stored = await readEntry(ach, token);
  assert.deepEqual([stored.state, stored.return_code], ["returned", "R03"]);
  assert.deepEqual(await listUpdates(ach, token), ["2026-11-18T13:00:00Z: DECLINED\\RETURNED R03"]);
  const stopped = await readEntry(ach, sale.transaction_id);
  assert.deepEqual(
    [stopped.state, stopped.message, stopped.return_code, stopped.trace_num],
    ["rejected", "DECLINED\\ERRORS", "R03", null],
  );
  const status = await readStatus(app, sale.transaction_id);
  assert.equal(status.transaction_approved, false);
  await ach.advance("2026-11-30T15:00:00Z");
  assert.equal((await readEntry(ach, sale.transaction_id)).state, "rejected");
});

/** What a payment by token is answered, and whether a file took it. */
async function sellByToken(app: TestApp, ach: TestAch, token: string) {
  const sale = await reissue(app, token, { validate_ach_account: "0" });
  await sendAll(ach);
  const { batched_at } = await readEntry(ach, sale.transaction_id);
  return [sale.error_code, sale.authorization_message, batched_at !== null];
}

const DECLINED = [30002, "NOT BATCHED", false];

test("after the return of a prenote, entries by its token are declined, whatever the code", async (t) => {
  const { app, ach, store } = await openShared(t, openPrenotes);
  const token = await store();
  await sendAll(ach);
  const early = await reissue(app, token, { validate_ach_account: "0" });
  await sendBack(ach, token, "R17");
  const answer = await reissue(app, token, { validate_ach_account: "0" });
  assert.equal(answer.ach_verification_message, "Prenote returned as R17");
  assert.deepEqual(await sellByToken(app, ach, token), DECLINED);
  assert.deepEqual(await sellByToken(app, ach, early.transaction_id), DECLINED);
  const credit = await reissue(app, token, { transaction_type: "CREDIT" });
  assert.equal(credit.authorization_message, "NOT BATCHED");
  const again = await store();
  const sale = await reissue(app, again, { validate_ach_account: "0" });
  assert.equal(sale.authorization_message, "PENDING", "a new STORE sends a new prenote");
});

test("a prenote that was never sent does not let entries through after the block is cleared", async (t) => {
  const { app, ach, store } = await openShared(t, openPrenotes);
  const bank = endingIn("5001");
  const first = await pay(app, bank);
  await sendAll(ach);
  await sendBack(ach, first.transaction_id, "R10");
  const token = await store(bank);
  await sendAll(ach);
  assert.equal((await readEntry(ach, token)).state, "rejected");
  const by = { transactionId: first.transaction_id, by: OPERATOR };
  await clearBankBlock({ db: app.database.app }, BOOKS, by);
  const answer = await reissue(app, token, { validate_ach_account: "0" });
  assert.equal(answer.ach_verification_message, "Prenote not sent");
  assert.deepEqual(await sellByToken(app, ach, token), DECLINED);
});

test("an entry that is stored when its prenote is returned does not leave", async (t) => {
  const { app, ach, store } = await openShared(t, openPrenotes);
  const token = await store(endingIn("0004"));
  await sendAll(ach);
  const asking = reissue(app, token, { validate_ach_account: "1" });
  const openAttempts = () => app.database.owner.rows`select from open_attempts`;
  while ((await openAttempts()).length === 0) await new Promise(setImmediate);
  await app.database.owner.rows`
    update transactions set state = 'returned', return_code = 'R17' where id = ${token}`;
  const late = await asking;
  await sendAll(ach);
  const { state, trace_num } = await readEntry(ach, late.transaction_id);
  assert.match(state, /^(not_batched|rejected)$/);
  assert.equal(trace_num, null);
});

test("a file leaves out an entry whose prenote was returned after it was stored", async (t) => {
  const { app, ach, store } = await openShared(t, openPrenotes);
  const token = await store();
  await sendAll(ach);
  const sale = await reissue(app, token, { validate_ach_account: "0" });
  await app.database.owner.rows`
    update transactions set state = 'returned', return_code = 'R17' where id = ${token}`;
  await sendAll(ach);
  const { state, return_code } = await readEntry(ach, sale.transaction_id);
  assert.deepEqual([state, return_code], ["rejected", "R17"]);
  const entries = await app.database.owner.rows`
    select from ach_entries where transaction_id = ${sale.transaction_id}`;
  assert.equal(entries.length, 0);
});

test("a change of a prenote is recorded, and the account stays stored", async (t) => {
  const { ach, store } = await openPrenotes(t);
  const token = await store({ bank_account_number: "555121098" });
  await ach.advance("2026-11-20T15:00:00Z");
  const { state, noc_data } = await readEntry(ach, token);
  assert.deepEqual([state, noc_data], ["stored", "C01 account ****2098"]);
  assert.deepEqual(await listUpdates(ach, token), [], "nothing is funded");
});

test("prenotes do not count in return rates", async (t) => {
  const { app, ach, store } = await openPrenotes(t);
  await store({ bank_account_number: "555121003" });
  await pay(app, { validate_ach_account: "0" });
  await ach.advance("2026-11-20T15:00:00Z");
  const [rates] = await returnRates(ach.db, ach.clock.business(), BOOKS);
  assert.deepEqual([rates?.debits, rates?.returned.overall], [1, 0]);
});
