/** Entries of a file that was sent late are funded only after the return window. */
import assert from "node:assert/strict";
import { readdir, rename } from "node:fs/promises";
import { test } from "node:test";
import { achBusinessWork } from "../../src/core/ach/business.ts";
import { runDueWork } from "../../src/core/calendar/run-due-work.ts";
import { addEntry, connectFolder, openTestAch, readEntry, type TestAch } from "../kit/ach.ts";

const MONDAY_NIGHT = "2026-11-17T03:00:00Z";
const FRIDAY_NOON = "2026-11-20T17:00:00Z";
/** Two banking days after Friday, and the hour of settlement is over. */
const TUESDAY_NOON = "2026-11-24T17:00:00Z";

/** Like after a downtime: all due work runs now, with its own due times. */
async function catchUp({ needs, database, clock, troubles }: TestAch): Promise<void> {
  const work = await achBusinessWork({
    ...needs,
    onBankFailure: (trouble) => troubles.push(trouble),
  });
  const runs = await runDueWork({ clock, work, db: database.owner }, clock.business());
  for (const { name, outcome, summary } of runs)
    assert.equal(outcome, "done", `${name} ${summary}`);
}

test("a file that is sent after a downtime is not settled before its return window ends", async (t) => {
  const ach = await openTestAch(t);
  const { folders } = await connectFolder(ach, "first-bank");
  const id = await addEntry(ach);
  await rename(folders.outbox, `${folders.outbox} away`);
  await ach.advance(MONDAY_NIGHT);
  assert.equal(ach.troubles.length, 1, "the bank could not be reached");
  ach.clock.set(FRIDAY_NOON);
  await rename(`${folders.outbox} away`, folders.outbox);
  await catchUp(ach);
  assert.equal((await readdir(folders.outbox)).length, 1);
  assert.equal((await readEntry(ach, id)).state, "pending", "it left a moment ago");
  ach.clock.set(TUESDAY_NOON);
  await catchUp(ach);
  assert.equal((await readEntry(ach, id)).state, "settled");
});
