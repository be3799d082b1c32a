/** The sentences under the figures of the housekeeping tab. */
import type { Housekeeping } from "../../../src/interfaces/console/operations/contract.ts";
import { sizeText } from "./durations.ts";

const FAR_DAYS = 3_650;

export function diskNote({ freeBytes, fullInDays }: Housekeeping["disk"]): string {
  if (freeBytes === null) return "The database is on another machine";
  if (fullInDays === null) return "Enough at the present rate";
  if (fullInDays > FAR_DAYS) return "Enough for more than 10 years";
  return fullInDays === 1 ? "Full in about 1 day" : `Full in about ${fullInDays} days`;
}

export function growthText(bytesPerDay: number | null): string {
  if (bytesPerDay === null) return "—";
  return bytesPerDay < 0 ? `−${sizeText(-bytesPerDay)}` : sizeText(bytesPerDay);
}

export function freezeNote({ age, freezeAge }: Housekeeping["transactionIds"]): string {
  const percent = Math.round((age / freezeAge) * 100);
  return percent > 150
    ? "Far too high: find out why autovacuum does not finish"
    : `${percent}% of the age at which tables are frozen`;
}
