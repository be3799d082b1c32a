/** kill -9 during cut-off and hand-over: every entry is in one file, and no file is sent twice. */
import assert from "node:assert/strict";
import { randomInt } from "node:crypto";
import { once } from "node:events";
import { test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { BOOKS, CLINIC, connectFolder, openTestAch } from "../kit/ach.ts";
import { TransferProgram } from "../kit/ach-outbox.ts";
import { tier } from "../kit/tier.ts";
import { Random } from "../proof/random.ts";
import { addEntries, finishAfter, startWorker } from "./ach-process.ts";

const KILLS = tier(2, 50);
const ENTRIES = tier(300, 1_500);
/** Where a worker dies. The first value means killed from outside, at any time. */
const MOMENTS = [
  "any time",
  "before prepare",
  "after prepare",
  "before hand-over",
  "after hand-over",
];

test(`after ${KILLS} kills every batched entry is in exactly one file`, async (t) => {
  const ach = await openTestAch(t, Temporal.Now.instant().toString());
  const { folders } = await connectFolder(ach, "first-bank", { accounts: [BOOKS, CLINIC] });
  const bank = await TransferProgram.open(folders);
  const seed = Number(process.env["FAULT_SEED"] ?? randomInt(1_000_000_000));
  t.diagnostic(`FAULT_SEED=${seed}`);
  const random = new Random(seed);
  let deaths = 0;
  for (let round = 0; deaths < KILLS; round++) {
    await addEntries(ach, ENTRIES);
    const moment = MOMENTS[round % MOMENTS.length] ?? "";
    const worker = await startWorker(t, ach, moment);
    worker.send("go");
    if (moment === "any time") {
      await pause(random.whole(0, 500));
      worker.kill("SIGKILL");
    }
    const [, signal] = await once(worker, "exit");
    if (signal === "SIGKILL") deaths++;
    await bank.take();
    await finishAfter(t, ach);
    await bank.take();
    await bank.assertEveryEntryLeftOnce(ach.database.owner);
  }
  const [left] = await ach.database.owner.rows<{ count: number }>`
    select count(*)::int as count from transactions
    where tender_type = 'ACH' and batched_at is null`;
  assert.equal(left?.count, 0);
  t.diagnostic(`${deaths} deaths, ${bank.names.size} files`);
});
