/** How fast the database grows, and when the disk is full at that rate. Pure. */
import type { SizeSample } from "./housekeeping-store.ts";

export interface DiskForecast {
  /** Null until the sizes of two days are known. Negative: it shrinks. */
  readonly bytesPerDay: number | null;
  /** The number of days between the first and the last size. */
  readonly measuredDays: number;
  /** Null: unknown, or it does not grow. */
  readonly fullInDays: number | null;
}

/**
 * The slope of the line through all sizes (least squares), because a purge or an import on a single
 * day would distort the difference of the first and the last one.
 */
export function forecastDisk(
  samples: readonly SizeSample[],
  freeBytes: number | null,
): DiskForecast {
  const points = samples.map(({ day, bytes }) => ({ day: dayNumber(day), bytes }));
  const measuredDays = (points.at(-1)?.day ?? 0) - (points[0]?.day ?? 0);
  if (measuredDays === 0) return { bytesPerDay: null, measuredDays, fullInDays: null };
  const bytesPerDay = slope(points);
  const grows = bytesPerDay > 0 && freeBytes !== null;
  return {
    bytesPerDay,
    measuredDays,
    fullInDays: grows ? Math.floor(freeBytes / bytesPerDay) : null,
  };
}

function dayNumber(day: string): number {
  return Temporal.PlainDate.from("2000-01-01").until(day).days;
}

function slope(points: readonly { readonly day: number; readonly bytes: number }[]): number {
  const mean = (values: readonly number[]) =>
    values.reduce((sum, value) => sum + value, 0) / values.length;
  const [day, bytes] = [mean(points.map((p) => p.day)), mean(points.map((p) => p.bytes))];
  const above = points.reduce((sum, p) => sum + (p.day - day) * (p.bytes - bytes), 0);
  const below = points.reduce((sum, p) => sum + (p.day - day) ** 2, 0);
  return Math.round(above / below);
}
