/** Labels on the value axis of a chart. */

interface Shown {
  readonly series: readonly { readonly values: readonly number[] }[];
  format(value: number): string;
}

/** Without data, only zero is labeled, because the scale is arbitrary. */
export function tickLabels(ticks: readonly number[], { series, format }: Shown): string[] {
  const isEmpty = series.every(({ values }) => values.every((value) => value === 0));
  return ticks.map((tick) => (isEmpty && tick !== 0 ? "" : format(tick)));
}
