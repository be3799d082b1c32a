/** kill -9 at each step with a bank's SFTP server: files leave once, and the bank's files count once. */
import assert from "node:assert/strict";
import { once } from "node:events";
import { readdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { type TestContext, test } from "node:test";
import { addEntry, openTestAch, type TestAch } from "../kit/ach.ts";
import { TransferProgram } from "../kit/ach-outbox.ts";
import { bankFile, readTrace } from "../kit/bank-files.ts";
import { connectSftp } from "../kit/bank-sftp.ts";
import { OpenSsh, WITHOUT_OPENSSH } from "../kit/openssh.ts";
import { tier } from "../kit/tier.ts";
import { closeFile, startWorker } from "./ach-process.ts";

const MOMENTS = [
  "after hand-over",
  "before acknowledge",
  "after prepare",
  "before hand-over",
  "rename counted",
  "after acknowledge",
  "before prepare",
];
const KILLS = tier(2, 28);

test(`after ${KILLS} kills every entry was sent once and every return was read once`, {
  skip: WITHOUT_OPENSSH,
}, async (t) => {
  const ach = await openTestAch(t, Temporal.Now.instant().toString());
  const server = await (await OpenSsh.open(t)).makeBank();
  await connectSftp(ach, server);
  const bank = await TransferProgram.open(server.folders);
  const sent: string[] = [await addEntry(ach)];
  assert.equal(await finish(t, ach), null);
  await bank.take();
  const returned: string[] = [];
  for (let round = 0; round < KILLS; round++) {
    const id = sent.at(-1) ?? assert.fail();
    returned.push(id);
    const text = bankFile([{ trace: await readTrace(ach, id), code: "R01" }]);
    await writeFile(path.join(server.folders.inbox, "returns.ach"), text);
    sent.push(await addEntry(ach));
    const moment = MOMENTS[round % MOMENTS.length] ?? "";
    const worker = await startWorker(t, ach, moment);
    worker.send("go");
    assert.deepEqual((await once(worker, "exit"))[1], "SIGKILL", moment);
    // A bank that takes the file at once makes it uncertain whether it was sent.
    const isTaken = round % 2 === 0;
    if (isTaken) await bank.take();
    const trouble = await finish(t, ach);
    const isDoubtful = isTaken && moment === "after hand-over";
    assert.match(trouble ?? "none", isDoubtful ? /It counts as sent until/ : /^none$/);
    await bank.take();
    await bank.assertEveryEntryLeftOnce(ach.database.owner);
    assert.deepEqual(await readdir(server.folders.inbox), [], moment);
  }
  const rows = await ach.database.owner.rows<{ id: string; count: number }>`
    select lpad(transaction_id::text, 12, '0') as id, count(*)::int as count from ach_updates
    group by transaction_id`;
  const expected = returned.map((id) => `${id} 1`).sort();
  assert.deepEqual(rows.map(({ id, count }) => `${id} ${count}`).sort(), expected);
  assert.deepEqual(await readdir(server.folders.outbox), [], "no draft is left behind");
});

/** A worker that is not killed. Returns its trouble. */
async function finish(t: TestContext, ach: TestAch): Promise<string | null> {
  const worker = await startWorker(t, ach);
  const { trouble } = await closeFile(worker);
  worker.kill("SIGKILL");
  await once(worker, "exit");
  return trouble;
}
