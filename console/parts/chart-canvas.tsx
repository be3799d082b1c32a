/** uPlot in the console's colors. It is loaded with the first chart. */
import "uplot/dist/uPlot.min.css";
import { useComputedColorScheme } from "@mantine/core";
import { useElementSize } from "@mantine/hooks";
import { useEffect, useRef } from "react";
import uPlot from "uplot";
import type { ChartProps, ChartSeries } from "./chart-props.ts";
import { tickLabels } from "./chart-ticks.ts";

const COLORS = {
  light: { first: "#0e6860", second: "#dd9220", bad: "#c92a2a", ink: "#46524e", grid: "#e1e7e5" },
  dark: { first: "#46ad9f", second: "#f0a93b", bad: "#ff8787", ink: "#96a39e", grid: "#2d3633" },
} as const;
const BAR_WIDTH = 0.62;
const BAR_MAX_PX = 28;
const LABEL_FONT = "12px system-ui";
const LABEL_GAP_PX = 12;

type CanvasProps = ChartProps & Required<Pick<ChartProps, "height" | "format">>;

export function ChartCanvas(props: CanvasProps) {
  const { ref, width } = useElementSize();
  const place = useRef<HTMLDivElement>(null);
  const scheme = useComputedColorScheme("light");
  useEffect(() => {
    if (place.current === null || width === 0) return;
    const chart = new uPlot(chartOptions(props, scheme, width), chartData(props), place.current);
    return () => chart.destroy();
  }, [props, scheme, width]);
  return (
    <div ref={ref}>
      <div ref={place} style={{ minHeight: props.height }} />
    </div>
  );
}

function chartData({ labels, series }: ChartProps): uPlot.AlignedData {
  return [labels.map((_, at) => at), ...series.map(({ values }) => [...values])];
}

function chartOptions(props: CanvasProps, scheme: "light" | "dark", width: number): uPlot.Options {
  const { labels, series, height, format, kind = "bars" } = props;
  const colors = COLORS[scheme];
  const label = (at: number) => (Number.isInteger(at) ? (labels[at] ?? "") : "");
  const axis = { stroke: colors.ink, font: LABEL_FONT, ticks: { show: false } };
  return {
    width,
    height,
    cursor: { y: false, points: { show: kind === "line" } },
    scales: {
      x: { time: false, range: [-0.6, labels.length - 0.4] },
      y: { range: (_chart, _low, high) => [0, high <= 0 ? 1 : high * 1.1] },
    },
    axes: [
      {
        ...axis,
        grid: { show: false },
        space: 70,
        size: 32,
        values: (chart, splits, _axis, spacePx, step) => {
          const roomPx = spacePx / Math.min(1, step) - LABEL_GAP_PX;
          return splits.map((at) => shortened(label(at), roomPx, chart.ctx));
        },
      },
      {
        ...axis,
        grid: { stroke: colors.grid, width: 1 },
        size: 70,
        values: (_chart, splits) => tickLabels(splits, { series, format }),
      },
    ],
    series: [
      { label: props.by ?? "Date", value: (_chart, at) => (at === null ? "" : label(at)) },
      ...series.map((one, place) =>
        seriesOptions(one, colors[one.tone ?? toneAt(place)], { kind: one.kind ?? kind, format }),
      ),
    ],
  };
}

/** Keeps neighboring labels apart: "Main Street Books" becomes "Main Stre…" on a phone. */
function shortened(label: string, roomPx: number, pen: CanvasRenderingContext2D): string {
  pen.font = LABEL_FONT;
  const fits = (text: string) => pen.measureText(text).width <= roomPx;
  if (fits(label)) return label;
  const ends = Array.from({ length: label.length }, (_, cut) => label.length - 1 - cut);
  return ends.map((end) => `${label.slice(0, end).trimEnd()}…`).find(fits) ?? "";
}

function seriesOptions(
  { label }: ChartSeries,
  color: string,
  { kind, format }: Pick<CanvasProps, "format"> & { kind: "bars" | "line" },
): uPlot.Series {
  const isBars = kind === "bars";
  const paths = isBars
    ? uPlot.paths.bars?.({ size: [BAR_WIDTH, BAR_MAX_PX], radius: 0.15 })
    : undefined;
  return {
    label,
    stroke: color,
    width: isBars ? 0 : 2,
    points: { show: false },
    value: (_chart, value) => (value === null ? "" : format(value)),
    ...(isBars ? { fill: color } : {}),
    ...(paths === undefined ? {} : { paths }),
  };
}

function toneAt(place: number): "first" | "second" {
  return place === 0 ? "first" : "second";
}
