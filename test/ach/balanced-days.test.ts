/**
 * Simulated banking days: files, answers, settlements, reports, the dashboard and batches agree to
 * the cent, with holidays, daylight saving changes, every code and processes that are killed.
 */
import assert from "node:assert/strict";
import { randomInt } from "node:crypto";
import { type TestContext, test } from "node:test";
import { BOOKS } from "../kit/bank-logins.ts";
import { openSeededDatabase } from "../kit/database.ts";
import { IS_PROOF, tier } from "../kit/tier.ts";
import { assertAcceptedAddsUp, assertNoNumberInClear } from "./days-model/account-invariants.ts";
import { CHANGE_CODES, FOLLOW_UPS, REFUSALS, RETURN_CODES } from "./days-model/answer-plan.ts";
import { listOpenDays } from "./days-model/bank-calendar.ts";
import {
  assertCreditedSalesWereTaken,
  assertCreditsWithinSales,
} from "./days-model/credit-invariants.ts";
import { assertDashboardAgrees } from "./days-model/dashboard-invariants.ts";
import type { DayState } from "./days-model/day-state.ts";
import { DaysRun } from "./days-model/days-run.ts";
import { assertDueEntriesLeft, assertDueRetriesLeft } from "./days-model/due-windows.ts";
import {
  assertBatchesAsSent,
  assertEveryEntryLeftOnce,
  assertFilesAsStored,
  assertOffsetsBalance,
  assertOnlyWantedEntries,
} from "./days-model/file-invariants.ts";
import { RECEIVER_PREFIX } from "./days-model/merchants.ts";
import {
  assertStoppedSendNoRetries,
  assertStoppedTakeNoDebits,
} from "./days-model/rate-invariants.ts";
import {
  assertBlockedAreNotDebited,
  assertPrenotesCameFirst,
  assertReceiversAsCorrected,
} from "./days-model/receiver-invariants.ts";
import {
  assertAnswersAreStored,
  assertReportsAgree,
  assertStoppedAreReported,
} from "./days-model/report-invariants.ts";
import {
  assertReversalsAsAsked,
  assertReversedAreLeftAlone,
} from "./days-model/reversal-invariants.ts";
import { assertSumsAgree, Sums } from "./days-model/sums.ts";

interface Range {
  readonly first: string;
  readonly days: number;
  readonly entries: number;
}

/** They begin before the end and before the start of daylight saving time. */
const [AUTUMN, SPRING] = ["2026-10-29", "2027-03-11"];
/** With the holidays of the winter. */
const LONG: Range = { first: "2026-10-13", days: 60, entries: 20_000 };
const MORE: Range = { first: SPRING, days: 8, entries: 1_600 };
const SHORT = { days: 5, entries: 120 };
const KILL_EVERY = tier(3, 1);
const DAYS_PER_CHECK = 5;
/** More in the short run, so that it has many codes, too. */
const ANSWER_SHARE = IS_PROOF ? 0.14 : 0.4;

const seed = Number(process.env["FAULT_SEED"] ?? randomInt(1_000_000_000));
/** The short run has one of the two clock changes, by its seed. */
const RANGES: readonly Range[] = IS_PROOF
  ? [LONG, MORE]
  : [{ ...SHORT, first: seed % 2 === 0 ? AUTUMN : SPRING }];

for (const range of RANGES) {
  test(`${range.entries} entries on ${range.days} banking days from ${range.first} add up to the cent everywhere`, async (t) => {
    t.diagnostic(`FAULT_SEED=${seed}`);
    const run = await runRange(t, range);
    await assertNoNumberInClear(run.app);
    if (range !== LONG) return;
    assertEveryCodeOccurred(run);
    const { operators, merchants } = run;
    for (const [what, times] of Object.entries({
      ...{ "cleared blocks": operators.clearances, "refused debits": merchants.stops },
      ...{ reversals: operators.reversals.length },
    }))
      assert.ok(times > 0, `there were no ${what}`);
  });
}

async function runRange(t: TestContext, { first, days: count, entries: all }: Range) {
  const days = listOpenDays(first, count);
  const [firstDay = assert.fail("there are no days")] = days;
  const run = await DaysRun.open(t, { seed, answerShare: ANSWER_SHARE, firstDay });
  let since = firstDay;
  for (const [n, day] of days.entries()) {
    if (n % DAYS_PER_CHECK === 0) await run.changeSettings(day);
    const entries = Math.floor((all * (n + 1)) / count) - Math.floor((all * n) / count);
    await run.runDay(day, { entries, kills: n % KILL_EVERY === 0 });
    if ((n + 1) % DAYS_PER_CHECK > 0 && n + 1 < count) continue;
    await assertEverythingAddsUp(run, { ...run.state(day), since });
    since = day.add({ days: 1 });
    t.diagnostic(`${day}: ${describe(run)}`);
  }
  return run;
}

test("a bank account number in clear is found, as text and as bytes", async (t) => {
  const database = await openSeededDatabase(t);
  const [text, bytes] = [`${RECEIVER_PREFIX}000001`, Buffer.from(`x${RECEIVER_PREFIX}`)];
  await assertNoNumberInClear({ database });
  await database.owner.rows`update accounts set name = ${text} where id = ${BOOKS.account_id}`;
  await assert.rejects(assertNoNumberInClear({ database }), /in clear:\npublic\.accounts/);
  await database.owner.rows`update accounts set name = '' where id = ${BOOKS.account_id}`;
  await database.owner.rows`update bank_connections set offset_sealed = ${bytes}`;
  await assert.rejects(assertNoNumberInClear({ database }), /in clear:\npublic\.bank_connections/);
});

test("sums that differ are named with what was expected and found", () => {
  const [expected, found] = [new Sums(), new Sums()];
  expected.count("books settled", 100);
  found.count("books settled", 99);
  const text = "a rule:\nbooks settled: expected 1 of 100 cents, found 1 of 99 cents";
  assert.throws(() => assertSumsAgree("a rule", expected, found), { message: text });
});

async function assertEverythingAddsUp(run: DaysRun, state: DayState): Promise<void> {
  assert.deepEqual(run.ach.troubles, [], "no bank had trouble");
  assertOnlyWantedEntries(state);
  assertOffsetsBalance(state);
  assertDueEntriesLeft(state);
  assertDueRetriesLeft(state);
  assertReceiversAsCorrected(state);
  assertBlockedAreNotDebited(state);
  assertPrenotesCameFirst(state);
  assertStoppedTakeNoDebits(state);
  assertStoppedSendNoRetries(state);
  assertCreditsWithinSales(state);
  assertReversalsAsAsked(state);
  assertReversedAreLeftAlone(state);
  assertCreditedSalesWereTaken(state);
  await assertFilesAsStored(run.ach, state);
  await assertBatchesAsSent(run.ach, state);
  await assertEveryEntryLeftOnce(run.ach, state);
  await assertAcceptedAddsUp(run.app, state);
  await assertReportsAgree(run.app, state);
  await assertStoppedAreReported(run.app, state);
  await assertAnswersAreStored(run.app, state);
  await assertDashboardAgrees(run.app, state);
}

function assertEveryCodeOccurred({ banks }: DaysRun): void {
  const sent = new Set(banks.flatMap(({ answered }) => [...answered.keys()]));
  const all = [...RETURN_CODES, ...FOLLOW_UPS, ...CHANGE_CODES, ...REFUSALS];
  assert.deepEqual(
    all.filter((code) => !sent.has(code)),
    [],
  );
}

function describe({ merchants, operators, book, banks, kills, stopped }: DaysRun): string {
  const codes = banks.flatMap(({ answered }) => [...answered]);
  const count = (kind: string) =>
    codes.reduce((sum, [code, times]) => sum + (code.startsWith(kind) ? times : 0), 0);
  const sent = book.allPresentments();
  const sum = (direction: string) =>
    sent.reduce((cents, one) => cents + (one.direction === direction ? one.cents : 0), 0);
  const files = banks.reduce((all, bank) => all + bank.files.size, 0);
  return [
    `${merchants.entries} entries accepted, ${merchants.refusals} requests refused`,
    `${files} files with ${sent.length} entries (${sent.filter(({ isRetry }) => isRetry).length} again)`,
    `debits ${sum("debit")} and credits ${sum("credit")} cents`,
    `${count("R")} returns, ${count("C")} changes, ${new Set(codes.map(([code]) => code)).size} codes`,
    `${stopped.size} left out, ${merchants.stops} refused by the stop`,
    `${operators.clearances} blocks cleared, ${operators.reversals.length} batches reversed, ${kills} kills`,
  ].join("; ");
}
