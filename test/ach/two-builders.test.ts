/** Two processes build files of one bank at the same time, as after the loss of their lock. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { AchNeeds } from "../../src/core/ach/ach-needs.ts";
import { forceCutOff } from "../../src/core/ach/files/cut-off.ts";
import { addEntry, BOOKS, CLINIC, connectFolder, openTestAch, type TestAch } from "../kit/ach.ts";
import { TransferProgram } from "../kit/ach-outbox.ts";
import { withSteps } from "../kit/ach-steps.ts";

/** A process that is killed once it has taken so many entries into a file. */
function killedWith(entries: number, { needs, database }: TestAch): AchNeeds {
  return withSteps(needs, async (name) => {
    if (name !== "database atomically") return;
    const [taken] = await database.owner.rows<{ count: number }>`
      select count(*)::int as count from ach_entries`;
    if (taken?.count === entries) throw new Error("killed");
  });
}

async function openBank(t: Parameters<typeof openTestAch>[0]) {
  const ach = await openTestAch(t);
  const accounts = { accounts: [BOOKS, CLINIC] };
  const { connection, folders } = await connectFolder(ach, "first-bank", accounts);
  return { ach, connection, bank: await TransferProgram.open(folders) };
}

async function statesOf({ database }: TestAch): Promise<string[]> {
  const rows = await database.owner.rows<{ state: string }>`
    select state from ach_files order by id`;
  return rows.map(({ state }) => state);
}

test("a file that was left half-built shares no trace number with the next window's file", async (t) => {
  const { ach, connection, bank } = await openBank(t);
  for (let count = 0; count < 3; count++) await addEntry(ach);
  for (let count = 0; count < 3; count++) await addEntry(ach, { accountId: CLINIC });
  await assert.rejects(forceCutOff(killedWith(3, ach), connection), /killed/);
  assert.deepEqual(await statesOf(ach), ["building"]);
  ach.clock.advance({ minutes: 1 });
  await addEntry(ach);
  const report = await forceCutOff(ach.needs, connection);
  assert.deepEqual(report.failures, []);
  await bank.take();
  assert.equal(bank.names.size, 2);
  await bank.assertEveryEntryLeftOnce(ach.database.owner);
});

test("a file that is full takes no more, whoever goes on building it", async (t) => {
  const { ach, connection, bank } = await openBank(t);
  await addEntry(ach);
  await addEntry(ach, { accountId: CLINIC });
  // As if another process had taken the first 900,000 entries.
  const counted = withSteps(ach.needs, async (name) => {
    if (name !== "transaction rows") return;
    await ach.database.owner.rows`
      update ach_files set entry_count = 900000 where entry_count = 1 and state = 'building'`;
  });
  await forceCutOff(counted, connection);
  await bank.take();
  assert.equal((await bank.entries()).length, 1);
  ach.clock.advance({ minutes: 1 });
  await forceCutOff(ach.needs, connection);
  await bank.take();
  await bank.assertEveryEntryLeftOnce(ach.database.owner);
  assert.equal(bank.names.size, 2);
});
