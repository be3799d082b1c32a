/** Checks this machine's clock against the database's, at the start and regularly. */
import { DatabaseClock } from "../../adapters/database-clock.ts";
import type { Config } from "../../config.ts";
import type { Database } from "../../db/database.ts";
import type { Clock } from "../../ports/clock.ts";
import {
  type ClockComparison,
  type ClockReading,
  ClocksDiffer,
  isBeyondLimit,
  skewText,
} from "../../ports/clock-comparison.ts";
import { type CheckFinding, foundFailing, foundOk } from "../../ports/finding.ts";
import { StartError } from "../../ports/start-error.ts";
import type { Installation } from "../database/installation.ts";
import type { Logger } from "../log/logger.ts";

/** `clock` replaces the machine's clock in tests. */
export function openClocks(
  db: Database,
  { clockSkewMaxMs: limitMs }: Pick<Config, "clockSkewMaxMs">,
  clock?: Pick<Clock, "wall">,
): ClockComparison {
  return new DatabaseClock({ db, limitMs, clock });
}

/** For `doctor`. */
export function judgeClock(reading: ClockReading, limitMs: number): CheckFinding {
  if (isBeyondLimit(reading, limitMs)) {
    return foundFailing(new ClocksDiffer(reading, limitMs).message, CORRECT_CLOCK);
  }
  return foundOk(`This machine's clock is ${skewText(reading)}.`);
}

const CORRECT_CLOCK = "Correct the clock of the machine that is wrong.";

/** Production does not start with a wrong clock. Certification logs an error and starts. */
export async function checkClock(
  { owner, config, log }: Pick<Installation, "owner" | "config" | "log">,
  clocks = openClocks(owner, config),
): Promise<void> {
  const reading = await clocks.compare();
  if (!isBeyondLimit(reading, clocks.limitMs)) return;
  const why = new ClocksDiffer(reading, clocks.limitMs).message;
  if (config.environment === "production") {
    throw new StartError(`${why} ${CORRECT_CLOCK}`);
  }
  log.error(why);
}

/** Logs when the clock becomes wrong or right again. */
export function logClockChanges(log: Pick<Logger, "error" | "info">) {
  return (isRight: boolean, reason: string): void => {
    if (isRight) log.info("This machine's clock agrees with the database's again.");
    else log.error(reason);
  };
}

/** Returns a function that says whether the clock is right, and logs when that changes. */
export function watchClockTrust(clocks: ClockComparison, log: Pick<Logger, "error" | "info">) {
  const onChange = logClockChanges(log);
  let wasRight = true;
  return async (): Promise<boolean> => {
    const reading = await clocks.compare();
    const isRight = !isBeyondLimit(reading, clocks.limitMs);
    if (isRight !== wasRight) onChange(isRight, new ClocksDiffer(reading, clocks.limitMs).message);
    wasRight = isRight;
    return isRight;
  };
}
