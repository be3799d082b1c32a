/** Medians and quantiles. Pure. */

/** Interpolates between two values. The values are sorted, smallest first. */
export function quantile(sorted: readonly number[], share: number): number {
  const place = (sorted.length - 1) * share;
  const [below, above] = [sorted[Math.floor(place)], sorted[Math.ceil(place)]];
  if (below === undefined || above === undefined) return Number.NaN;
  return below + (above - below) * (place - Math.floor(place));
}

export function median(values: readonly number[]): number {
  return quantile(sortNumbers(values), 0.5);
}

export interface Spread {
  readonly low: number;
  readonly high: number;
}

/** The range of the middle half of the values, so that one disturbed round does not widen it. */
export function middleHalf(values: readonly number[]): Spread {
  const sorted = sortNumbers(values);
  return { low: quantile(sorted, 0.25), high: quantile(sorted, 0.75) };
}

function sortNumbers(values: readonly number[]): number[] {
  return values.toSorted((one, other) => one - other);
}
