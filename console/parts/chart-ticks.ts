/** What stands beside the lines of a chart. */

interface Shown {
  readonly series: readonly { readonly values: readonly number[] }[];
  format(value: number): string;
}

/** Where there is nothing yet, zero is all there is to say: any height would do for the rest. */
export function tickLabels(ticks: readonly number[], { series, format }: Shown): string[] {
  const isEmpty = series.every(({ values }) => values.every((value) => value === 0));
  return ticks.map((tick) => (isEmpty && tick !== 0 ? "" : format(tick)));
}
