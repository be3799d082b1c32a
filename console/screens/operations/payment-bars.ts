/** Groups counts per minute into chart bars: 60 minutes or 24 hours. Pure. */
import type { PaymentTallyView } from "../../../src/interfaces/console/operations/contract.ts";

export type BarSpan = "minute" | "hour";

export interface PaymentBars {
  readonly labels: readonly string[];
  readonly series: { readonly approved: readonly number[]; readonly declined: readonly number[] };
  readonly approved: number;
  readonly declined: number;
  /** Whether all counts of the period are complete. */
  readonly isWhole: boolean;
}

const BARS: Record<BarSpan, { readonly count: number; readonly ms: number }> = {
  minute: { count: 60, ms: 60_000 },
  hour: { count: 24, ms: 3_600_000 },
};

/** The last bar is still growing. */
export function groupPayments(
  { now, from, minutes }: PaymentTallyView,
  span: BarSpan,
  timeZone: string | undefined,
): PaymentBars {
  const { count, ms } = BARS[span];
  const lastMs = floor(new Date(now).getTime(), ms);
  const starts = Array.from({ length: count }, (_, at) => lastMs - (count - 1 - at) * ms);
  const firstMs = starts[0] ?? lastMs;
  const approved = starts.map(() => 0);
  const declined = starts.map(() => 0);
  for (const minute of minutes) {
    const at = Math.floor((new Date(minute.minute).getTime() - firstMs) / ms);
    if (at < 0 || at >= count) continue;
    approved[at] = (approved[at] ?? 0) + minute.approved;
    declined[at] = (declined[at] ?? 0) + minute.declined;
  }
  const clock = { hour: "2-digit", minute: "2-digit", hourCycle: "h23", timeZone } as const;
  const label = new Intl.DateTimeFormat("en-US", clock);
  return {
    labels: starts.map((start) => label.format(start)),
    series: { approved, declined },
    approved: sum(approved),
    declined: sum(declined),
    // The first hour started before the counted period.
    isWhole: new Date(from).getTime() <= firstMs + ms,
  };
}

function floor(value: number, step: number): number {
  return value - (value % step);
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
