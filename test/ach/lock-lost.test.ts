/** If the lock on a bank's files is lost during the work, every entry is still sent once. */
import assert from "node:assert/strict";
import { readdir } from "node:fs/promises";
import { test } from "node:test";
import type { AchNeeds } from "../../src/core/ach/ach-needs.ts";
import type { BankConnection } from "../../src/core/ach/connections/bank-connection.ts";
import { finishFiles, forceCutOff } from "../../src/core/ach/files/cut-off.ts";
import { DraftClaimLost } from "../../src/core/ach/files/hand-over.ts";
import { LockLost } from "../../src/db/locks/session-lock.ts";
import { addEntry, BOOKS, CLINIC, connectFolder, openAchPool, openTestAch } from "../kit/ach.ts";
import { TransferProgram } from "../kit/ach-outbox.ts";
import { killLockHolder, untilDoneOrBlocked, withSteps } from "../kit/ach-steps.ts";
import { tier } from "../kit/tier.ts";

interface Round {
  /** What the first process did until it ended. */
  readonly steps: readonly string[];
  /** Its steps at the bank after the lock was lost. */
  readonly bankStepsAfter: readonly string[];
  readonly killedAt: string | undefined;
  readonly trouble: unknown;
}

/** A short run takes every second step, so that each step occurs with one of the two windows. */
const STRIDE = tier(2, 1);
const STEPS = STRIDE === 1 ? "every step" : "every second step";

for (const [index, rest] of (["the same window", "a later window"] as const).entries()) {
  test(`the lock is lost at ${STEPS}, and a second process closes ${rest}`, async (t) => {
    const ach = await openTestAch(t);
    const { connection, folders } = await connectFolder(ach, "first-bank", {
      accounts: [BOOKS, CLINIC],
    });
    const bank = await TransferProgram.open(folders);
    const secondPool = openAchPool(ach.database.url);
    ach.database.beforeDrop(() => secondPool.close());
    const second = { ...ach.needs, db: secondPool };
    const goOn = async () => {
      if (rest === "a later window") ach.clock.advance({ minutes: 1 });
      const {
        failures: [trouble],
      } = await forceCutOff(second, connection);
      await bank.take();
      return trouble;
    };
    let steps = 0;
    for (let at = STRIDE === 1 ? 1 : index + 1; ; at += STRIDE) {
      await addEntry(ach);
      await addEntry(ach, { accountId: CLINIC, type: "CREDIT" });
      const round = await loseLockAt(at, { ach, connection, goOn });
      await bank.take();
      ach.clock.advance({ minutes: 1 });
      const {
        failures: [trouble],
      } = await finishFiles(second, connection, ach.clock.business());
      assert.equal(trouble, undefined, `after ${round.killedAt}`);
      await bank.take();
      await bank.assertEveryEntryLeftOnce(ach.database.owner);
      assertClearTrouble(round);
      assert.ok(round.bankStepsAfter.length <= 1, `${round.killedAt}: ${round.bankStepsAfter}`);
      if (round.killedAt === undefined) break;
      steps = at;
    }
    assert.ok(steps > 20, `${steps} steps`);
    await addEntry(ach);
    await goOn();
    await bank.assertEveryEntryLeftOnce(ach.database.owner);
    assert.deepEqual(await readdir(folders.preparing), [], "no draft is left behind");
    t.diagnostic(`${steps} steps, ${bank.names.size} files`);
  });
}

/** It stopped with the reason, or it was already in its last step. */
function assertClearTrouble({ trouble, killedAt }: Round): void {
  if (trouble === undefined) return;
  assert.ok(
    trouble instanceof LockLost || trouble instanceof DraftClaimLost,
    `${killedAt}: ${trouble}`,
  );
  assert.match(trouble.message, /^The lock on the ACH files of first-bank was lost|^Another proc/);
}

interface Losing {
  readonly ach: { readonly needs: AchNeeds; readonly database: { readonly owner: AchNeeds["db"] } };
  readonly connection: BankConnection;
  readonly goOn: () => Promise<unknown>;
}

/** Closes a window. Before step `at` its lock is taken away, and a second process continues. */
async function loseLockAt(at: number, { ach, connection, goOn }: Losing): Promise<Round> {
  const { owner } = ach.database;
  const steps: string[] = [];
  let bankStepsAfter: string[] = [];
  let killedAt: string | undefined;
  let second: Promise<unknown> = Promise.resolve();
  const needs = withSteps(ach.needs, async (name) => {
    steps.push(name);
    if (name.startsWith("bank ") && !/listDrafts|removeDraft/.test(name)) bankStepsAfter.push(name);
    if (steps.length !== at) return;
    killedAt = `step ${at}, ${name}`;
    bankStepsAfter = name.startsWith("bank ") ? [name] : [];
    await killLockHolder(owner);
    second = goOn();
    await untilDoneOrBlocked(owner, second);
  });
  const trouble = await forceCutOff(needs, connection).then(
    (report) => report.failures[0],
    (error: unknown) => error,
  );
  assert.equal(await second, undefined, `the second process had no trouble at ${killedAt}`);
  return { steps, bankStepsAfter: killedAt === undefined ? [] : bankStepsAfter, killedAt, trouble };
}
