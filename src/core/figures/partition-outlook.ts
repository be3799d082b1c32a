/** The months for which each table has partitions, and how far ahead they reach. Pure. */
import { monthOfId } from "../../values/transaction-id.ts";
import type { Partition } from "./server-store.ts";

export interface PartitionOutlook {
  readonly table: string;
  readonly count: number;
  /** Such as 2026-11. */
  readonly oldest: string;
  readonly newest: string;
  /** Months after the current one. Without a partition, payments of a month cannot be stored. */
  readonly monthsAhead: number;
  readonly sizeBytes: number;
}

export function partitionOutlook(
  partitions: readonly Partition[],
  currentMonth: number,
): readonly PartitionOutlook[] {
  const byTable = Map.groupBy(partitions, ({ table }) => table);
  return [...byTable].map(([table, parts]) => {
    const months = parts.map(({ bounds }) => monthOfId(/\d+/.exec(bounds)?.[0] ?? "0"));
    const newest = Math.max(...months);
    return {
      table,
      count: parts.length,
      oldest: monthText(Math.min(...months)),
      newest: monthText(newest),
      monthsAhead: newest - currentMonth,
      sizeBytes: parts.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0),
    };
  });
}

/** Months count from January 2000, which is 1. */
function monthText(month: number): string {
  return Temporal.PlainYearMonth.from("1999-12").add({ months: month }).toString();
}
