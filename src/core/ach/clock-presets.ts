/** Moments that whoever moves the clock wants to get to: when files leave, when banks have answered. */
import { addBankingDays } from "./banking-days.ts";
import type { BankConnection } from "./connections/bank-connection.ts";
import { nextCutOff } from "./cut-offs.ts";
import { achDay, achMoment } from "./settlement.ts";

/** By then answers are read and settlements told. */
const MORNING_IS_DONE = "09:00";

/** Undefined where no bank has a window. */
export function nextBankCutOff(
  banks: readonly Pick<BankConnection, "windows">[],
  after: Temporal.Instant,
): Temporal.Instant | undefined {
  const windows = banks.flatMap((bank) => bank.windows);
  return windows.length === 0 ? undefined : nextCutOff(windows, after);
}

/** The morning of so many banking days on, after everything that mornings bring. */
export function bankingMorning(now: Temporal.Instant, bankingDays: number): Temporal.Instant {
  return achMoment(addBankingDays(achDay(now), bankingDays), MORNING_IS_DONE);
}
