/** The sentences under the figures of the housekeeping tab. */
import type {
  Housekeeping,
  PurgeLine,
} from "../../../src/interfaces/console/operations/contract.ts";
import { sizeText } from "./durations.ts";

const FAR_DAYS = 3_650;

export function diskNote({ freeBytes, fullInDays, bytesPerDay }: Housekeeping["disk"]): string {
  if (freeBytes === null) return "The database is on another machine";
  if (bytesPerDay === null) return "Forecast known after a day";
  if (fullInDays === null) return "Enough at the present rate";
  if (fullInDays > FAR_DAYS) return "Enough for more than 10 years";
  return fullInDays === 1 ? "Full in about 1 day" : `Full in about ${fullInDays} days`;
}

export function growthText(bytesPerDay: number | null): string {
  if (bytesPerDay === null) return "—";
  return bytesPerDay < 0 ? `−${sizeText(-bytesPerDay)}` : sizeText(bytesPerDay);
}

/** The hourly purge has no due time of its own. */
export function nextRunText(work: string): string {
  return work === "retention" ? "Every hour" : "Not planned yet";
}

export function purgeState({ isHeld, lastRun }: PurgeLine): "on hold" | "failed" | "active" {
  if (isHeld) return "on hold";
  return lastRun?.outcome === "failed" ? "failed" : "active";
}

export function freezeNote({ age, freezeAge }: Housekeeping["transactionIds"]): string {
  const percent = Math.round((age / freezeAge) * 100);
  return percent > 150
    ? "Far too high: find out why autovacuum does not finish"
    : `${percent}% of the age at which tables are frozen`;
}
