/** Medians and quantiles. Pure. */

/** Between two values where it falls between them. The values are sorted, smallest first. */
export function quantile(sorted: readonly number[], share: number): number {
  const place = (sorted.length - 1) * share;
  const [below, above] = [sorted[Math.floor(place)], sorted[Math.ceil(place)]];
  if (below === undefined || above === undefined) return Number.NaN;
  return below + (above - below) * (place - Math.floor(place));
}

export function median(values: readonly number[]): number {
  return quantile(sortedOf(values), 0.5);
}

export interface Spread {
  readonly low: number;
  readonly high: number;
}

/** Where the middle half of the values lies: one disturbed round does not make it wide. */
export function spreadOf(values: readonly number[]): Spread {
  const sorted = sortedOf(values);
  return { low: quantile(sorted, 0.25), high: quantile(sorted, 0.75) };
}

function sortedOf(values: readonly number[]): number[] {
  return values.toSorted((one, other) => one - other);
}
