/** Reversals that cannot be made, sent or decided in time, and those of retries. */
import assert from "node:assert/strict";
import { rename } from "node:fs/promises";
import { type TestContext, test } from "node:test";
import { recordBankAnswer } from "../../src/core/ach/confirm-file.ts";
import { exchangeWithBanks } from "../../src/core/ach/exchange.ts";
import { approveReversal } from "../../src/core/ach/reversals/request-reversal.ts";
import { ReversalStore } from "../../src/core/ach/reversals/reversal-store.ts";
import { UnconfirmedFileStore } from "../../src/core/ach/unconfirmed-file-store.ts";
import { connectFolder, type TestAch } from "../kit/ach.ts";
import { openAchApp, sendAll, sendBack } from "../kit/ach-app.ts";
import {
  agreeToReverse,
  askReversal,
  BEN,
  exchangeFiles,
  listSentEntries,
  reverseFile,
} from "../kit/ach-reversal.ts";
import type { TestApp } from "../kit/app.ts";
import { pay, readTransactionRow, reissue } from "../kit/bank.ts";
import { BOOKS } from "../kit/bank-logins.ts";

/** The last banking day for a reversal of a file of Monday, 16 November, is Tuesday, the 24th. */
const LAST_DAY = "2026-11-23T15:00:00Z";
const TOO_LATE = "2026-11-24T15:00:00Z";

async function open(t: TestContext) {
  const { app, ach } = await openAchApp(t);
  await app.database.owner.rows`
    update accounts set ach_retry_days = 1 where id = ${BOOKS.account_id}`;
  const { folders } = await connectFolder(ach, "first-bank");
  const listReversed = async () =>
    (await listSentEntries(folders.outbox)).filter((line) => line.startsWith("REVERSAL"));
  return { app, ach, folders, listReversed };
}

async function sellAndSend(app: TestApp, ach: TestAch, transaction_amount: string) {
  const { transaction_id: id } = await pay(app, { transaction_amount });
  const [fileName = ""] = await sendAll(ach);
  return { id, fileName };
}

const stateOf = async ({ db }: TestAch, id: string) =>
  (await new ReversalStore(db).findReversal(id))?.state;

const credit = (app: TestApp, token: string, transaction_amount: string) =>
  reissue(app, token, { transaction_type: "CREDIT", transaction_amount });

test("a file with a batch of retries can be reversed", async (t) => {
  const { app, ach, listReversed } = await open(t);
  const first = await sellAndSend(app, ach, "10.00");
  await sendBack(ach, first.id, "R01");
  ach.clock.advance({ hours: 24 });
  const { fileName } = await sellAndSend(app, ach, "20.00");
  await reverseFile(ach, { fileName });
  assert.deepEqual((await listReversed()).sort(), ["REVERSAL 22 1000", "REVERSAL 22 2000"]);
});

test("a reversal that cannot be made does not keep others of the bank from being sent", async (t) => {
  const { app, ach, listReversed } = await open(t);
  const [bad, good] = [await sellAndSend(app, ach, "10.00"), await sellAndSend(app, ach, "20.00")];
  const ids = [await agreeToReverse(ach, bad), await agreeToReverse(ach, good)];
  await app.database.owner.rows`
    delete from ach_file_parts using ach_files file
    where file.id = file_id and file.name = ${bad.fileName}`;
  const { failures } = await exchangeWithBanks(ach.needs, ach.clock.business());
  assert.equal(failures.length, 1);
  assert.match(String(failures[0]?.error), /The content of first-bank-.*ach is not stored/);
  assert.deepEqual(await listReversed(), ["REVERSAL 22 2000"]);
  assert.deepEqual(await Promise.all(ids.map((id) => stateOf(ach, id))), ["approved", "sent"]);
});

test("a reversing file that the bank could not get in time is never sent", async (t) => {
  const { app, ach, folders, listReversed } = await open(t);
  const sale = await sellAndSend(app, ach, "20.00");
  const id = await agreeToReverse(ach, sale);
  await rename(folders.preparing, `${folders.preparing} gone`);
  const { failures } = await exchangeWithBanks(ach.needs, ach.clock.business());
  assert.equal(failures.length, 1);
  assert.equal(await stateOf(ach, id), "made");
  assert.equal((await credit(app, sale.id, "1.00")).error_code, 20017, "it is reserved");
  ach.clock.set(TOO_LATE);
  await rename(`${folders.preparing} gone`, folders.preparing);
  await sendAll(ach);
  await exchangeFiles(ach);
  assert.deepEqual(await listReversed(), []);
  await assertExpired(app, ach, { id, sale: sale.id });
});

test("a late reversing file that the bank may have waits for the operator's answer", async (t) => {
  const { app, ach, folders, listReversed } = await open(t);
  const sale = await sellAndSend(app, ach, "20.00");
  const id = await agreeToReverse(ach, sale);
  await rename(folders.outbox, `${folders.outbox} gone`);
  await exchangeWithBanks(ach.needs, ach.clock.business());
  ach.clock.set(TOO_LATE);
  await rename(`${folders.outbox} gone`, folders.outbox);
  const { failures } = await exchangeWithBanks(ach.needs, ach.clock.business());
  assert.match(String(failures[0]?.error), /it is too late now to send it/);
  assert.equal(await stateOf(ach, id), "made");
  assert.equal((await credit(app, sale.id, "1.00")).error_code, 20017, "it is reserved");
  const [file] = await new UnconfirmedFileStore(ach.db).listUnconfirmed();
  const answer = { answer: "bank_lacks_file", by: BEN } as const;
  await recordBankAnswer(ach.needs, { name: file?.name ?? "" }, answer);
  await exchangeFiles(ach);
  assert.deepEqual(await listReversed(), []);
  await assertExpired(app, ach, { id, sale: sale.id });
});

async function assertExpired(
  app: TestApp,
  ach: TestAch,
  { id, sale }: { readonly id: string; readonly sale: string },
) {
  assert.equal(await stateOf(ach, id), "expired");
  const { state, refunded_cents } = await readTransactionRow(app, sale);
  assert.deepEqual([state, refunded_cents], ["pending", 0]);
  assert.equal((await credit(app, sale, "20.00")).error_code, 0, "a credit is the way now");
}

test("a reversing file that waited for its bank is sent on the last day", async (t) => {
  const { app, ach, folders, listReversed } = await open(t);
  const sale = await sellAndSend(app, ach, "20.00");
  const id = await agreeToReverse(ach, sale);
  await rename(folders.outbox, `${folders.outbox} gone`);
  await exchangeWithBanks(ach.needs, ach.clock.business());
  ach.clock.set(LAST_DAY);
  await rename(`${folders.outbox} gone`, folders.outbox);
  await sendAll(ach);
  assert.deepEqual(await listReversed(), ["REVERSAL 22 2000"]);
  assert.equal(await stateOf(ach, id), "made", "the next exchange records it");
  await exchangeFiles(ach);
  assert.equal(await stateOf(ach, id), "sent");
});

test("a request that comes too late for its approval expires and frees its batches", async (t) => {
  const { app, ach } = await open(t);
  const asked = await askReversal(ach, await sellAndSend(app, ach, "20.00"));
  assert.ok(asked.kind === "requested");
  ach.clock.set(TOO_LATE);
  assert.deepEqual(await approveReversal(ach.needs, asked.id, BEN), { kind: "too_late" });
  assert.equal(await stateOf(ach, asked.id), "expired");
  assert.deepEqual(await approveReversal(ach.needs, asked.id, BEN), { kind: "not_waiting" });
  assert.deepEqual(await app.database.owner.rows`select from ach_reversed_batches`, []);
  const acts = await app.database.owner.rows<{ name: string }>`
    select actor_name as name from audit_entries where action = 'ach_reversal.expire'`;
  assert.deepEqual(acts, [{ name: "ben" }]);
});

test("a request that nobody decides expires with the next exchange", async (t) => {
  const { app, ach } = await open(t);
  const asked = await askReversal(ach, await sellAndSend(app, ach, "20.00"));
  assert.ok(asked.kind === "requested");
  ach.clock.set(LAST_DAY);
  await exchangeFiles(ach);
  assert.equal(await stateOf(ach, asked.id), "requested");
  ach.clock.set(TOO_LATE);
  await exchangeFiles(ach);
  assert.equal(await stateOf(ach, asked.id), "expired");
  assert.deepEqual(await app.database.owner.rows`select from ach_reversed_batches`, []);
});
