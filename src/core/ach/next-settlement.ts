/** When entries that wait for a file are expected to settle. */
import type { Database } from "../../db/database.ts";
import { ConnectionStore } from "./connections/connection-store.ts";
import {
  accountWindows,
  type CutOffWindow,
  nextCutOff,
  parseCutOffWindow,
  settlementDate,
} from "./cut-offs.ts";

/** Undefined: the account has no bank, or its bank has no window. */
export async function findNextSettlement(
  db: Database,
  accountId: string,
  now: Temporal.Instant,
): Promise<Temporal.PlainDate | undefined> {
  const known = await new ConnectionStore(db).findAccountWindows(accountId);
  const offered = (known?.offered ?? []).flatMap((name) => parseCutOffWindow(name) ?? []);
  return nextSettlement(accountWindows(known?.own ?? [], offered), now);
}

/** By the next window that sends all entries. Entries for the same day may settle earlier. */
export function nextSettlement(
  windows: readonly CutOffWindow[],
  now: Temporal.Instant,
): Temporal.PlainDate | undefined {
  const dates = windows
    .filter(({ isSameDay }) => !isSameDay)
    .map((window) => settlementDate(window, nextCutOff([window], now)));
  return dates.toSorted(Temporal.PlainDate.compare)[0];
}
