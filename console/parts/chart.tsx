/** A chart of values over time, drawn by uPlot, with the same data as a table. */
import { Skeleton, Table } from "@mantine/core";
import { lazy, Suspense } from "react";
import type { ChartProps } from "./chart-props.ts";

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
