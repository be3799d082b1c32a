/** A chart of values over time, drawn by uPlot, with the same data as a table. */
import { Skeleton, Table } from "@mantine/core";
import { lazy, Suspense } from "react";

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

const Canvas = lazy(async () => ({ default: (await import("./chart-canvas.tsx")).ChartCanvas }));

export function Chart(props: ChartProps) {
  const { title, labels, series, height = 220, format = String, by = "Date" } = props;
  return (
    <figure className="sd-chart" aria-label={title}>
      <div aria-hidden="true">
        <Suspense fallback={<Skeleton h={height} />}>
          <Canvas {...props} height={height} format={format} />
        </Suspense>
      </div>
      <details>
        <summary>Show as table</summary>
        <Table className="sd-chart-table" verticalSpacing={4}>
          <caption className="sd-hidden">{title}</caption>
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col">{by}</Table.Th>
              {series.map(({ label }) => (
                <Table.Th key={label} scope="col" data-align="end">
                  {label}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {labels.map((label, at) => (
              <Table.Tr key={label}>
                <Table.Th scope="row">{label}</Table.Th>
                {series.map((one) => (
                  <Table.Td key={one.label} data-align="end">
                    {format(one.values[at] ?? 0)}
                  </Table.Td>
                ))}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </details>
    </figure>
  );
}
