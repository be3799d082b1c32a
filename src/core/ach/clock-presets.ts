/** Useful times to move the clock to: the next cutoff, and mornings after returns were read. */
import { addBankingDays } from "./banking-days.ts";
import type { BankConnection } from "./connections/bank-connection.ts";
import { nextCutOff } from "./cut-offs.ts";
import { achDay, achMoment } from "./settlement.ts";

/** By this time returns were read and entries were settled. */
const MORNING_IS_DONE = "09:00";

/** Returns undefined if no bank has a window. */
export function nextBankCutOff(
  banks: readonly Pick<BankConnection, "windows">[],
  after: Temporal.Instant,
): Temporal.Instant | undefined {
  const windows = banks.flatMap((bank) => bank.windows);
  return windows.length === 0 ? undefined : nextCutOff(windows, after);
}

/** The morning after a number of banking days, when the morning jobs are done. */
export function bankingMorning(now: Temporal.Instant, bankingDays: number): Temporal.Instant {
  return achMoment(addBankingDays(achDay(now), bankingDays), MORNING_IS_DONE);
}
