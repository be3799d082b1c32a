/** Reversals that cannot be made, and those of retries. */
import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { exchangeWithBanks } from "../../src/core/ach/exchange.ts";
import { ReversalStore } from "../../src/core/ach/reversals/reversal-store.ts";
import { connectFolder, type TestAch } from "../kit/ach.ts";
import { openAchApp, sendAll, sendBack } from "../kit/ach-app.ts";
import { agreeToReverse, listSentEntries, reverseFile } from "../kit/ach-reversal.ts";
import type { TestApp } from "../kit/app.ts";
import { BOOKS, pay } from "../kit/bank.ts";

async function open(t: TestContext) {
  const { app, ach } = await openAchApp(t);
  await app.database.owner.rows`
    update accounts set ach_retry_days = 1 where id = ${BOOKS.account_id}`;
  const { folders } = await connectFolder(ach, "first-bank");
  const listReversed = async () =>
    (await listSentEntries(folders.outbox)).filter((line) => line.startsWith("REVERSAL"));
  return { app, ach, listReversed };
}

async function sellAndSend(app: TestApp, ach: TestAch, transaction_amount: string) {
  const { transaction_id: id } = await pay(app, { transaction_amount });
  const [fileName = ""] = await sendAll(ach);
  return { id, fileName };
}

const stateOf = async ({ db }: TestAch, id: string) =>
  (await new ReversalStore(db).findReversal(id))?.state;

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
