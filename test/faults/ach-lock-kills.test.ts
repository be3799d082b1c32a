/**
 * The server process that holds the lock of a bank's files is killed at random points, and a second
 * process continues while the first still works: every entry is sent once, in one file.
 */
import assert from "node:assert/strict";
import type { ChildProcess } from "node:child_process";
import { randomInt } from "node:crypto";
import { type TestContext, test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { BOOKS, CLINIC, connectFolder, openTestAch, type TestAch } from "../kit/ach.ts";
import { TransferProgram } from "../kit/ach-outbox.ts";
import { killLockHolder, untilDoneOrBlocked } from "../kit/ach-steps.ts";
import { tier } from "../kit/tier.ts";
import { Random } from "../proof/random.ts";
import { addEntries, type Closed, closeFile, startWorker } from "./ach-process.ts";

const KILLS = tier(3, 100);
const ENTRIES = 300;
/** The error of a process that lost its lock, or whose file the other one prepared. */
const STOPPED = /^(LockLost: The lock on|ClaimLost: Another process has prepared)/;
/** The second process may also wait too long for a row that the stopped first process has locked. */
const STOPPED_OR_BLOCKED = new RegExp(`${STOPPED.source}|^error: canceling statement due to`);

interface Place {
  readonly ach: TestAch;
  readonly bank: TransferProgram;
  readonly first: ChildProcess;
  readonly second: ChildProcess;
}

test(`after ${KILLS} kills of the lock's server process every entry was sent once`, async (t) => {
  const place = await openPlace(t);
  const { ach, bank, first, second } = place;
  const seed = Number(process.env["FAULT_SEED"] ?? randomInt(1_000_000_000));
  t.diagnostic(`FAULT_SEED=${seed}`);
  const random = new Random(seed);
  let withinMs = await undisturbedMs(place);
  let [kills, stopped] = [0, 0];
  for (let round = 0; kills < KILLS; round++) {
    await addEntries(ach, ENTRIES);
    const isHeldUp = round % 2 === 0;
    const afterMs = random.whole(0, withinMs);
    const { killed, outcome } = await bank.takeDuring(disturb(place, { afterMs, isHeldUp }));
    kills += killed;
    // The first process had already finished, so this kill was too late.
    if (killed === 0) withinMs = Math.max(20, withinMs * 0.9);
    if (outcome.trouble !== null) assert.match(outcome.trouble, STOPPED);
    if (outcome.trouble !== null) stopped++;
    assert.deepEqual((await bank.takeDuring(closeFile(second))).trouble, null);
    await bank.assertEveryEntryLeftOnce(ach.database.owner);
  }
  assert.deepEqual((await closeFile(first)).trouble, null);
  assert.deepEqual(await ach.needs.networks.directory?.listDrafts("first-bank"), []);
  await assertNothingWaits(ach);
  t.diagnostic(`${kills} kills, ${stopped} stops of the first process, ${bank.names.size} files`);
});

async function openPlace(t: TestContext): Promise<Place> {
  const ach = await openTestAch(t, Temporal.Now.instant().toString());
  const { folders } = await connectFolder(ach, "first-bank", { accounts: [BOOKS, CLINIC] });
  const bank = await TransferProgram.open(folders);
  const [first, second] = await Promise.all([startWorker(t, ach), startWorker(t, ach)]);
  return { ach, bank, first, second };
}

/** How long the first process takes without a kill. */
async function undisturbedMs({ ach, bank, first }: Place): Promise<number> {
  await addEntries(ach, ENTRIES);
  await closeFile(first);
  await addEntries(ach, ENTRIES);
  const started = performance.now();
  assert.deepEqual((await bank.takeDuring(closeFile(first))).trouble, null);
  return Math.ceil(performance.now() - started);
}

interface Disturbed {
  readonly killed: number;
  readonly outcome: Closed;
}

/** Kills the lock's server process. A first process that is blocked continues after the second. */
async function disturb(
  { ach, first, second }: Place,
  { afterMs, isHeldUp }: { readonly afterMs: number; readonly isHeldUp: boolean },
): Promise<Disturbed> {
  const { owner } = ach.database;
  const working = closeFile(first);
  await pause(afterMs);
  if (isHeldUp) first.kill("SIGSTOP");
  try {
    const killed = await killLockHolder(owner);
    const goingOn = closeFile(second);
    if (isHeldUp) await untilDoneOrBlocked(owner, goingOn);
    first.kill("SIGCONT");
    const { trouble } = await goingOn;
    if (trouble !== null) assert.match(trouble, isHeldUp ? STOPPED_OR_BLOCKED : STOPPED);
    return { killed, outcome: await working };
  } finally {
    first.kill("SIGCONT");
  }
}

async function assertNothingWaits({ database }: TestAch): Promise<void> {
  const [left] = await database.owner.rows<{ count: number }>`
    select count(*)::int as count from transactions
    where tender_type = 'ACH' and batched_at is null`;
  assert.equal(left?.count, 0);
}
