/** The data of a chart, for the chart and for its canvas. */

export interface ChartSeries {
  readonly label: string;
  readonly values: readonly number[];
  readonly tone?: "first" | "second" | "bad";
  /** Overrides the chart's kind for one series, such as a limit line above bars. */
  readonly kind?: "bars" | "line";
}

export interface ChartProps {
  /** What the chart shows: "Sales in the last 30 days". */
  readonly title: string;
  /** What the labels mean. The default is "Date". */
  readonly by?: string;
  /** One label per point, such as "Nov 15". */
  readonly labels: readonly string[];
  readonly series: readonly ChartSeries[];
  readonly kind?: "bars" | "line";
  readonly height?: number;
  /** Formats a value, usually as an amount. */
  format?(value: number): string;
}
