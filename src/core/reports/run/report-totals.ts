/** The totals of a whole report, by type of transaction and currency. */
import { isStatementTimeout } from "../../../db/server-errors.ts";
import type { ReportQuery } from "../criteria.ts";
import type { TypeTotals } from "./report-store.ts";
import { enterQueue, type ReportNeeds } from "./run-report.ts";

export type TotalsAnswer =
  | { readonly kind: "summed"; readonly totals: readonly TypeTotals[] }
  /** The limit of running reports is reached. */
  | { readonly kind: "too_many" }
  /** There are too many rows to sum them while a page waits. */
  | { readonly kind: "too_long" };

interface TotalsOrder {
  readonly callerId: string;
  readonly query: ReportQuery;
  /** Aborted when the caller disconnects. */
  readonly left: AbortSignal;
}

/** A page waits for it, so it may take less time than a report. */
const TOTALS_LIMIT_MS = 20_000;

export async function sumReport(
  needs: ReportNeeds,
  { callerId, query, left }: TotalsOrder,
): Promise<TotalsAnswer> {
  if (query.criteria.accountIds.length === 0) return { kind: "summed", totals: [] };
  const leave = await enterQueue(needs, callerId, left);
  if (leave === undefined) return { kind: "too_many" };
  try {
    const [store] = await needs.sources.listSources();
    if (store === undefined) throw new Error("There is no database to read the report from.");
    const limitMs = Math.min(TOTALS_LIMIT_MS, needs.snapshotLimitMs);
    const options = { limitMs, signal: left };
    const sums = await store.withSnapshot(query, options, (snapshot) => snapshot.totals());
    return { kind: "summed", totals: mergeTotals(sums) };
  } catch (error) {
    if (!left.aborted && isStatementTimeout(error)) return { kind: "too_long" };
    throw error;
  } finally {
    leave();
  }
}

/** Several accounts may have the same type. Sorted by currency and type, approved first. */
export function mergeTotals(sums: readonly TypeTotals[]): readonly TypeTotals[] {
  const merged = new Map<string, TypeTotals>();
  for (const one of sums) {
    const key = `${one.currency} ${one.type} ${one.isApproved ? 0 : 1}`;
    const known = merged.get(key);
    merged.set(key, known === undefined ? one : addTotals(known, one));
  }
  return [...merged.entries()]
    .sort(([one], [other]) => one.localeCompare(other))
    .map(([, totals]) => totals);
}

function addTotals(one: TypeTotals, other: TypeTotals): TypeTotals {
  return {
    ...one,
    count: one.count + other.count,
    amountCents: one.amountCents + other.amountCents,
    refundBalanceCents: one.refundBalanceCents + other.refundBalanceCents,
    taxCents: one.taxCents + other.taxCents,
    gratuityCents: one.gratuityCents + other.gratuityCents,
  };
}
